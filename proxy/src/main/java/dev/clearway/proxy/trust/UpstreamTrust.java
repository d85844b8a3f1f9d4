package dev.clearway.proxy.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** TLS contexts for the upstream leg. Stateless. */
public final class UpstreamTrust {
    private static final int LARGEST_FILE = 4 << 20;

    private UpstreamTrust() {}

    /**
     * Trusts the system's roots and the authorities of a file.
     *
     * @param file certificates in PEM
     * @throws IOException if it cannot be read or holds none
     */
    public static SSLContext systemAnd(Path file) throws IOException {
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException(file + " is larger than " + LARGEST_FILE + " bytes");
        }
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (X509Certificate root : systemRoots()) {
                trusted.setCertificateEntry("system-" + number++, root);
            }
            Collection<? extends Certificate> given = read(file);
            for (Certificate each : given) {
                trusted.setCertificateEntry("given-" + number++, each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            return context(factory.getTrustManagers());
        } catch (GeneralSecurityException e) {
            throw new IOException("this runtime cannot make a TLS context", e);
        }
    }

    private static Collection<? extends Certificate> read(Path file) throws IOException {
        Collection<? extends Certificate> found;
        try {
            found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
        } catch (CertificateException e) {
            throw new IOException(file + " holds what is no certificate in PEM: " + e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new IOException(file + " holds no certificate in PEM");
        }
        return found;
    }

    private static X509Certificate[] systemRoots() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return x509.getAcceptedIssuers();
            }
        }
        return new X509Certificate[0];
    }

    /** Trusts whoever answers, whatever the certificate says and for whomever it is: for experiments, and to be said aloud. */
    public static SSLContext anything() {
        try {
            return context(new Unchecked());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this runtime cannot make a TLS context", e);
        }
    }

    private static SSLContext context(TrustManager... managers) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers, null);
        return context;
    }

    /** Checks neither chains nor host names: of an extended trust manager the JDK asks both. */
    private static final class Unchecked extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
