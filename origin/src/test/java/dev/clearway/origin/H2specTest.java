package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clearway.testkit.LeakExtension;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every case of h2spec 2.2.0, in the clear and over TLS. Its program is at hand for Linux on x86-64 only. */
@ExtendWith(LeakExtension.class)
class H2specTest {
    private static final String ARCHIVE = "/h2spec/2.2.0/h2spec_linux_amd64.tar.gz";
    private static final Pattern SUMMARY =
            Pattern.compile("(\\d+) tests, (\\d+) passed, (\\d+) skipped, (\\d+) failed");
    private static final int CASES = 145;
    private static final int TAR_BLOCK = 512;

    @TempDir
    private static Path directory;

    private static Path program;

    @BeforeAll
    static void unpack() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        assumeTrue(
                system.equals("linux") && (machine.equals("amd64") || machine.equals("x86_64")),
                () -> "h2spec is at hand for Linux on x86-64, this is " + system + " on " + machine);
        program = directory.resolve("h2spec");
        try (InputStream archive = H2specTest.class.getResourceAsStream(ARCHIVE);
                DataInputStream tar = new DataInputStream(new GZIPInputStream(archive))) {
            byte[] head = tar.readNBytes(TAR_BLOCK);
            assertThat(new String(head, 0, 6, StandardCharsets.US_ASCII)).isEqualTo("h2spec");
            int size = Integer.parseInt(new String(head, 124, 11, StandardCharsets.US_ASCII), 8);
            Files.write(program, tar.readNBytes(size));
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void everyCasePassesInTheClear() throws Exception {
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.H2C, 0).start()) {
            everyCasePasses(List.of("-p", Integer.toString(origin.port(OriginPort.H2C))));
        }
    }

    @Test
    void everyCasePassesOverTls() throws Exception {
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.TLS, 0).start()) {
            everyCasePasses(List.of("-p", Integer.toString(origin.port(OriginPort.TLS)), "-t", "-k"));
        }
    }

    private static void everyCasePasses(List<String> target) throws Exception {
        Path log = directory.resolve("h2spec.log");
        Process run = new ProcessBuilder(
                        Stream.concat(Stream.of(program.toString(), "-h", "127.0.0.1", "-o", "4"), target.stream())
                                .toList())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            run.destroyForcibly();
        }
        String output = Files.readString(log);
        Matcher summary = SUMMARY.matcher(output);
        assertThat(summary.find()).as(output).isTrue();
        String failures = output.substring(Math.max(0, output.indexOf("\nFailures:")));
        assertThat(summary.group(4)).as(failures).isEqualTo("0");
        assertThat(summary.group(2)).as(failures).isEqualTo(Integer.toString(CASES));
    }
}
