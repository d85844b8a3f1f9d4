package dev.clearway.certs;

import dev.clearway.certs.CertificateMaker.Validity;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate authority of this machine's own, for one purpose. It issues server certificates and makes TLS contexts
 * for both sides. Immutable; all methods may be called by any thread.
 *
 * <p>The key never leaves this object and its file: nothing prints or exports it.
 */
public final class LocalAuthority {
    /**
     * The cipher suites of every server context: those of TLS 1.3, and of TLS 1.2 those that fit an EC key and that
     * HTTP/2 allows (RFC 9113 appendix A forbids the others).
     */
    static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

    private final Issuer issuer;
    private final Optional<Path> certificateFile;

    private LocalAuthority(Issuer issuer, Optional<Path> certificateFile) {
        this.issuer = issuer;
        this.certificateFile = certificateFile;
    }

    /**
     * Loads the authority of a directory; where the directory holds none, or does not exist, creates it. The directory
     * then holds {@code ca.pem}, the certificate that clients are to trust, and {@code ca.key}. What is created is
     * created for the owner only; the authority is valid for five years.
     *
     * @param directory where the authority lives; two purposes need two directories
     * @param purpose what the authority is for, such as {@code origin}; letters, digits and {@code -}, part of its name
     * @throws IOException if the directory cannot be read or written, if others than its owner can use the key file, or
     *     if what it holds is expired, damaged, or made for another purpose
     */
    public static LocalAuthority open(Path directory, String purpose) throws IOException {
        AuthorityStore store = new AuthorityStore(directory, checkedPurpose(purpose));
        try {
            return new LocalAuthority(
                    store.openOrCreate(),
                    Optional.of(store.certificateFile().toAbsolutePath().normalize()));
        } catch (GeneralSecurityException e) {
            throw new IOException("the authority in " + directory + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Loads an authority that was made elsewhere, such as a company's own for inspection.
     *
     * @param certificate PEM file of its certificate; certificates above it, if servers are to send them, follow it
     * @param key PEM file of its key, EC or RSA, not encrypted; it may be the same file
     * @throws IOException if a file cannot be read, if others than its owner can use the key file, or if they are not
     *     the certificate and key of an authority that is valid now and may sign
     */
    public static LocalAuthority load(Path certificate, Path key) throws IOException {
        try {
            return new LocalAuthority(
                    GivenAuthority.read(certificate, key),
                    Optional.of(certificate.toAbsolutePath().normalize()));
        } catch (GeneralSecurityException e) {
            throw new IOException("the authority " + certificate + " cannot be used: " + e.getMessage());
        }
    }

    /** Creates an authority that lives in memory only, for tests and for servers whose clients run beside them. */
    public static LocalAuthority inMemory(String purpose) {
        try {
            KeyPair pair = CertificateMaker.newKey();
            X509Certificate certificate = CertificateMaker.authority(
                    AuthorityStore.newCommonName(checkedPurpose(purpose)), pair, Instant.now());
            return new LocalAuthority(new Issuer(certificate, pair.getPrivate()), Optional.empty());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this runtime cannot make EC P-256 certificates", e);
        }
    }

    /** Where the authority for a purpose lives unless told otherwise: below the user's configuration directory. */
    public static Path defaultDirectory(String purpose) {
        return ConfigurationDirectory.ofThisUser().resolve("clearway").resolve(checkedPurpose(purpose));
    }

    /** The certificate that clients are to trust. */
    public X509Certificate certificate() {
        return issuer.certificate();
    }

    /** The file that holds the certificate, absolute; empty for an authority in memory. */
    public Optional<Path> certificateFile() {
        return certificateFile;
    }

    /** The certificate as PEM text. */
    public String certificatePem() {
        try {
            return Pem.write(issuer.certificate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Issues a server certificate with a key of its own, valid from an hour ago for 30 days, never longer than the
     * authority.
     *
     * @param names the host names and IP addresses that the certificate is for, at least one; an IPv6 address with or
     *     without brackets
     * @throws IllegalArgumentException if there is no name, or one that is neither a host name nor an address
     */
    public Leaf issue(Collection<String> names) {
        return issue(names, CertificateMaker.LEAF_LIFE);
    }

    /**
     * Issues a server certificate with a key of its own, valid from an hour ago, never longer than the authority.
     *
     * @param names the host names and IP addresses that the certificate is for, at least one; an IPv6 address with or
     *     without brackets
     * @param life how long it is valid from now on
     * @throws IllegalArgumentException if there is no name, or one that is neither a host name nor an address, or the
     *     life is not positive
     */
    public Leaf issue(Collection<String> names, Duration life) {
        if (life.isNegative() || life.isZero()) {
            throw new IllegalArgumentException("life must be positive: " + life);
        }
        List<String> checked =
                names.stream().map(CertificateMaker::checkedName).distinct().toList();
        if (checked.isEmpty()) {
            throw new IllegalArgumentException("a certificate needs at least one name");
        }
        try {
            KeyPair pair = CertificateMaker.newKey();
            Validity validity = new Validity(Instant.now(), life);
            List<X509Certificate> chain = new ArrayList<>();
            chain.add(CertificateMaker.leaf(checked, pair.getPublic(), issuer, validity));
            chain.addAll(issuer.chain());
            return new Leaf(pair.getPrivate(), chain);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this runtime cannot make EC P-256 certificates", e);
        }
    }

    /**
     * A context for a server: TLS 1.3 and 1.2 on the JDK's engine. A client whose ALPN list has none of the protocols
     * is refused with the alert {@code no_application_protocol} (RFC 7301 section 3.2); one without ALPN is served.
     *
     * @param leaf what the server shows
     * @param protocols the ALPN protocols on offer, the preferred one first; empty for no ALPN
     */
    public static SslContext serverContext(Leaf leaf, List<String> protocols) {
        return serverContext(leaf, protocols, SelectorFailureBehavior.FATAL_ALERT);
    }

    /**
     * As {@link #serverContext(Leaf, List)}, with a word on clients whose ALPN list has none of the protocols.
     *
     * @param leaf what the server shows
     * @param protocols the ALPN protocols on offer, the preferred one first; empty for no ALPN
     * @param mismatch whether a client that offers none of them is refused or goes on without ALPN
     */
    public static SslContext serverContext(Leaf leaf, List<String> protocols, SelectorFailureBehavior mismatch) {
        SslContextBuilder builder = SslContextBuilder.forServer(new LeafKeyManager(leaf))
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE);
        if (!protocols.isEmpty()) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    Protocol.ALPN, mismatch, SelectedListenerFailureBehavior.ACCEPT, protocols));
        }
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new IllegalStateException("this runtime cannot serve TLS", e);
        }
    }

    /** A context for clients that trusts this authority and no other. */
    public SSLContext clientContext() {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("clearway", issuer.certificate());
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this runtime cannot make a TLS context", e);
        }
    }

    private static String checkedPurpose(String purpose) {
        if (!purpose.matches("[A-Za-z0-9-]{1,32}")) {
            throw new IllegalArgumentException("a purpose has 1 to 32 letters, digits and '-'");
        }
        return purpose;
    }

    /** The subject; never the key. */
    @Override
    public String toString() {
        return "LocalAuthority["
                + issuer.certificate().getSubjectX500Principal().getName() + "]";
    }
}
