package dev.clearway.testkit;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A certificate authority made for a test, and a leaf that it signed. Each call makes new keys (EC P-256), so a client
 * that trusts one set trusts no other.
 *
 * <p>Thread-safe.
 */
public final class TestCertificates {
    private final X509Bundle authority;
    private final X509Bundle leaf;

    private TestCertificates(X509Bundle authority, X509Bundle leaf) {
        this.authority = authority;
        this.leaf = leaf;
    }

    /** A leaf for {@code localhost}, {@code 127.0.0.1} and {@code ::1}. */
    public static TestCertificates localhost() {
        return issue(new CertificateBuilder()
                .subject("CN=localhost")
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .addSanIpAddress("::1"));
    }

    /** A leaf for one host name and nothing else, for tests of the name check. */
    public static TestCertificates forHost(String name) {
        return issue(new CertificateBuilder().subject("CN=" + name).addSanDnsName(name));
    }

    private static TestCertificates issue(CertificateBuilder leaf) {
        try {
            X509Bundle authority = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=Clearway test authority")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            return new TestCertificates(
                    authority, leaf.ecp256().addExtendedKeyUsageServerAuth().buildIssuedBy(authority));
        } catch (Exception e) {
            throw new IllegalStateException("cannot make certificates", e);
        }
    }

    /** The authority's own certificate: what a client has to trust. */
    public X509Certificate authority() {
        return authority.getCertificate();
    }

    /** A context that shows the leaf: for a server. */
    public SSLContext serverContext() {
        try {
            KeyManagerFactory keys = leaf.toKeyManagerFactory();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a server's context", e);
        }
    }

    /** A context that trusts the authority and nobody else: for a client. */
    public SSLContext trustingContext() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {authority.toTrustManager()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a client's context", e);
        }
    }
}
