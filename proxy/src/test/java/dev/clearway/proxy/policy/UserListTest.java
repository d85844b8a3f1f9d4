package dev.clearway.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and what is never told. */
class UserListTest {
    @TempDir
    private Path directory;

    @Test
    void eachUserOfAFileIsLetInByTheirOwnPassword() throws Exception {
        UserList users = UserList.ofFile(file("# who\n\nann:se:cret\nbob:pässword\n"));
        assertThat(users.accepts(basic("ann:se:cret"))).isTrue();
        assertThat(users.accepts(basic("bob:pässword"))).isTrue();
        assertThat(users.accepts("bAsIc  " + basic("ann:se:cret").substring(6))).isTrue();
        assertThat(users.accepts(basic("ann:pässword"))).isFalse();
        assertThat(users.accepts(basic("ANN:se:cret"))).isFalse();
        assertThat(users.accepts(basic("ann:se:cre"))).isFalse();
        assertThat(users.accepts(basic("ann:se:cret2"))).isFalse();
        assertThat(users.accepts(basic("# who"))).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "Basic", "Basic ", "Basic !!", "Bearer YW5uOnNlY3JldA==", "YW5uOnNlY3JldA==", "Basic ="})
    void whatIsNoCredentialIsRefused(@Nullable String authorization) throws Exception {
        assertThat(UserList.ofVariable("X", "ann:secret").accepts(authorization))
                .isFalse();
    }

    @Test
    void hugeCredentialIsRefused() throws Exception {
        assertThat(UserList.ofVariable("X", "ann:secret").accepts(basic("ann:" + "x".repeat(100_000))))
                .isFalse();
    }

    @Test
    void challengeNamesTheSchemeAndTheRealm() throws Exception {
        assertThat(UserList.ofVariable("X", "ann:secret").challenge())
                .startsWith("Basic realm=\"Clearway proxy\"")
                .doesNotContain("ann");
    }

    @Test
    void nothingPrintsAPassword() throws Exception {
        UserList users = UserList.ofVariable("X", "ann:secret");
        assertThat(users.toString()).doesNotContain("secret").doesNotContain("ann");
        assertThatThrownBy(() -> UserList.ofFile(file("secret")))
                .hasMessageContaining("line 1")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> UserList.ofVariable("X", "secret")).hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--"})
    void fileThatOthersCanReadIsRefused(String rights) throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        Path file = file("ann:secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
        assertThatThrownBy(() -> UserList.ofFile(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(rights);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#ann:secret", "ann", "ann:", ":secret", "ann:se\tcret"})
    void whatNamesNoUserIsRefused(String text) {
        assertThatThrownBy(() -> UserList.ofFile(file(text))).isInstanceOf(IOException.class);
    }

    @Test
    void variableThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> UserList.ofVariable("PROXY_USER", null)).hasMessageContaining("PROXY_USER");
    }

    private Path file(String text) throws IOException {
        Path file = directory.resolve("users");
        Files.deleteIfExists(file);
        Files.writeString(file, text);
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }
}
