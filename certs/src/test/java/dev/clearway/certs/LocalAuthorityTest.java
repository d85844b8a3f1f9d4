package dev.clearway.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where an authority's files are, who may read them, and what is refused. */
class LocalAuthorityTest {
    @TempDir
    private Path directory;

    @Test
    void filesAreCreatedForTheOwnerOnly() throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        Path own = directory.resolve("a/b/origin");
        LocalAuthority.open(own, "origin");
        assertThat(rights(own)).isEqualTo("rwx------");
        assertThat(rights(directory.resolve("a/b"))).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(own)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(rights(file)).isEqualTo("rw-------"));
        }
    }

    @Test
    void authorityIsTheSameWhenOpenedAgain() throws Exception {
        LocalAuthority first = LocalAuthority.open(directory, "origin");
        LocalAuthority second = LocalAuthority.open(directory, "origin");
        assertThat(second.certificate()).isEqualTo(first.certificate());
        assertThat(second.certificateFile())
                .contains(directory.resolve("ca.pem").toAbsolutePath());
        assertThat(Files.readString(directory.resolve("ca.pem"))).isEqualTo(first.certificatePem());
        validate(second.issue(List.of("localhost")).chain(), first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-"})
    void keyThatOthersCanUseIsRefused(String rights) throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        LocalAuthority.open(directory, "origin");
        Path key = directory.resolve("ca.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(rights));
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(key.toString())
                .hasMessageContaining(rights);
    }

    @Test
    void keyBehindALinkIsRefused() throws Exception {
        Path elsewhere = directory.resolve("elsewhere");
        LocalAuthority.open(elsewhere, "origin");
        Path own = Files.createDirectory(directory.resolve("own"));
        Files.copy(elsewhere.resolve("ca.pem"), own.resolve("ca.pem"));
        Files.createSymbolicLink(own.resolve("ca.key"), elsewhere.resolve("ca.key"));
        assertThatThrownBy(() -> LocalAuthority.open(own, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a plain file");
    }

    @Test
    void directoryOfAnotherPurposeIsRefused() throws Exception {
        LocalAuthority.open(directory, "origin");
        assertThatThrownBy(() -> LocalAuthority.open(directory, "proxy"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not one for proxy");
    }

    @Test
    void authorityWhoseKeyIsGoneIsNotReplacedSilently() throws Exception {
        LocalAuthority.open(directory, "origin");
        Files.delete(directory.resolve("ca.key"));
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no key beside it");
    }

    @Test
    void keyOfAnotherAuthorityIsRefused() throws Exception {
        Path other = directory.resolve("other");
        LocalAuthority.open(other, "origin");
        Path own = directory.resolve("own");
        LocalAuthority.open(own, "origin");
        Files.writeString(own.resolve("ca.key"), Files.readString(other.resolve("ca.key")));
        assertThatThrownBy(() -> LocalAuthority.open(own, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the key of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----\n"})
    void damagedKeyIsRefusedWithoutShowingIt(String content) throws Exception {
        LocalAuthority.open(directory, "origin");
        Files.writeString(directory.resolve("ca.key"), content);
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ca.key is not a readable EC private key")
                .hasMessageNotContaining("!!");
    }

    @Test
    void hugeFileIsRefused() throws Exception {
        LocalAuthority.open(directory, "origin");
        Files.write(directory.resolve("ca.key"), new byte[100_000]);
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than");
    }

    @Test
    void leafInThePlaceOfTheAuthorityIsRefused() throws Exception {
        LocalAuthority authority = LocalAuthority.open(directory, "origin");
        Leaf leaf = authority.issue(List.of("Clearway-origin-CA"));
        Files.writeString(directory.resolve("ca.pem"), Pem.write(leaf.certificate()));
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin")).isInstanceOf(IOException.class);
    }

    @Test
    void expiredAuthorityIsRefused() throws Exception {
        LocalAuthority.open(directory, "origin");
        KeyPair pair = CertificateMaker.newKey();
        Instant then = Instant.now().minus(CertificateMaker.AUTHORITY_LIFE).minus(Duration.ofDays(1));
        X509Certificate old = CertificateMaker.authority(AuthorityStore.newCommonName("origin"), pair, then);
        Files.writeString(directory.resolve("ca.pem"), Pem.write(old));
        Files.writeString(directory.resolve("ca.key"), Pem.write(pair.getPrivate()));
        assertThatThrownBy(() -> LocalAuthority.open(directory, "origin"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expired at");
    }

    @Test
    void manyThatOpenAtOnceGetOneAuthority() throws Exception {
        Path own = directory.resolve("shared");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<X509Certificate>> openings = Stream.generate(() -> (Callable<X509Certificate>)
                            () -> LocalAuthority.open(own, "origin").certificate())
                    .limit(16)
                    .toList();
            for (Future<X509Certificate> opened : threads.invokeAll(openings)) {
                assertThat(opened.get())
                        .isEqualTo(LocalAuthority.open(own, "origin").certificate());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void nothingPrintsTheKey() throws Exception {
        LocalAuthority authority = LocalAuthority.open(directory, "origin");
        String key = Files.readString(directory.resolve("ca.key"), StandardCharsets.US_ASCII);
        String body = key.lines().skip(1).findFirst().orElseThrow();
        Leaf leaf = authority.issue(List.of("localhost"));
        String leafKey =
                Base64.getEncoder().encodeToString(leaf.key().getEncoded()).substring(0, 40);
        String printed = authority + " " + leaf + " " + authority.certificatePem();
        assertThat(printed).doesNotContain(body).doesNotContain(leafKey);
    }

    @Test
    void leafIsShortLivedBackDatedAndHasAKeyOfItsOwn() throws Exception {
        LocalAuthority authority = LocalAuthority.inMemory("origin");
        Leaf leaf = authority.issue(List.of("LOCALHOST", "127.0.0.1", "[::1]", "localhost"));
        X509Certificate certificate = leaf.certificate();
        Instant now = Instant.now();
        assertThat(certificate.getNotBefore()).isBefore(Date.from(now.minus(Duration.ofMinutes(50))));
        assertThat(leaf.expires()).isBetween(now.plus(Duration.ofDays(29)), now.plus(Duration.ofDays(31)));
        assertThat(certificate.getSerialNumber().bitLength()).isEqualTo(127);
        assertThat(((ECPublicKey) certificate.getPublicKey())
                        .getParams()
                        .getOrder()
                        .bitLength())
                .isEqualTo(256);
        assertThat(certificate.getPublicKey())
                .isNotEqualTo(authority.certificate().getPublicKey());
        assertThat(names(certificate)).containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        validate(leaf.chain(), authority);
    }

    @Test
    void leafNeverOutlivesItsAuthority() throws Exception {
        KeyPair pair = CertificateMaker.newKey();
        Instant then = Instant.now().minus(CertificateMaker.AUTHORITY_LIFE).plus(Duration.ofDays(2));
        X509Certificate old = CertificateMaker.authority("Clearway origin CA old", pair, then);
        X509Certificate leaf = CertificateMaker.leaf(
                List.of("localhost"),
                CertificateMaker.newKey().getPublic(),
                new Issuer(old, pair.getPrivate()),
                new CertificateMaker.Validity(Instant.now(), CertificateMaker.LEAF_LIFE));
        assertThat(leaf.getNotAfter()).isEqualTo(old.getNotAfter());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "a b", "a..b", "-a", "a-", "*.example.org", "a/b", "host:80", "exa\u00e4mple", "a\nb"})
    void whatIsNoNameIsRefused(String name) {
        LocalAuthority authority = LocalAuthority.inMemory("origin");
        assertThatIllegalArgumentException().isThrownBy(() -> authority.issue(List.of(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", "a b"})
    void purposeThatIsNoNameIsRefused(String purpose) {
        assertThatIllegalArgumentException().isThrownBy(() -> LocalAuthority.inMemory(purpose));
        assertThatIllegalArgumentException().isThrownBy(() -> LocalAuthority.defaultDirectory(purpose));
    }

    private static void validate(List<X509Certificate> chain, LocalAuthority authority) throws Exception {
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority.certificate(), null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain.subList(0, 1)), parameters);
    }

    private static List<Object> names(X509Certificate certificate) throws Exception {
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        return all.stream().<Object>map(entry -> entry.get(1)).toList();
    }

    private static String rights(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
