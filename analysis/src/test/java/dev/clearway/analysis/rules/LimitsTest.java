package dev.clearway.analysis.rules;

import static dev.clearway.analysis.Readings.findings;
import static dev.clearway.analysis.Readings.read;
import static dev.clearway.analysis.find.Certainty.LIKELY;
import static dev.clearway.analysis.find.Certainty.POSSIBLE;
import static dev.clearway.analysis.find.Certainty.PROVED;
import static dev.clearway.analysis.find.FindingId.HTTP1_CONNECTION_LIMIT;
import static dev.clearway.analysis.find.FindingId.HTTP2_STREAM_LIMIT;
import static dev.clearway.analysis.find.FindingId.LOW_STREAM_LIMIT_OF_PROXY;
import static dev.clearway.analysis.find.FindingId.PROXY_CONNECTION_CAP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.HarText;
import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.NetlogText.Request;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.TestCertificates;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.WaitFigures;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final Page PAGE = new Page("https://shop.example.com", "[direct://]", 24, 50);

    private static Finding finding(String text) throws IOException {
        return Analysis.of(read(text)).findings().get(0);
    }

    @Test
    void stalledRequestsAreCountedWithTheirWaits() throws IOException {
        Finding found =
                finding(Pages.http1(new NetlogText(), PAGE, "http/1.1", "").document());

        assertThat(found.id()).isEqualTo(HTTP1_CONNECTION_LIMIT);
        assertThat(found.certainty()).isEqualTo(PROVED);
        assertThat(found.requests()).hasSize(18);
        // Three further waves of six: 50, 100 and 150 ms each.
        assertThat(found.waits()).isEqualTo(new WaitFigures(18, 1_800_000, 150_000, 100_000));
        assertThat(found.evidence()).anySatisfy(e -> assertThat(e.pointer()).startsWith("/events/"));
    }

    @Test
    void sixConnectionsThatStayBusyProveItInAHarFile() throws IOException {
        Finding found = finding(Pages.har(PAGE, "HTTP/1.1", 6, true).toString());

        assertThat(found.id()).isEqualTo(HTTP1_CONNECTION_LIMIT);
        assertThat(found.certainty()).isEqualTo(PROVED);
        assertThat(found.waits()).isEqualTo(new WaitFigures(18, 1_800_000, 150_000, 100_000));
    }

    @Test
    void plateauWithoutConnectionIdsIsLikely() {
        assertThat(findings(Pages.har(PAGE, "HTTP/1.1", 6, false).toString()))
                .containsEntry(HTTP1_CONNECTION_LIMIT, LIKELY);
    }

    @Test
    void plateauThatIsNoBrowsersLimitSaysNothing() {
        assertThat(findings(Pages.har(PAGE, "HTTP/1.1", 11, true).toString())).isEmpty();
    }

    @Test
    void waitsThatEndTogetherAreNoLimit() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 24; i++) {
            har.add(new Entry("https://shop.example.com/" + i, "HTTP/1.1", 0, 0, 200, 50, Integer.toString(i % 6)));
        }

        assertThat(findings(har.toString())).isEmpty();
    }

    @Test
    void shortWaitsAreNotTold() {
        Page quick = new Page("https://shop.example.com", "[direct://]", 12, 3);

        assertThat(findings(Pages.http1(new NetlogText(), quick, "http/1.1", "").document()))
                .isEmpty();
    }

    @Test
    void stalledPreconnectHurtsNobody() {
        NetlogText log = new NetlogText();
        log.begin(
                1_000, 2, "HTTP_STREAM_JOB_CONTROLLER", "\"is_preconnect\":true,\"url\":\"https://shop.example.com/\"");
        log.event(1_000, 3, "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKETS", "\"group_id\":\"https://shop.example.com\"");
        log.event(1_000, 3, "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP", "");

        assertThat(findings(log.document())).isEmpty();
    }

    @Test
    void requestThatStillWaitsWhenTheLogEndsCounts() throws IOException {
        NetlogText log = new NetlogText();
        String url = "https://shop.example.com/";
        for (long id = 1; id <= 2; id++) {
            log.begin(1_000, id, "REQUEST_ALIVE", "\"url\":\"" + url + "\"");
            log.begin(1_000, id, "URL_REQUEST_START_JOB", "\"method\":\"GET\",\"url\":\"" + url + "\"");
            log.begin(1_000, id, "HTTP_STREAM_REQUEST", "");
            log.event(1_000, id, "HTTP_STREAM_JOB_CONTROLLER_BOUND", NetlogText.dependency(id + 10));
            log.event(1_000, id + 10, "HTTP_STREAM_REQUEST_STARTED_JOB", NetlogText.dependency(id + 20));
            log.event(1_000, id + 20, "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKET", "\"group_id\":\"" + url + "\"");
            log.event(1_000, id + 20, "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP", "");
        }
        log.socket(1_000, 50, "https://shop.example.com", "http/1.1", "");
        log.http1(Request.of(60, url, 1_000, 1_000, 9_000), 50, url, "[direct://]", false);

        Finding found = finding(log.document());
        assertThat(found.id()).isEqualTo(HTTP1_CONNECTION_LIMIT);
        assertThat(found.waits().longest()).isEqualTo(9_000_000);
    }

    @Test
    void streamsThatRunOutAreToldWithTheirLimit() throws IOException {
        Finding found = finding(Pages.http2(new NetlogText(), PAGE, 4, "").document());

        assertThat(found.id()).isEqualTo(HTTP2_STREAM_LIMIT);
        assertThat(found.certainty()).isEqualTo(PROVED);
        assertThat(found.requests()).hasSize(20);
        assertThat(found.cause()).contains("(4)");
        assertThat(found.evidence()).anySatisfy(e -> assertThat(e.text()).contains("the peer allows 4 streams"));
    }

    @Test
    void streamsThatSufficeAreNotTold() {
        assertThat(findings(Pages.http2(new NetlogText(), PAGE, 100, "").document()))
                .isEmpty();
    }

    @Test
    void harFileMakesAStreamLimitLikelyAtMost() {
        assertThat(findings(Pages.har(PAGE, "h2", 4, true).toString())).containsEntry(HTTP2_STREAM_LIMIT, LIKELY);
    }

    @Test
    void lowLimitBehindAnInterceptorIsTheInterceptors() {
        NetlogText log = Pages.http2(new NetlogText(), PAGE, 10, TestCertificates.pem("zscaler"));

        assertThat(findings(log.document()))
                .containsEntry(LOW_STREAM_LIMIT_OF_PROXY, PROVED)
                .containsEntry(HTTP2_STREAM_LIMIT, PROVED);
    }

    @Test
    void lowLimitOfAnHonestSiteIsNotTheProxys() {
        assertThat(findings(Pages.http2(new NetlogText(), PAGE, 10, TestCertificates.pem("public"))
                        .document()))
                .doesNotContainKey(LOW_STREAM_LIMIT_OF_PROXY);
    }

    @Test
    void fullPoolThroughAProxyIsTold() {
        NetlogText log = new NetlogText();
        for (int i = 0; i < 40; i++) {
            String origin = "https://h" + i % 20 + ".example.com";
            log.socket(1_000, 500 + i, origin, "http/1.1", "");
            Request request = Request.of(10 + i, origin + "/" + i, 1_000, i < 32 ? 1_000 : 1_500, 500);
            log.http1(request, 500 + i, origin, "[10.0.0.1:3128]", false);
            if (i >= 32) {
                log.event(1_000, request.id() + 20_000, "SOCKET_POOL_STALLED_MAX_SOCKETS", "");
            }
        }

        // The events of one request come together in these logs, so the stall has to be told before the socket is
        // bound.
        String text = inOrderOfTime(log.document());
        assertThat(findings(text)).containsEntry(PROXY_CONNECTION_CAP, PROVED);
    }

    /** The same log with its events sorted by time. */
    private static String inOrderOfTime(String log) {
        int start = log.indexOf("\"events\": [\n") + 12;
        int end = log.indexOf("],\n\"polledData\"");
        String events = java.util.Arrays.stream(log.substring(start, end).split(",\n"))
                .sorted(java.util.Comparator.comparingLong(
                        event -> Long.parseLong(event.replaceAll(".*\"time\":\"(\\d+)\".*", "$1"))))
                .collect(java.util.stream.Collectors.joining(",\n"));
        return log.substring(0, start) + events + log.substring(end);
    }

    @Test
    void cappedNumberOfShortExchangesIsPossible() {
        HarText har = new HarText("WebInspector");
        // Four at a time, each 5 ms, with pauses of 10 ms in between in which nobody is in flight.
        for (int i = 0; i < 32; i++) {
            har.add(new Entry("https://shop.example.com/" + i, "h2", 0, 0, 15L * (i / 4), 5, "1"));
        }

        assertThat(findings(har.toString())).containsEntry(HTTP2_STREAM_LIMIT, POSSIBLE);
    }
}
