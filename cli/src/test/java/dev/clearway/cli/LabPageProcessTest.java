package dev.clearway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.clearway.lab.page.browser.BrowserMissingException;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page experiment as a process that ends before it is through: nothing of it is left. */
class LabPageProcessTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("process reaper");

    /** The document comes at once, the one call that it makes after half a minute: there is time to end it all. */
    private static final String[] LONG = {
        "--mode=direct", "--scripts=0", "--images=0", "--fetches=1", "--delay-min=30000", "--delay-max=30000"
    };

    @TempDir
    Path directory;

    private Path temporary;
    private Path results;
    private @Nullable Process started;

    @BeforeEach
    void makeDirectories() throws IOException {
        temporary = Files.createDirectory(directory.resolve("temporary"));
        results = directory.resolve("results");
    }

    @AfterEach
    void endTheProcess() {
        Process process = started;
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void needBrowser() throws IOException {
        try {
            BrowserProgram.find(System.getenv("CHROME"), System.getenv("PATH"));
        } catch (BrowserMissingException e) {
            abort("skipped: " + e.getMessage());
        }
    }

    private Process start(String... arguments) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("-XX:TieredStopAtLevel=1");
        line.add("-Djava.io.tmpdir=" + temporary);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "lab", "page"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectError(directory.resolve("errors").toFile());
        builder.environment().remove("DISPLAY");
        builder.environment().remove("WAYLAND_DISPLAY");
        Process process = builder.start();
        started = process;
        return process;
    }

    private Process startLongRun() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(LONG));
        arguments.addAll(List.of("--out", results.toString()));
        Process process = start(arguments.toArray(String[]::new));
        Eventually.holds(() -> !process.isAlive() || browsers().findAny().isPresent());
        assertThat(browsers()).as(errors()).isNotEmpty();
        return process;
    }

    /** Processes of browsers whose profile lies in our directory: nobody else's. */
    private Stream<ProcessHandle> browsers() {
        return ProcessHandle.allProcesses()
                .filter(handle -> handle.info()
                        .commandLine()
                        .filter(text -> text.contains("--user-data-dir=" + temporary))
                        .isPresent());
    }

    private String errors() {
        try {
            return Files.readString(directory.resolve("errors"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void nothingIsLeft() throws IOException {
        Eventually.holds(() -> browsers().findAny().isEmpty() && isEmpty(temporary), this::whatIsLeft);
        assertThat(isEmpty(results)).isTrue();
    }

    private String whatIsLeft() {
        try (Stream<Path> files = Files.walk(temporary, 3)) {
            return files.toList() + ", " + browsers().map(ProcessHandle::info).toList() + ", it said: " + errors();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean isEmpty(Path path) {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .findAny()
                    .isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void runThatIsInterruptedSaysSoAndLeavesNothing() throws Exception {
        needBrowser();
        Process process = startLongRun();
        process.destroy();
        assertThat(exitCode(process)).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(errors()).contains("interrupted; no report was written");
        nothingIsLeft();
    }

    @Test
    void runThatIsKilledLeavesNothing() throws Exception {
        needBrowser();
        Process process = startLongRun();
        process.destroyForcibly();
        exitCode(process);
        nothingIsLeft();
    }

    @Test
    void browserThatIsKilledIsNamedAndLeavesNothing() throws Exception {
        needBrowser();
        Process process = startLongRun();
        browsers().forEach(ProcessHandle::destroyForcibly);
        assertThat(exitCode(process)).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).contains("direct could not be loaded: the browser has ended");
        nothingIsLeft();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void openServesThePageUntilToldToEnd() throws Exception {
        Process process = start("--open", "proxy-h1");
        String command;
        try (BufferedReader printed = process.inputReader(UTF_8)) {
            assertThat(printed.readLine()).as(errors()).contains("No window can be shown here");
            command = printed.readLine();
        }
        assertThat(command)
                .contains("--proxy-server=127.0.0.1:", "--ignore-certificate-errors-spki-list=", "https://localhost:");
        Matcher url = Pattern.compile("https://localhost:(\\d+)/page").matcher(command);
        assertThat(url.find()).isTrue();
        int port = Integer.parseInt(url.group(1));
        try (Socket reached = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(reached.isConnected()).isTrue();
        }
        process.destroy();
        assertThat(exitCode(process)).isEqualTo(ExitCode.OK);
        assertThat(isEmpty(temporary)).isTrue();
    }
}
