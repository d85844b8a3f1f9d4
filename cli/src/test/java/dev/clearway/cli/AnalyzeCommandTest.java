package dev.clearway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyzeCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private String six = "";
    private String calm = "";

    @BeforeEach
    void writeRecordings() throws IOException {
        six = recording("six.har", "HTTP/1.1", 6);
        calm = recording("calm.har", "h2", 100);
    }

    private int run(String... arguments) {
        return Main.run(arguments, new Screen(out, UTF_8, false, 120), new Screen(err, UTF_8, false, 120));
    }

    /** A page of 24 requests of 50 ms each over so many places. */
    private String recording(String name, String version, int places) throws IOException {
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            entries.append(i == 0 ? "" : ",")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"startedDateTime\":\"2026-11-30T08:18:12.000Z\",\"_connectionId\":\"%d\",\"request\":{\"method\":\"GET\","
                                    + "\"url\":\"https://shop.example/%d?token=secret\",\"httpVersion\":\"%s\"},\"response\":{\"status\":200},"
                                    + "\"timings\":{\"blocked\":%d,\"_blocked_queueing\":0,\"send\":0,\"wait\":50,\"receive\":0}}",
                            places > 6 ? 1 : 1 + i % places,
                            i,
                            version,
                            50 * (i / places)));
        }
        Path file = folder.resolve(name);
        Files.writeString(
                file,
                "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"WebInspector\",\"version\":\"1\"},\"entries\":["
                        + entries + "]}}");
        return file.toString();
    }

    @Test
    void findingsEndWithOneAndTheVerdictComesFirst() {
        assertThat(run("analyze", six)).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("18 requests", "http1-connection-limit (proved)", "shop.example");
        assertThat(out.toString(UTF_8)).doesNotContain("secret");
    }

    @Test
    void nothingFoundEndsWithZero() {
        assertThat(run("analyze", calm)).isZero();
    }

    @Test
    void unreadableFileEndsWithTwoAndAReason() throws IOException {
        Path file = Files.writeString(folder.resolve("x"), "hello");

        assertThat(run("analyze", file.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("neither a netlog nor a HAR file");
        assertThat(run("analyze", folder.resolve("absent").toString())).isEqualTo(2);
    }

    @Test
    void cutFileWithoutFindingsEndsWithThree() throws IOException {
        String whole = Files.readString(Path.of(calm));
        Path cut = Files.writeString(folder.resolve("cut.har"), whole.substring(0, whole.length() - 100));

        assertThat(run("analyze", cut.toString())).isEqualTo(3);
    }

    @Test
    void jsonOnStandardOutputStandsAlone() {
        assertThat(run("analyze", six, "--json", "-")).isEqualTo(1);
        assertThat(out.toString(UTF_8)).startsWith("{").endsWith("}\n").contains("\"findings\"", "\"waitSeconds\"");
        assertThat(err.toString(UTF_8)).contains("http1-connection-limit");
    }

    @Test
    void reportsAreWrittenWhereAskedFor() throws IOException {
        Path html = folder.resolve("r.html");
        Path png = folder.resolve("r.png");
        Path markdown = folder.resolve("r.md");
        Path json = folder.resolve("r.json");

        run("analyze", six, "--html", "" + html, "--png", "" + png, "--markdown", "" + markdown, "--json", "" + json);

        assertThat(Files.readString(html)).startsWith("<!doctype html>");
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
        assertThat(Files.readString(markdown)).startsWith("# ");
        assertThat(Files.readString(json)).startsWith("{");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void comparisonSaysWhatChanged() {
        assertThat(run("analyze", "--compare", six, calm)).isEqualTo(1);
        assertThat(out.toString(UTF_8)).containsPattern("Gone: [a-z0-9, -]*http1-connection-limit");
    }

    @Test
    void copyToShareTellsTheSameWithoutSecrets() throws IOException {
        Path copy = folder.resolve("copy.har");
        assertThat(run("analyze", six, "--redact", copy.toString())).isEqualTo(1);

        assertThat(Files.readString(copy)).doesNotContain("secret");
        assertThat(run("analyze", copy.toString())).isEqualTo(1);
    }

    @Test
    void unmaskIsLoud() {
        run("analyze", six, "--unmask", "--json", "-");

        assertThat(err.toString(UTF_8)).contains("UNMASKED");
    }

    @Test
    void selectionNarrowsWhatIsJudged() {
        assertThat(run("analyze", six, "--host", "other.example")).isZero();
        assertThat(run("analyze", six, "--since", "2027-01-01T00:00:00Z")).isZero();
        assertThat(run("analyze", six, "--host", "*.example")).isEqualTo(1);
    }

    @Test
    void wrongArgumentsEndWithTwo() {
        assertThat(run("analyze")).isEqualTo(2);
        assertThat(run("analyze", six, "--since", "yesterday")).isEqualTo(2);
        assertThat(run("analyze", six, calm, "--redact", folder.resolve("x.har").toString()))
                .isEqualTo(2);
        assertThat(run("analyze", six, "--json", "-", "--markdown", "-")).isEqualTo(2);
        assertThat(run("analyze", "--compare", six)).isEqualTo(2);
    }

    @Test
    void recordingIsNeverOverwritten() throws IOException {
        String before = Files.readString(Path.of(six));

        for (String option : List.of("--json", "--markdown", "--html", "--png", "--redact")) {
            assertThat(run("analyze", six, option, six)).as(option).isEqualTo(2);
        }
        assertThat(Files.readString(Path.of(six))).isEqualTo(before);
        assertThat(err.toString(UTF_8)).contains("would overwrite the recording");
    }

    @Test
    void pageAndPictureShowSeveralRecordings() throws IOException {
        Path html = folder.resolve("r.html");
        Path png = folder.resolve("r.png");

        run("analyze", six, calm, "--html", "" + html, "--png", "" + png);
        assertThat(Files.readString(html))
                .contains("2 recordings", "id=\"r0\"", "id=\"r1\"")
                .doesNotContain("secret");
        int both = ImageIO.read(png.toFile()).getHeight();

        run("analyze", "--compare", six, calm, "--html", "" + html, "--png", "" + png);
        assertThat(Files.readString(html)).contains("six.har → calm.har", "What changed", "Gone: ");

        run("analyze", six, "--png", "" + png);
        assertThat(ImageIO.read(png.toFile()).getHeight()).isLessThan(both);
    }

    @ParameterizedTest
    @CsvSource({
        "--host, shop.example, 24",
        "--host, *.example, 24",
        "--host, other.example, 0",
        "--since, 2026-11-30T08:18:12Z, 24",
        "--since, 2026-11-30T08:18:12.001Z, 0",
        "--until, 2026-11-30T08:18:12Z, 0",
        "--until, 2026-11-30T09:18:12.001+01:00, 24",
        "--page, page_1, 0",
    })
    void selectionHoldsForEveryOutput(String option, String value, int requests) throws IOException {
        Path html = folder.resolve("r.html");
        Path markdown = folder.resolve("r.md");

        run("analyze", six, option, value, "--html", "" + html, "--markdown", "" + markdown, "--json", "-");

        String count = requests + " requests selected";
        assertThat(err.toString(UTF_8)).contains(count);
        assertThat(out.toString(UTF_8)).contains("\"requests\" : " + requests + ",");
        assertThat(Files.readString(html)).contains(count);
        assertThat(Files.readString(html).split("\\[\"/log/entries/", -1)).hasSize(requests + 1);
        assertThat(Files.readString(markdown)).contains(count);
    }

    @Test
    void selectionOfNothingSaysSo() {
        run("analyze", six, "--host", "other.example");

        assertThat(out.toString(UTF_8))
                .contains("None of the recording's requests is among those that were asked for.")
                .contains("24 requests are not among those");
    }
}
