package dev.clearway.certs;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A server certificate with its private key and the chain that a server sends.
 *
 * @param key the private key, made for this leaf alone
 * @param chain the leaf first, its authority last
 */
public record Leaf(PrivateKey key, List<X509Certificate> chain) {

    public Leaf {
        Objects.requireNonNull(key, "key");
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("the chain is empty");
        }
    }

    /** The leaf's own certificate. */
    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** When the certificate stops being valid. */
    public Instant expires() {
        return certificate().getNotAfter().toInstant();
    }

    /** The subject and the end of validity; never the key. */
    @Override
    public String toString() {
        return "Leaf[" + certificate().getSubjectX500Principal().getName() + ", expires " + expires() + "]";
    }
}
