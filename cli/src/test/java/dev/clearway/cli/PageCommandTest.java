package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.clearway.lab.page.browser.BrowserMissingException;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A page of the user's own; what needs a browser is skipped where there is none. */
class PageCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("process reaper");

    @TempDir
    Path directory;

    @Test
    void pageIsMeasuredAndReported() throws IOException {
        try {
            BrowserProgram.find(System.getenv("CHROME"), System.getenv("PATH"));
        } catch (BrowserMissingException e) {
            abort("skipped: " + e.getMessage());
        }
        try (OriginServer origin =
                OriginServer.builder().name("mine").listen(OriginPort.TLS, 0).start()) {
            Path ca = Files.writeString(
                    directory.resolve("ca.pem"), origin.authority().certificatePem());
            Path results = directory.resolve("results");
            Run run = Run.of(
                    "page",
                    origin.uri(OriginPort.TLS, "/whoami?secret=1").toString(),
                    "--runs",
                    "1",
                    "--cacert",
                    ca.toString(),
                    "--out",
                    results.toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
            assertThat(run.out()).contains("direct   run 1 of 1: ", "Written: ");
            assertThat(results.resolve("report.html")).isNotEmptyFile();
            assertThat(Files.readString(results.resolve("direct.har")))
                    .contains("/whoami")
                    .doesNotContain("secret=1");
        }
    }

    @Test
    void wrongArgumentsAreSaid() {
        String results = directory.toString();
        assertThat(Run.of("page", "shop.example", "--out", results).err()).contains("not an address of a page");
        assertThat(Run.of("page", "https://shop.example/", "--proxy", "nowhere", "--out", results)
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(Run.of("page", "https://shop.example/", "--cacert", results + "/none", "--out", results)
                        .err())
                .contains("there is no such file");
        assertThat(Run.of("page", "https://shop.example/", "--runs", "0", "--out", results)
                        .err())
                .contains("runs must be 1 to 100");
    }
}
