package dev.clearway.certs;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys and certificates: EC P-256, serial numbers of 127 random bits. Stateless. */
final class CertificateMaker {
    /** How far a certificate's start lies in the past, for clients whose clock runs behind. */
    static final Duration BACK_DATED = Duration.ofHours(1);

    static final Duration AUTHORITY_LIFE = Duration.ofDays(5 * 365);
    static final Duration LEAF_LIFE = Duration.ofDays(30);

    private static final int COMMON_NAME_LENGTH = 64;
    private static final SecureRandom RANDOM = new SecureRandom();

    private CertificateMaker() {}

    static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    /** A certificate by which the key of the pair signs leaves, and no further authorities. */
    static X509Certificate authority(String commonName, KeyPair key, Instant now) throws GeneralSecurityException {
        X500Principal subject = subject(commonName);
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                subject,
                serial(),
                Date.from(now.minus(BACK_DATED)),
                Date.from(now.plus(AUTHORITY_LIFE)),
                subject,
                key.getPublic());
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(key.getPublic()));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        return sign(builder, "SHA256withECDSA", key.getPrivate());
    }

    /** A server certificate for the names, never longer valid than its issuer. */
    static X509Certificate leaf(List<String> names, PublicKey key, Issuer issuer, Validity validity)
            throws GeneralSecurityException {
        Instant now = validity.from();
        Instant ends = now.plus(validity.life());
        Instant issuerEnds = issuer.certificate().getNotAfter().toInstant();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                issuer.certificate().getSubjectX500Principal(),
                serial(),
                Date.from(now.minus(BACK_DATED)),
                Date.from(ends.isBefore(issuerEnds) ? ends : issuerEnds),
                subject(names.get(0)),
                key);
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(Extension.subjectAlternativeName, false, alternativeNames(names));
            builder.addExtension(Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(key));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, identifierOfKey(issuer.certificate(), extensions));
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        return sign(builder, issuer.signatureAlgorithm(), issuer.key());
    }

    /** As the issuer's own certificate names its key, which need not be the way in which we would (RFC 5280, section 4.2.1.1). */
    private static AuthorityKeyIdentifier identifierOfKey(X509Certificate issuer, JcaX509ExtensionUtils extensions) {
        byte[] own = issuer.getExtensionValue(Extension.subjectKeyIdentifier.getId());
        if (own == null) {
            return extensions.createAuthorityKeyIdentifier(issuer.getPublicKey());
        }
        byte[] encoded = ASN1OctetString.getInstance(own).getOctets();
        return new AuthorityKeyIdentifier(
                SubjectKeyIdentifier.getInstance(encoded).getKeyIdentifier());
    }

    /** A name as it stands in a certificate: lower case, an address without brackets; what is no name is refused. */
    static String checkedName(String name) {
        String plain = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        if (isAddress(plain)) {
            return plain;
        }
        if (plain.isEmpty() || plain.length() > 253) {
            throw new IllegalArgumentException("a host name has 1 to 253 characters, this one " + plain.length());
        }
        for (String label : plain.split("\\.", -1)) {
            if (!isLabel(label)) {
                throw new IllegalArgumentException("not a host name or address: " + printable(name));
            }
        }
        return plain.toLowerCase(Locale.ROOT);
    }

    private static boolean isLabel(String label) {
        if (label.isEmpty() || label.length() > 63 || label.startsWith("-") || label.endsWith("-")) {
            return false;
        }
        return label.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_'));
    }

    private static String printable(String name) {
        return name.replaceAll("[^\\x20-\\x7e]", "?");
    }

    private static boolean isAddress(String name) {
        return NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
    }

    private static GeneralNames alternativeNames(List<String> names) {
        GeneralName[] all = new GeneralName[names.size()];
        for (int i = 0; i < all.length; i++) {
            String name = names.get(i);
            all[i] = isAddress(name)
                    ? new GeneralName(
                            GeneralName.iPAddress, new DEROctetString(NetUtil.createByteArrayFromIpAddressString(name)))
                    : new GeneralName(GeneralName.dNSName, name);
        }
        return new GeneralNames(all);
    }

    private static X500Principal subject(String commonName) {
        X500NameBuilder name = new X500NameBuilder().addRDN(BCStyle.O, "Clearway");
        name.addRDN(
                BCStyle.CN,
                commonName.length() > COMMON_NAME_LENGTH ? commonName.substring(0, COMMON_NAME_LENGTH) : commonName);
        try {
            return new X500Principal(name.build().getEncoded());
        } catch (IOException e) {
            throw new IllegalArgumentException("not a subject: " + printable(commonName), e);
        }
    }

    private static BigInteger serial() {
        return new BigInteger(127, RANDOM).setBit(126);
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, String algorithm, PrivateKey key)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** From when on, and for how long. */
    record Validity(Instant from, Duration life) {}
}
