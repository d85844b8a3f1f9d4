package dev.clearway.analysis;

import static dev.clearway.analysis.find.FindingId.DOWNGRADED;
import static dev.clearway.analysis.find.FindingId.HTTP1_CONNECTION_LIMIT;
import static dev.clearway.analysis.find.FindingId.HTTP2_STREAM_LIMIT;
import static dev.clearway.analysis.find.FindingId.INTERCEPTED;
import static dev.clearway.analysis.find.FindingId.NO_HTTP2_AT_ORIGIN;
import static dev.clearway.analysis.find.FindingId.RENDERER_QUEUEING;
import static dev.clearway.analysis.find.FindingId.SCHEDULER_QUEUEING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings of a page in Chromium 156, made for this: what happened in them is known. */
class LabRecordingsTest {

    private static Analysis analysis(String sample) throws IOException {
        return Analysis.of(Recordings.read(Lab.file(sample), ReadOptions.DEFAULT));
    }

    private static Map<FindingId, Certainty> found(String sample) throws IOException {
        return Readings.findings(analysis(sample));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mitm-explicit-h1-stalled.json.gz", "devtools-mitm-h1.pair.json.gz"})
    void downgradingProxyIsProved(String sample) throws IOException {
        assertThat(found(sample))
                .containsOnlyKeys(DOWNGRADED, INTERCEPTED, HTTP1_CONNECTION_LIMIT)
                .containsEntry(DOWNGRADED, Certainty.PROVED)
                .containsEntry(INTERCEPTED, Certainty.PROVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h1-direct-stalled.json.gz",
                "h1-direct.ndjson.gz",
                "h1-killed-unclosed.json.gz",
                "h1-direct-happyeyeballsv3.json.gz"
            })
    void originWithoutHttp2IsNoDowngrade(String sample) throws IOException {
        assertThat(found(sample))
                .containsEntry(HTTP1_CONNECTION_LIMIT, Certainty.PROVED)
                .containsKeys(NO_HTTP2_AT_ORIGIN, SCHEDULER_QUEUEING)
                .doesNotContainKeys(DOWNGRADED, INTERCEPTED);
    }

    @Test
    void inspectionThatKeepsHttp2IsOnlyThat() throws IOException {
        assertThat(found("mitm-explicit-h2.json.gz")).containsOnlyKeys(INTERCEPTED);
    }

    @Test
    void directHttp2HasNothing() throws IOException {
        Analysis analysis = analysis("h2-direct.json.gz");

        assertThat(analysis.findings()).isEmpty();
        assertThat(analysis.verdict().outcome()).isEqualTo(Outcome.NOTHING_FOUND);
    }

    @Test
    void fourStreamsAreTooFew() throws IOException {
        assertThat(found("h2-max4-stalled.json.gz"))
                .containsOnlyKeys(HTTP2_STREAM_LIMIT)
                .containsValue(Certainty.PROVED);
        assertThat(found("devtools-h2max4.pair.har.gz")).containsOnlyKeys(HTTP2_STREAM_LIMIT);
    }

    @Test
    void hiddenTabIsNotALimit() throws IOException {
        assertThat(found("devtools-hiddentab-mitm-h1.pair.json.gz")).doesNotContainKey(HTTP1_CONNECTION_LIMIT);
        assertThat(found("devtools-hiddentab-mitm-h1.pair.har.gz"))
                .containsKey(RENDERER_QUEUEING)
                .doesNotContainKey(HTTP1_CONNECTION_LIMIT);
    }

    @Test
    void headlineSaysWhereTheTimeReallyWent() throws IOException {
        assertThat(analysis("devtools-hiddentab-mitm-h1.pair.har.gz").verdict().headline())
                .contains("taken away", "but it is the browser itself that 32 requests waited for");
        assertThat(analysis("mitm-explicit-h1-stalled.json.gz").verdict().headline())
                .contains("taken away", "20 requests waited", "for a connection");
    }

    @Test
    void everyFindingHasEvidenceCauseAndRemediesAndDoubtsHaveWhatSettlesThem() throws IOException {
        for (String name : List.of(
                "mitm-explicit-h1-stalled.json.gz",
                "mitm-explicit-h2.json.gz",
                "h1-direct-stalled.json.gz",
                "h1-direct.ndjson.gz",
                "h2-max4-stalled.json.gz",
                "devtools-h2max4.pair.har.gz",
                "devtools-hiddentab-mitm-h1.pair.har.gz",
                "devtools-mitm-h1.pair.har.gz")) {
            assertThat(analysis(name).findings()).isNotEmpty().allSatisfy(finding -> {
                assertThat(finding.cause()).as(name).endsWith(".");
                assertThat(finding.evidence()).as("%s %s", name, finding.id()).isNotEmpty();
                assertThat(finding.remedies()).as("%s %s", name, finding.id()).isNotEmpty();
                assertThat(finding.remedies().get(0)).as(name).doesNotStartWith("Or ");
                if (finding.certainty() != Certainty.PROVED) {
                    assertThat(finding.settles())
                            .as("%s %s", name, finding.id())
                            .isNotEmpty();
                }
            });
        }
    }

    @Test
    void netlogAndHarOfOneRunAgree() throws IOException {
        Analysis netlog = analysis("devtools-mitm-h1.pair.json.gz");
        Analysis har = analysis("devtools-mitm-h1.pair.har.gz");

        assertThat(Readings.findings(har).keySet())
                .isEqualTo(Readings.findings(netlog).keySet());
        Host one = netlog.hosts().get(0);
        Host other = har.hosts().get(0);
        assertThat(other.requests()).hasSameSizeAs(one.requests());
        assertThat(other.protocols()).isEqualTo(one.protocols());
        assertThat(other.connections()).isEqualTo(one.connections());
        assertThat((double) median(other)).isCloseTo((double) median(one), within(0.05 * median(one)));
    }

    private static long median(Host host) {
        return WaitFigures.of(host.requests().stream()
                        .map(RequestLife::waits)
                        .map(waits -> waits.network())
                        .toList())
                .median();
    }
}
