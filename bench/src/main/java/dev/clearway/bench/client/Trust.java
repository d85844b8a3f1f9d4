package dev.clearway.bench.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Trust in one certificate authority, in the forms that clients take.
 *
 * @param context a TLS context of the JDK that trusts it and nothing else
 * @param manager the trust manager of that context
 */
public record Trust(SSLContext context, X509TrustManager manager) {
    /** Trust in the certificate of this PEM file. */
    public static Trust in(Path pem) throws IOException, GeneralSecurityException {
        Certificate certificate;
        try (InputStream in = Files.newInputStream(pem)) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("ca", certificate);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return new Trust(context, (X509TrustManager) factory.getTrustManagers()[0]);
    }
}
