package dev.clearway.certs;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/**
 * Reads an authority that somebody else made: PEM files of a certificate (with those above it after it, if servers are
 * to send them along) and of an EC or RSA key in PKCS #8, PKCS #1 or SEC 1. Both may be one file. What it says of a key
 * never quotes it. Stateless.
 */
final class GivenAuthority {
    private static final int LARGEST_FILE = 256 * 1024;
    private static final int MOST_CERTIFICATES = 16;
    private static final int KEY_CERT_SIGN = 5;
    private static final int LEAST_RSA_BITS = 2048;
    private static final int LEAST_EC_BITS = 256;

    private GivenAuthority() {}

    static Issuer read(Path certificateFile, Path keyFile) throws IOException, GeneralSecurityException {
        OwnerOnly.check(keyFile.toRealPath());
        Issuer issuer = new Issuer(certificates(certificateFile), key(keyFile));
        check(issuer, certificateFile, keyFile);
        return issuer;
    }

    private static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
        List<X509Certificate> found = new ArrayList<>();
        try (PEMParser parser = new PEMParser(new StringReader(text(file)))) {
            for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
                if (each instanceof X509CertificateHolder holder) {
                    found.add(converter.getCertificate(holder));
                }
            }
        } catch (IOException | IllegalArgumentException | GeneralSecurityException unreadable) {
            throw new IOException(file + " is not a readable certificate in PEM");
        }
        if (found.isEmpty() || found.size() > MOST_CERTIFICATES) {
            throw new IOException(file + " must hold 1 to " + MOST_CERTIFICATES
                    + " certificates in PEM, the authority's own first; found " + found.size());
        }
        return found;
    }

    private static PrivateKey key(Path file) throws IOException {
        try (PEMParser parser = new PEMParser(new StringReader(text(file)))) {
            for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
                if (each instanceof PKCS8EncryptedPrivateKeyInfo || each instanceof PEMEncryptedKeyPair) {
                    throw new EncryptedKeyException(file + " is encrypted with a password: give the key without one,"
                            + " in a file that only its owner can read");
                }
                if (each instanceof PEMKeyPair pair) {
                    return key(pair.getPrivateKeyInfo());
                }
                if (each instanceof PrivateKeyInfo info) {
                    return key(info);
                }
            }
        } catch (EncryptedKeyException told) {
            throw told;
        } catch (IOException | IllegalArgumentException | GeneralSecurityException unreadable) {
            throw new IOException(file + " is not a readable EC or RSA private key in PEM");
        }
        throw new IOException(file + " holds no private key in PEM");
    }

    private static PrivateKey key(PrivateKeyInfo info) throws IOException, GeneralSecurityException {
        ASN1ObjectIdentifier algorithm = info.getPrivateKeyAlgorithm().getAlgorithm();
        String name;
        if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            name = "EC";
        } else if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            name = "RSA";
        } else {
            throw new GeneralSecurityException("neither EC nor RSA");
        }
        return KeyFactory.getInstance(name).generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    }

    private static void check(Issuer issuer, Path certificateFile, Path keyFile)
            throws IOException, GeneralSecurityException {
        X509Certificate certificate = issuer.certificate();
        boolean[] usage = certificate.getKeyUsage();
        if (certificate.getBasicConstraints() < 0 || (usage != null && !usage[KEY_CERT_SIGN])) {
            throw new IOException(certificateFile + " is not the certificate of an authority that may sign others");
        }
        Instant now = Instant.now();
        Instant ends = certificate.getNotAfter().toInstant();
        if (ends.isBefore(now)) {
            throw new IOException(certificateFile + " expired at " + ends);
        }
        Instant begins = certificate.getNotBefore().toInstant();
        if (begins.isAfter(now)) {
            throw new IOException(certificateFile + " is not valid before " + begins);
        }
        if (!strongEnough(certificate.getPublicKey())) {
            throw new IOException(certificateFile + " has a key that clients do not accept any more: it takes RSA of "
                    + LEAST_RSA_BITS + " bits or EC of " + LEAST_EC_BITS + ", or more");
        }
        if (!issuer.belongsTogether()) {
            throw new IOException(keyFile + " is not the key of the first certificate of " + certificateFile);
        }
    }

    private static boolean strongEnough(PublicKey key) {
        if (key instanceof RSAKey rsa) {
            return rsa.getModulus().bitLength() >= LEAST_RSA_BITS;
        }
        return key instanceof ECKey ec && ec.getParams().getOrder().bitLength() >= LEAST_EC_BITS;
    }

    private static String text(Path file) throws IOException {
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException(file + " is larger than " + LARGEST_FILE + " bytes");
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** A key that would have to be decrypted first. */
    private static final class EncryptedKeyException extends IOException {
        private static final long serialVersionUID = 1L;

        EncryptedKeyException(String message) {
            super(message);
        }
    }
}
