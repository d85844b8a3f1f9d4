package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher itself, in a small tree of its own, with a Maven and a Java that only tell what they were asked to do. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {
    private static final String MAVEN = """
            #!/bin/sh
            echo "$@" >>"$CALLS"
            [ -z "${SLOW:-}" ] || sleep "$SLOW"
            if grep -q broken lab/src/main/Source.java; then echo "[ERROR] Source.java: broken"; exit 1; fi
            mkdir -p cli/target/unchecked/lib
            echo jar >cli/target/unchecked/lib/other.jar
            echo jar >cli/target/unchecked/clearway-cli-1.jar
            """;

    private static final String JAVA = """
            #!/bin/sh
            for last in "$@"; do :; done
            case "$*" in *DumpLoadedClassList*|*Xshare:dump*) exit 0 ;; esac
            echo "ran $last in $PWD"
            """;

    @TempDir
    Path temporary;

    private Path tree;
    private Path jdk;
    private Path calls;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(temporary.resolve("a tree/with spaces"));
        jdk = Files.createDirectories(temporary.resolve("jdk"));
        calls = temporary.resolve("calls");
        Path launcher = Path.of("..", "clearway").toAbsolutePath().normalize();
        Files.copy(launcher, tree.resolve("clearway"), StandardCopyOption.COPY_ATTRIBUTES);
        write(tree.resolve("pom.xml"), "<project/>");
        write(tree.resolve("cli/pom.xml"), "<project/>");
        write(tree.resolve("lab/pom.xml"), "<project/>");
        write(tree.resolve("lab/src/main/Source.java"), "class Source {}");
        script(temporary.resolve("bin/mvn"), MAVEN);
        script(jdk.resolve("bin/java"), JAVA);
        script(jdk.resolve("bin/javac"), JAVA);
        write(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.1\"\n");
    }

    @Test
    void firstRunBuildsAndTheNextOnesDoNot() throws Exception {
        Ended first = launch(tree, "./clearway", "one");
        Ended second = launch(tree, "./clearway", "two");
        assertThat(first.out).isEqualTo("ran one in " + tree.toRealPath() + "\n");
        assertThat(first.err).contains("clearway: building");
        assertThat(second).isEqualTo(new Ended(0, "ran two in " + tree.toRealPath() + "\n", ""));
        assertThat(calls).content().hasLineCount(1).contains("-pl cli -am");
    }

    @Test
    void changedSourceIsBuiltAgainAndAnOldOneIsStillThere() throws Exception {
        launch(tree, "./clearway", "one");
        write(tree.resolve("lab/src/main/Source.java"), "class Source { int changed; }");
        launch(tree, "./clearway", "two");
        write(tree.resolve("lab/src/main/Source.java"), "class Source {}");
        launch(tree, "./clearway", "three");
        assertThat(calls).content().hasLineCount(2);
    }

    @Test
    void failedBuildShowsWhyAndLeavesNothingToRun() throws Exception {
        write(tree.resolve("lab/src/main/Source.java"), "broken");
        Ended broken = launch(tree, "./clearway", "one");
        assertThat(broken.code).isEqualTo(3);
        assertThat(broken.out).isEmpty();
        assertThat(broken.err).contains("[ERROR] Source.java: broken").contains("the build failed");
        assertThat(builds()).isEmpty();
        write(tree.resolve("lab/src/main/Source.java"), "mended");
        assertThat(launch(tree, "./clearway", "two").out).startsWith("ran two");
    }

    @Test
    void interruptedBuildLeavesNothingToRun() throws Exception {
        Process process = start(tree, "30", "./clearway", "one");
        await(process);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        assertThat(builds()).isEmpty();
        assertThat(launch(tree, "./clearway", "two").out).startsWith("ran two");
    }

    @Test
    void twoLaunchedAtOnceBuildOnce() throws Exception {
        Process one = start(tree, "1", "./clearway", "one");
        Process other = start(tree, "1", "./clearway", "other");
        assertThat(ended(one).out).startsWith("ran one");
        assertThat(ended(other).out).startsWith("ran other");
        assertThat(calls).content().hasLineCount(1);
    }

    @Test
    void linkIsFollowedAndTheDirectoryOfTheCallerKept() throws Exception {
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(temporary.resolve("inner"), Path.of("a tree/with spaces/clearway"));
        Files.createSymbolicLink(elsewhere.resolve("outer"), Path.of("../inner"));
        assertThat(launch(elsewhere, "./outer", "one").out).isEqualTo("ran one in " + elsewhere.toRealPath() + "\n");
    }

    @Test
    void javaThatIsTooOldIsRefusedWithAdvice() throws Exception {
        write(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Ended ended = launch(tree, "./clearway", "one");
        assertThat(ended.code).isEqualTo(3);
        assertThat(ended.err).contains("11.0.2").contains("17 or newer");
        assertThat(calls).doesNotExist();
    }

    /**
     * How a launch ended.
     *
     * @param code its exit code
     * @param out what it printed to standard output
     * @param err what it printed to standard error
     */
    private record Ended(int code, String out, String err) {}

    private Ended launch(Path directory, String... line) throws Exception {
        return ended(start(directory, "", line));
    }

    private Process start(Path directory, String seconds, String... line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(line))).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("CALLS", calls.toString());
        builder.environment().put("SLOW", seconds);
        builder.environment().remove("CLEARWAY_JAVA_OPTS");
        builder.environment().merge("PATH", temporary.resolve("bin") + ":", (path, own) -> own + path);
        return builder.start();
    }

    private static Ended ended(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out, err);
    }

    /** Waits until the launcher has called Maven. */
    private void await(Process process) throws InterruptedException {
        while (!Files.exists(calls) && process.isAlive()) {
            process.waitFor(10, TimeUnit.MILLISECONDS);
        }
    }

    private List<Path> builds() throws IOException {
        try (Stream<Path> files = Files.list(tree.resolve("target/clearway"))) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9].*"))
                    .toList();
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String text) throws IOException {
        write(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
