package dev.clearway.certs;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The textual encoding of certificates and PKCS #8 keys (RFC 7468). Stateless. */
final class Pem {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    private Pem() {}

    static String write(X509Certificate certificate) throws GeneralSecurityException {
        return write(CERTIFICATE, certificate.getEncoded());
    }

    static String write(PrivateKey key) {
        return write(PRIVATE_KEY, key.getEncoded());
    }

    static X509Certificate readCertificate(String text) throws GeneralSecurityException {
        byte[] der = read(CERTIFICATE, text);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    static PrivateKey readKey(String text) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(read(PRIVATE_KEY, text)));
    }

    private static String write(String label, byte[] der) {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN " + label + "-----\n" + encoder.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    private static byte[] read(String label, String text) throws GeneralSecurityException {
        String begin = "-----BEGIN " + label + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + label + "-----");
        if (from < 0 || to < from) {
            throw new CertificateException("no " + label + " block in it");
        }
        byte[] body = text.substring(from + begin.length(), to).getBytes(StandardCharsets.US_ASCII);
        try {
            return Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new CertificateException("its " + label + " block is not base64", e);
        }
    }
}
