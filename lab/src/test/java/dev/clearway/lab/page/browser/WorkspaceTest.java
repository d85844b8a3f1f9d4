package dev.clearway.lab.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Nothing is left behind, however the process ends. */
class WorkspaceTest {
    /** The process that is killed: opens a workspace, starts a browser in it if it can, says where and who, and waits. */
    static final class Victim {
        public static void main(String[] arguments) throws Exception {
            Workspace workspace = Workspace.open();
            Files.writeString(workspace.directory("profile").resolve("file"), "x");
            long pid = 0;
            if (arguments.length > 0) {
                BrowserProgram program = new BrowserProgram(Path.of(arguments[0]));
                Browser browser = Browser.start(
                        program,
                        new BrowserOptions(null, java.util.List.of(), null, BrowserOptions.Reach.LOOPBACK, false),
                        workspace,
                        "browser");
                pid = browser.pid();
            }
            System.out.println(pid + " " + workspace.directory());
            LockSupport.park();
        }
    }

    @Test
    void directoryIsTheOwnersAloneAndGoneAfterwards() throws IOException {
        Path directory;
        try (Workspace workspace = Workspace.open()) {
            directory = workspace.directory();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                    .isEqualTo("rwx------");
            Path file = workspace.directory("some").resolve("file");
            assertThatThrownBy(() -> workspace.written(file)).hasMessageContaining("is there room on that disk?");
            Files.writeString(file, "");
            assertThatThrownBy(() -> workspace.written(file)).hasMessageContaining("is there room on that disk?");
            Files.writeString(file, "x");
            assertThat(workspace.written(file)).isEqualTo(file);
        }
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void processThatMakesItsDirectoryAnewLeavesNone() throws IOException {
        Path directory;
        Process process;
        try (Workspace workspace = Workspace.open()) {
            directory = workspace.directory();
            process = workspace.start(
                    new ProcessBuilder("/bin/sh", "-c", "sleep 0.3; mkdir -p \"$0/profile\"", directory.toString()));
        }
        assertThat(process.isAlive()).isFalse();
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void nothingStartsOnceItIsClosed() throws IOException {
        Workspace workspace = Workspace.open();
        workspace.close();
        assertThatThrownBy(() -> workspace.start(new ProcessBuilder("sleep", "60")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void programThatDoesNotStartLeavesNothingToWaitFor() throws IOException {
        Path directory;
        try (Workspace workspace = Workspace.open()) {
            directory = workspace.directory();
            assertThatThrownBy(() -> workspace.start(new ProcessBuilder(directory + "/absent")))
                    .hasMessageContaining("absent");
        }
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void directoryIsGoneWhenTheProcessIsKilled() throws Exception {
        Process victim = victim("");
        try (BufferedReader said = victim.inputReader()) {
            Path directory = Path.of(said.readLine().split(" ", 2)[1]);
            assertThat(Files.exists(directory)).isTrue();
            victim.destroyForcibly().waitFor();
            assertThat(goneInTime(() -> !Files.exists(directory))).isTrue();
        }
    }

    @Test
    void browserIsGoneToo() throws Exception {
        Process victim = victim(InstalledBrowser.orSkip().path().toString());
        try (BufferedReader said = victim.inputReader()) {
            String[] words = said.readLine().split(" ", 2);
            ProcessHandle browser = ProcessHandle.of(Long.parseLong(words[0])).orElseThrow();
            assertThat(browser.isAlive()).isTrue();
            victim.destroyForcibly().waitFor();
            assertThat(goneInTime(() -> !browser.isAlive() && !Files.exists(Path.of(words[1]))))
                    .isTrue();
        }
    }

    private static Process victim(String browser) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName());
        if (!browser.isEmpty()) {
            builder.command().add(browser);
        }
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static boolean goneInTime(java.util.function.BooleanSupplier gone) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!gone.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        return gone.getAsBoolean();
    }
}
