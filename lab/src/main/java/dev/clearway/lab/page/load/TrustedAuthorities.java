package dev.clearway.lab.page.load;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in a few authorities, in the forms that a client and a browser take it. */
public final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /** A context that trusts these and no others. */
    public static SSLContext context(List<X509Certificate> authorities) {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (X509Certificate authority : authorities) {
                trusted.setCertificateEntry("authority-" + trusted.size(), authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this runtime cannot make a TLS context", e);
        }
    }

    /** The digest of an authority's public key, as browsers take it: SHA-256 of its SubjectPublicKeyInfo, in base64. */
    public static String keyDigest(X509Certificate authority) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(authority.getPublicKey().getEncoded());
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this runtime has no SHA-256", e);
        }
    }
}
