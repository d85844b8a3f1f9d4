package dev.clearway.analysis.read.har;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.HarText;
import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OddHarFilesTest {
    private static final Entry GOOD = new Entry("https://a.example/good", "h2", 0, 0, 10, 20, "1");

    private static String entry(String members) {
        return "{\"startedDateTime\":\"2026-11-30T08:18:12.5Z\",\"request\":{\"method\":\"GET\",\"url\":\"https://a.example/\"},"
                + "\"response\":{\"status\":200}," + members + "}";
    }

    private static RequestLife only(String creator, String entry) throws IOException {
        Recording recording = Readings.read(new HarText(creator).raw(entry).toString());
        assertThat(recording.requests()).hasSize(1);
        return recording.requests().get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"startedDateTime\":null,\"request\":{\"url\":\"https://a.example/\"}}",
                "{\"startedDateTime\":\"\",\"request\":{\"url\":\"https://a.example/\"},\"timings\":{}}",
                "{\"startedDateTime\":\"Mon, 30 Nov 2026\",\"request\":{\"url\":\"https://a.example/\"},\"timings\":{\"wait\":1}}",
                "{\"startedDateTime\":\"1823-01-01T00:00:00Z\",\"request\":{\"url\":\"https://a.example/\"},\"timings\":{}}",
                "{\"request\":{\"url\":\"https://a.example/\"},\"timings\":{\"send\":\"x\",\"wait\":[],\"receive\":NaN}}",
                "{\"request\":{\"url\":\"https://a.example/\"},\"timings\":{\"wait\":1e300}}",
                "{\"request\":{\"url\":\"https://a.example/\"},\"response\":null,\"timings\":null}",
                "{\"request\":{\"url\":\"https://a.example/\",\"headers\":3},\"response\":{\"headers\":{},\"content\":[]}}",
                "{\"request\":{}}",
                "{\"request\":[]}",
                "[]",
                "7",
                "\"text\"",
                "{\"request\":{\"url\":\"https://a.example/\"},\"serverIPAddress\":\"not an address\",\"time\":null}",
            })
    void deviationIsNotedAndLeavesOtherEntriesAlone(String odd) throws IOException {
        Recording recording = Readings.read(
                new HarText("WebInspector").add(GOOD).raw(odd).add(GOOD).toString());

        assertThat(recording.requests().stream().filter(r -> r.url().endsWith("/good")))
                .hasSize(2)
                .allSatisfy(r -> {
                    assertThat(r.waits()).isEqualTo(Waits.of(Wait.BLOCKED, 10_000));
                    assertThat(r.timings().firstByte()).isEqualTo(20_000);
                });
        assertThat(recording.notes()).isNotEmpty();
        assertThat(recording.notes()).extracting(Note::pointer).contains("/log/entries/1");
    }

    @Test
    void tlsIsPartOfConnectAndCountedOnce() throws IOException {
        RequestLife life = only(
                "WebInspector", entry("\"timings\":{\"connect\":120,\"ssl\":80,\"send\":0,\"wait\":1,\"receive\":0}"));

        assertThat(life.timings().opening()).isEqualTo(120_000);
        assertThat(life.timings().tls()).isEqualTo(80_000);
    }

    @Test
    void mitmproxyPutsTlsBesideConnect() throws IOException {
        RequestLife life = only(
                "mitmproxy", entry("\"timings\":{\"connect\":120,\"ssl\":80,\"send\":0,\"wait\":1,\"receive\":0}"));

        assertThat(life.timings().opening()).isEqualTo(200_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-1000", "-0.5"})
    void whatDoesNotApplyIsUnknown(String negative) throws IOException {
        RequestLife life = only(
                "WebInspector",
                entry("\"timings\":{\"blocked\":" + negative + ",\"dns\":" + negative + ",\"connect\":" + negative
                        + ",\"send\":0,\"wait\":1,\"receive\":0}"));

        assertThat(life.timings().connect()).isEqualTo(Timings.UNKNOWN);
        assertThat(life.waits()).isEqualTo(Waits.NONE);
    }

    @Test
    void sumThatDiffersIsNotedAndRoundingIsNot() throws IOException {
        HarText har = new HarText("WebInspector");
        har.raw(entry("\"time\":101,\"timings\":{\"send\":0,\"wait\":100,\"receive\":0}"));
        assertThat(Readings.read(har.toString()).notes()).isEmpty();

        har.raw(entry("\"time\":500,\"timings\":{\"send\":0,\"wait\":100,\"receive\":0}"));
        assertThat(Readings.read(har.toString()).notes())
                .extracting(Note::pointer)
                .containsExactly("/log/entries/1");
    }

    @Test
    void chromeHarStartsAfterTheQueue() throws IOException {
        RequestLife life = only(
                "chrome-har",
                entry("\"timings\":{\"_queued\":100,\"blocked\":7,\"send\":0,\"wait\":50,\"receive\":0}"));
        RequestLife devtools = only(
                "WebInspector",
                entry("\"timings\":{\"_blocked_queueing\":100,\"blocked\":107,\"send\":0,\"wait\":50,\"receive\":0}"));

        assertThat(devtools.issuedMicros() - life.issuedMicros()).isEqualTo(100_000);
        assertThat(life.waits()).isEqualTo(devtools.waits());
    }

    @Test
    void connectionIsAPortWhereItIsOne() throws IOException {
        assertThat(only("WebInspector", entry("\"connection\":\"4711\"")).leg().connection())
                .isEqualTo("4711");
        assertThat(only("Firefox", entry("\"connection\":\"4711\"")).leg().connection())
                .isEmpty();
        assertThat(only("WebInspector", entry("\"connection\":\"443\"")).leg().connection())
                .isEmpty();
        RequestLife chrome = only(
                "WebInspector",
                entry("\"connection\":\"3128\",\"_connectionId\":\"96\",\"serverIPAddress\":\"10.0.0.1\""));
        assertThat(chrome.leg().connection()).isEqualTo("96");
        assertThat(chrome.leg().proxy()).isEqualTo("10.0.0.1:3128");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"request\":{\"url\":\"https://a.example/\",\"httpVersion\":\"HTTP/2\"}; HTTP_2",
                "\"request\":{\"url\":\"https://a.example/\",\"httpVersion\":\"unknown\"},\"response\":{\"httpVersion\":\"h3\"}; HTTP_3",
                "\"request\":{\"url\":\"https://a.example/\",\"httpVersion\":\"me:\"},\"_protocol\":\"HTTP/2\"; HTTP_2",
                "\"request\":{\"url\":\"https://a.example/\",\"httpVersion\":\"1.1\"},\"_protocol\":\"HTTP/2\"; HTTP_2",
                "\"request\":{\"url\":\"https://a.example/\",\"headers\":[{\"name\":\":authority\",\"value\":\"a\"}]}; HTTP_2",
                "\"request\":{\"url\":\"https://a.example/\",\"headers\":[[\":authority\",\"a\"]]}; HTTP_2",
                "\"request\":{\"url\":\"https://a.example/\",\"httpVersion\":\"unknown\"}; UNKNOWN",
                "\"request\":{\"url\":\"https://a.example/\"}; UNKNOWN",
            })
    void protocolIsTakenFromWhereItStands(String members, Protocol expected) throws IOException {
        String entry = "{\"startedDateTime\":\"2026-11-30T08:18:12Z\"," + members + "}";
        assertThat(only("WebPagetest", entry).leg().protocol()).isEqualTo(expected);
    }

    @Test
    void recorderWithoutQueueingTimesCannotTell() throws IOException {
        String entry = entry("\"timings\":{\"send\":0,\"wait\":50,\"receive\":9000}");

        assertThat(Readings.read(new HarText("Playwright").raw(entry).toString())
                        .tellsWaits())
                .isFalse();
    }

    @Test
    void answersWithoutTheNetworkAreLeftOut() throws IOException {
        HarText har = new HarText("WebInspector");
        har.raw("{\"request\":{\"url\":\"data:text/plain,x\"}}");
        har.raw("{\"request\":{\"url\":\"blob:https://a.example/1\"}}");
        har.raw("{\"request\":{\"url\":\"https://a.example/\"},\"_fromCache\":\"memory\"}");

        assertThat(Readings.read(har.toString()).requests()).isEmpty();
    }
}
