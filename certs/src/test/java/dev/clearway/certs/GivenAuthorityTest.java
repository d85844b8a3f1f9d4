package dev.clearway.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authorities that were made elsewhere: which are taken, and which are refused without a word of the key. */
class GivenAuthorityTest {
    private static final BasicConstraints AUTHORITY = new BasicConstraints(0);

    @TempDir
    private Path directory;

    private KeyPair key;

    GivenAuthorityTest() throws Exception {
        key = CertificateMaker.newKey();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1", "RSA 2048"})
    void leavesOfAnyKindOfAuthorityAreValid(String kind) throws Exception {
        LocalAuthority authority = load(key(kind), Pem.write(key.getPrivate()));
        Leaf leaf = authority.issue(List.of("shop.example"), Duration.ofDays(2));
        assertThat(leaf.certificate().getPublicKey()).isInstanceOf(ECPublicKey.class);
        assertThat(leaf.expires()).isBetween(inDays(1), inDays(3));
        assertThat(authority.certificateFile()).contains(directory.resolve("ca.pem"));
        validate(leaf, authority.certificate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "RSA 2048"})
    void keyMayBeInItsOlderForm(String kind) throws Exception {
        LocalAuthority authority = load(key(kind), traditional(key.getPrivate()));
        validate(authority.issue(List.of("shop.example")), authority.certificate());
    }

    @Test
    void certificateAndKeyMayBeOneFile() throws Exception {
        X509Certificate certificate = certificate(key("secp256r1"), AUTHORITY, KeyUsage.keyCertSign, inDays(9));
        Path both = write("both.pem", Pem.write(key.getPrivate()) + Pem.write(certificate));
        assertThat(LocalAuthority.load(both, both).certificate()).isEqualTo(certificate);
    }

    @Test
    void certificatesAboveItAreSentAlong() throws Exception {
        LocalAuthority above = LocalAuthority.inMemory("root");
        X509Certificate own = certificate(key("secp256r1"), AUTHORITY, KeyUsage.keyCertSign, inDays(9));
        Path certificates = write("chain.pem", Pem.write(own) + above.certificatePem());
        Path keyFile = write("ca.key", Pem.write(key.getPrivate()));
        assertThat(LocalAuthority.load(certificates, keyFile)
                        .issue(List.of("a.example"))
                        .chain())
                .hasSize(3)
                .endsWith(own, above.certificate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void keyThatOthersCanUseIsRefused(String rights) throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        X509Certificate certificate = certificate(key("secp256r1"), AUTHORITY, KeyUsage.keyCertSign, inDays(9));
        Path keyFile = write("ca.key", Pem.write(key.getPrivate()));
        Path certificateFile = write("ca.pem", Pem.write(certificate));
        Path link = Files.createSymbolicLink(directory.resolve("link.key"), keyFile);
        Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString(rights));
        assertThatThrownBy(() -> LocalAuthority.load(certificateFile, keyFile)).hasMessageContaining(rights);
        assertThatThrownBy(() -> LocalAuthority.load(certificateFile, link)).hasMessageContaining(rights);
    }

    @Test
    void keyWithAPasswordIsRefusedWithWhatToDo() throws Exception {
        String encrypted = traditional(key.getPrivate())
                .replaceFirst(
                        "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n");
        assertRefused(encrypted, "encrypted with a password");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n",
                "-----BEGIN EC PRIVATE KEY-----\n!!c2VjcmV0\n"
            })
    void damagedKeyIsRefusedWithoutShowingIt(String text) throws Exception {
        key("secp256r1");
        assertRefused(text, "private key in PEM");
    }

    @Test
    void keyOfAnotherAuthorityIsRefused() throws Exception {
        String other = Pem.write(key("RSA 2048").getPrivate());
        key("secp256r1");
        assertRefused(other, "is not the key of the first certificate");
        assertRefused(Pem.write(CertificateMaker.newKey().getPrivate()), "is not the key of the first certificate");
    }

