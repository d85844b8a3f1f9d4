package dev.clearway.analysis.read;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.clearway.analysis.model.Certificate;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Reads the certificates of recordings; each distinct one once. */
public final class Certificates {
    private static final int MOST = 5_000;

    /** Signed certificate timestamps: RFC 6962, section 3.3. */
    private static final String TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.2";

    private final Map<String, Optional<Certificate>> read = new HashMap<>();

    /** The certificate in {@code pem}; empty if it is not one. */
    public Optional<Certificate> read(String pem) {
        Optional<Certificate> before = read.get(pem);
        if (before != null) {
            return before;
        }
        Optional<Certificate> found = parse(pem);
        if (read.size() < MOST) {
            read.put(pem, found);
        }
        return found;
    }

    private static Optional<Certificate> parse(String pem) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            X509Certificate x509 =
                    (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(pem.getBytes(US_ASCII)));
            long days = ChronoUnit.DAYS.between(
                    x509.getNotBefore().toInstant(), x509.getNotAfter().toInstant());
            String issuer = x509.getIssuerX500Principal().getName();
            String name = attribute(issuer, "CN");
            String organisation = attribute(issuer, "O");
            return Optional.of(new Certificate(
                    attribute(x509.getSubjectX500Principal().getName(), "CN"),
                    name.isEmpty() ? organisation : name,
                    organisation,
                    days,
                    digest(x509.getPublicKey().getEncoded()),
                    x509.getExtensionValue(TIMESTAMPS) != null));
        } catch (CertificateException | NoSuchAlgorithmException | RuntimeException e) {
            // The JDK's parser throws more than it declares at bytes that are no certificate.
            return Optional.empty();
        }
    }

    private static String digest(byte[] key) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key), 0, 8);
    }

    private static String attribute(String distinguishedName, String type) {
        try {
            List<Rdn> names = new ArrayList<>(new LdapName(distinguishedName).getRdns());
            return names.stream()
                    .filter(rdn -> rdn.getType().equalsIgnoreCase(type))
                    .map(rdn -> rdn.getValue().toString())
                    .findFirst()
                    .orElse("");
        } catch (InvalidNameException e) {
            return "";
        }
    }
}
