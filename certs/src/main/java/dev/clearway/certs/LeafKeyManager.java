package dev.clearway.certs;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Gives a server the one leaf that it shows. A key store in between would encrypt the key with a password and decrypt it
 * again, by design with thousands of rounds of a hash, which costs far more than making the leaf. Immutable.
 */
final class LeafKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "leaf";

    private final Leaf leaf;

    LeafKeyManager(Leaf leaf) {
        this.leaf = leaf;
    }

    private @Nullable String alias(String keyType) {
        return keyType.equals(leaf.key().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return alias(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return alias.equals(ALIAS) ? leaf.chain().toArray(X509Certificate[]::new) : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return alias.equals(ALIAS) ? leaf.key() : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