    @Test
    void certificateThatMayNotSignIsRefused() throws Exception {
        key("secp256r1");
        BasicConstraints none = new BasicConstraints(false);
        assertRefused(certificate(key, none, KeyUsage.keyCertSign, inDays(9)), "may sign others");
        assertRefused(certificate(key, AUTHORITY, KeyUsage.digitalSignature, inDays(9)), "may sign others");
    }

    @Test
    void certificateThatIsExpiredOrWeakIsRefused() throws Exception {
        key("secp256r1");
        assertRefused(certificate(key, AUTHORITY, KeyUsage.keyCertSign, inDays(-1)), "expired at");
        key("RSA 1024");
        assertRefused(certificate(key, AUTHORITY, KeyUsage.keyCertSign, inDays(9)), "2048 bits");
    }

    @Test
    void fileWithoutACertificateIsRefused() throws Exception {
        Path keyFile = write("ca.key", Pem.write(key("secp256r1").getPrivate()));
        assertThatThrownBy(() -> LocalAuthority.load(keyFile, keyFile)).hasMessageContaining("found 0");
    }

    private KeyPair key(String kind) throws Exception {
        if (kind.startsWith("RSA ")) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(Integer.parseInt(kind.substring(4)));
            key = generator.generateKeyPair();
        } else {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(kind));
            key = generator.generateKeyPair();
        }
        return key;
    }

    private LocalAuthority load(KeyPair pair, String keyText) throws Exception {
        X509Certificate certificate = certificate(pair, AUTHORITY, KeyUsage.keyCertSign, inDays(9));
        return LocalAuthority.load(write("ca.pem", Pem.write(certificate)), write("ca.key", keyText));
    }

    private void assertRefused(String keyText, String reason) {
        assertThatThrownBy(() -> load(key, keyText))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("c2VjcmV0")
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    private void assertRefused(X509Certificate certificate, String reason) throws Exception {
        Path certificateFile = write("ca.pem", Pem.write(certificate));
        Path keyFile = write("ca.key", Pem.write(key.getPrivate()));
        assertThatThrownBy(() -> LocalAuthority.load(certificateFile, keyFile))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.deleteIfExists(file);
        Files.createFile(file, OwnerOnly.file(directory));
        return Files.writeString(file, text);
    }

    /** PKCS #1 or SEC 1, as OpenSSL has long written them. */
    private static String traditional(PrivateKey key) throws IOException {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, new byte[] {'\n'});
        boolean ec = key instanceof ECPrivateKey;
        byte[] der = key instanceof ECPrivateKey given
                ? new org.bouncycastle.asn1.sec.ECPrivateKey(256, given.getS(), SECObjectIdentifiers.secp256r1)
                        .getEncoded()
                : PrivateKeyInfo.getInstance(key.getEncoded())
                        .parsePrivateKey()
                        .toASN1Primitive()
                        .getEncoded();
        String label = ec ? "EC PRIVATE KEY" : "RSA PRIVATE KEY";
        return "-----BEGIN " + label + "-----\n" + encoder.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    /** An authority whose key identifier is none that we would make. */
    private static X509Certificate certificate(KeyPair key, BasicConstraints constraints, int usage, Instant ends)
            throws Exception {
        X500Principal name = new X500Principal("CN=Somebody's CA");
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name, BigInteger.TEN, Date.from(inDays(-2)), Date.from(ends), name, key.getPublic());
        builder.addExtension(Extension.basicConstraints, true, constraints);
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        builder.addExtension(Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(new byte[] {1, 2, 3}));
        String algorithm = key.getPublic() instanceof ECPublicKey ? "SHA256withECDSA" : "SHA256withRSA";
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key.getPrivate())));
    }

    private static Instant inDays(int days) {
        return Instant.now().plus(Duration.ofDays(days));
    }

    private static void validate(Leaf leaf, X509Certificate authority) throws Exception {
        byte[] identifier = leaf.certificate().getExtensionValue(Extension.authorityKeyIdentifier.getId());
        assertThat(DEROctetString.getInstance(identifier).getOctets()).endsWith(1, 2, 3);
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(
                        CertificateFactory.getInstance("X.509")
                                .generateCertPath(leaf.chain().subList(0, 1)),
                        parameters);
    }
}
