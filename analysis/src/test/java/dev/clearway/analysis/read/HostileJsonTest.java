package dev.clearway.analysis.read;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.HarText;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.NetlogText.Request;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.report.HtmlReport;
import dev.clearway.analysis.report.JsonReport;
import dev.clearway.analysis.report.MarkdownReport;
import dev.clearway.analysis.report.PngReport;
import dev.clearway.analysis.report.TextReport;
import dev.clearway.journal.Timings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that nobody's browser writes: each is read as far as it goes, and what is odd is said. */
class HostileJsonTest {
    private static final String SITE = "https://shop.example.com";
    private static final String GOOD = entry(SITE + "/good", "\"blocked\":0,\"send\":0,\"wait\":50,\"receive\":1");

    private static String entry(String url, String timings) {
        return "{\"startedDateTime\":\"2026-11-30T08:18:12Z\",\"request\":{\"method\":\"GET\",\"url\":\"" + url
                + "\",\"httpVersion\":\"HTTP/1.1\"},\"response\":{\"status\":200},\"timings\":{" + timings + "}}";
    }

    /** What is read of a file that holds an odd entry and a good one; every report of it can be written. */
    private static Recording read(String odd) throws IOException {
        return reported(
                Readings.read(new HarText("WebInspector").raw(odd).raw(GOOD).toString()));
    }

    private static Recording reported(Recording recording) {
        Analysis analysis = Analysis.of(recording);
        assertThat(TextReport.of(analysis) + JsonReport.of(analysis) + MarkdownReport.of(analysis))
                .doesNotContain("NaN", "Infinity");
        assertThat(HtmlReport.of(analysis)).endsWith("</html>\n");
        assertThat(PngReport.of(analysis)).isNotEmpty();
        return recording;
    }

    @Test
    void memberThatStandsTwiceIsReported() throws IOException {
        Recording recording =
                read(entry(SITE + "/a", "\"blocked\":1,\"blocked\":9000,\"send\":0,\"wait\":50,\"receive\":1"));

        assertThat(recording.notes())
                .extracting(Note::text)
                .anySatisfy(text -> assertThat(text).contains("two members of one name"));
        assertThat(recording.notes()).extracting(Note::pointer).contains("/log/entries/0");
        assertThat(recording.requests().get(0).waits().total()).isEqualTo(1_000);
    }

    @Test
    void eventThatSaysOneThingTwiceIsReported() throws IOException {
        NetlogText log = new NetlogText();
        log.http1(Request.of(10, SITE + "/a", 1_000, 1_000, 10), 5, SITE, "[direct://]", false);
        String text = log.document().replaceFirst("\"method\":\"GET\"", "\"method\":\"GET\",\"method\":\"PUT\"");

        Recording recording = reported(Readings.read(text));

        assertThat(recording.notes())
                .extracting(Note::text)
                .contains("An event says one thing twice; the first holds.");
        assertThat(recording.requests().get(0).method()).isEqualTo("GET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "1e999",
                "-1e999",
                "9007199254740993",
                "99999999999999999999999999",
                "1e-400",
                "\"\"",
                "\"x\"",
                "null",
                "true",
                "[]",
                "{}",
                "-1000",
                "864000001"
            })
    void oddDurationIsUnknownAndHurtsNoOther(String odd) throws IOException {
        String timings = "\"blocked\":" + odd + ",\"send\":" + odd + ",\"wait\":" + odd + ",\"receive\":" + odd;

        Recording recording = read(entry(SITE + "/odd", timings));

        assertThat(recording.requests()).hasSize(2);
        assertThat(recording.requests()).allSatisfy(life -> {
            assertThat(life.waits().total()).isBetween(0L, 864_000_000_000L);
            assertThat(life.timings().receive()).isBetween(Timings.UNKNOWN, 864_000_000_000L);
        });
    }

    @Test
    void numberOfAHundredThousandDigitsCostsItsEntryAlone() throws IOException {
        Recording recording = read(entry(SITE + "/odd", "\"wait\":" + "9".repeat(100_000)));

        assertThat(recording.requests()).hasSize(1);
        assertThat(recording.extent().skipped()).isEqualTo(1);
    }

    @Test
    void bracketsAMillionDeepCostTheirEntryAlone() throws IOException {
        Recording recording = read("[".repeat(1_000_000) + "]".repeat(1_000_000));

        assertThat(recording.requests()).hasSize(1);
        assertThat(recording.extent().skipped()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\ud800\\ud800", "\\u0000", "\\u202e", "\\ufeff"})
    void loneSurrogatesAndControlsReachNoReport(String odd) throws IOException {
        Recording recording = read(entry(SITE + "/" + odd, "\"wait\":1"));
        Analysis analysis = Analysis.of(recording);

        assertThat(TextReport.of(analysis)).doesNotContainPattern("[\\p{Cc}&&[^\n]]|\\p{Cf}|\\p{Cs}");
        assertThat(HtmlReport.of(analysis).codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
        assertThat(JsonReport.of(analysis).getBytes(UTF_8)).isNotEmpty();
    }

    @Test
    void bytesThatAreNotUtf8CostNothing() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        String[] parts = new HarText("WebInspector").raw(GOOD).toString().split("good", -1);
        file.write(parts[0].getBytes(UTF_8));
        file.write(new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF, (byte) 0xED, (byte) 0xA0, (byte) 0x80});
        file.write(parts[1].getBytes(UTF_8));

        assertThat(reported(Readings.read(file.toByteArray())).requests()).hasSize(1);
    }

    @Test
    void utf16IsRefusedInEitherOrder() {
        byte[] bigEndian = ("\uFEFF" + new HarText("WebInspector").raw(GOOD)).getBytes(UTF_16BE);

        assertThatThrownBy(() -> Readings.read(bigEndian)).hasMessageContaining("UTF-16");
    }

    @Test
    void idsBeyondWhatADoubleHoldsStayApart() throws IOException {
        long large = (1L << 53) + 1;
        NetlogText log = new NetlogText();
        log.http1(Request.of(large, SITE + "/a", 1_000, 1_000, 10), 5, SITE, "[direct://]", false);
        log.http1(Request.of(large + 1_000_000, SITE + "/b", 1_000, 1_000, 10), 5, SITE, "[direct://]", false);

        assertThat(Readings.read(log.document()).requests())
                .extracting(life -> life.id())
                .containsExactlyInAnyOrder(Long.toString(large), Long.toString(large + 1_000_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1969-12-31T23:59:59Z", "2100-01-02T00:00:00Z", "+999999-01-01T00:00:00Z", "2026-13-40T99:00:00Z"
            })
    void dateOutsideThisWorldIsFlagged(String date) throws IOException {
        Recording recording = read(entry(SITE + "/odd", "\"wait\":1").replace("2026-11-30T08:18:12Z", date));

        assertThat(recording.requests()).hasSize(2);
        assertThat(recording.notes())
                .extracting(Note::text)
                .anySatisfy(text -> assertThat(text).contains("unknown"));
    }

    @Test
    void fileWithoutAListOfEntriesIsNotAcquitted() throws IOException {
        Recording none = Readings.read("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\"}}}");
        Recording empty = Readings.read("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\"},\"entries\":[]}}");

        assertThat(Analysis.of(none).verdict().outcome().exitCode()).isEqualTo(3);
        assertThat(Analysis.of(empty).verdict().outcome().exitCode()).isZero();
    }
}
