package dev.clearway.analysis.rules;

import static dev.clearway.analysis.Readings.findings;
import static dev.clearway.analysis.find.Certainty.LIKELY;
import static dev.clearway.analysis.find.Certainty.POSSIBLE;
import static dev.clearway.analysis.find.Certainty.PROVED;
import static dev.clearway.analysis.find.FindingId.CONNECTION_CHURN;
import static dev.clearway.analysis.find.FindingId.HELD_CONNECTIONS;
import static dev.clearway.analysis.find.FindingId.HTTP1_CONNECTION_LIMIT;
import static dev.clearway.analysis.find.FindingId.PROXY_SIDE_QUEUE;
import static dev.clearway.analysis.find.FindingId.RENDERER_QUEUEING;
import static dev.clearway.analysis.find.FindingId.SCHEDULER_QUEUEING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.HarText;
import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.NetlogText.Request;
import dev.clearway.analysis.TestCertificates;
import dev.clearway.journal.JournalLine;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import org.junit.jupiter.api.Test;

class BrowserAndHoldersTest {
    private static final String SITE = "https://shop.example.com";

    @Test
    void requestsHeldBackBeforeTheirStartAreTheSchedulers() {
        NetlogText log = new NetlogText().socket(900, 5, SITE, "http/1.1", "");
        for (int i = 0; i < 10; i++) {
            Request request = new Request(
                    10 + i, SITE + "/" + i, 1_000, 1_000 + 20L * i, 1_000 + 20L * i, 1_010 + 20L * i, 1_015 + 20L * i);
            log.http1(request, 5, SITE, "[direct://]", false);
        }

        assertThat(findings(log.document())).containsOnlyKeys(SCHEDULER_QUEUEING);
    }

    @Test
    void requestsHeldByAnExtensionAreNotTheSchedulers() {
        NetlogText log = new NetlogText().socket(900, 5, SITE, "http/1.1", "");
        for (int i = 0; i < 10; i++) {
            log.event(1_000, 10 + i, "IRRELEVANT", "");
            Request request = new Request(10 + i, SITE + "/" + i, 1_000, 1_200, 1_200, 1_210, 1_215);
            log.begin(999, 10 + i, "REQUEST_ALIVE", "\"url\":\"" + SITE + "\"");
            log.begin(999, 10 + i, "DELEGATE_INFO", "\"delegate_blocked_by\":\"extension Blocker\"");
            log.http1(request, 5, SITE, "[direct://]", false);
        }

        assertThat(findings(log.document())).doesNotContainKey(SCHEDULER_QUEUEING);
    }

    @Test
    void hiddenTabIsNotTheNetworks() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 20; i++) {
            har.add(new Entry(SITE + "/" + i, "h2", 0, 25L * i, 0, 20, "1"));
        }

        assertThat(findings(har.toString())).containsOnlyKeys(RENDERER_QUEUEING).containsValue(LIKELY);
    }

    @Test
    void ordinaryQueueingOfAHealthyPageIsNotTold() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 100; i++) {
            har.add(new Entry(SITE + "/" + i, "h2", 0, 100 + i, 1, 250, "1"));
        }

        assertThat(findings(har.toString())).isEmpty();
    }

    @Test
    void requestsHeldBackInTheBrowserWhileSixAreBusyAreLikelyTheSchedulers() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 60; i++) {
            long waited = 500L * (i / 6);
            boolean script = i % 2 == 0;
            har.add(new Entry(
                    SITE + "/" + i, "HTTP/1.1", 0, script ? waited : 0, script ? 0 : waited, 500, "c" + i % 6));
        }

        assertThat(findings(har.toString()))
                .containsEntry(SCHEDULER_QUEUEING, LIKELY)
                .containsKey(HTTP1_CONNECTION_LIMIT)
                .doesNotContainKey(RENDERER_QUEUEING);
    }

    @Test
    void eventStreamsThatHoldTheSixAreNamed() {
        NetlogText log = new NetlogText();
        for (int i = 0; i < 6; i++) {
            log.socket(900, 100 + i, SITE, "http/1.1", "");
            log.begin(999, 10 + i, "CORS_REQUEST", "\"request_headers\":{\"headers\":[\"Accept: text/event-stream\"]}");
            log.http1(
                    Request.of(10 + i, SITE + "/events/" + i, 1_000, 1_000, 30_000),
                    100 + i,
                    SITE,
                    "[direct://]",
                    false);
        }
        for (int i = 0; i < 4; i++) {
            log.http1(Request.of(40 + i, SITE + "/api/" + i, 2_000, 31_000, 20), 100 + i, SITE, "[direct://]", true);
        }

        assertThat(findings(log.document()))
                .containsEntry(HTTP1_CONNECTION_LIMIT, PROVED)
                .containsEntry(HELD_CONNECTIONS, PROVED);
    }

    @Test
    void busyButShortRequestsHoldNothing() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 60; i++) {
            har.add(new Entry(SITE + "/" + i, "HTTP/1.1", 0, 0, 300L * (i / 6), 300, "c" + i % 6));
        }

        assertThat(findings(har.toString())).doesNotContainKey(HELD_CONNECTIONS);
    }

    @Test
    void connectionsOfOneRequestEachAreChurn() {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 20; i++) {
            har.add(new Entry(SITE + "/" + i, "HTTP/1.1", 60L * i, 0, 0, 50, "c" + i));
        }

        assertThat(findings(har.toString())).containsOnlyKeys(CONNECTION_CHURN);
    }

    @Test
    void journalOfAProxyProvesItsOwnQueue() {
        StringBuilder journal = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            RequestLife life = RequestLife.of("" + i, "GET", SITE + "/" + i)
                    .issued(1_796_025_000_000_000L)
                    .waits(Waits.of(Wait.CONNECTION_LIMIT, 100_000L * (i / 5)))
                    .timings(new Timings(-1, -1, -1, 0, 100_000, 0))
                    .leg(new Leg("u" + i % 5, Protocol.HTTP_1, "http/1.1", "", "", "", ""))
                    .clientLeg(new Leg("c1", Protocol.HTTP_2, "h2", "", "", "", ""))
                    .build();
            journal.append(new String(JournalLine.write(life), UTF_8)).append('\n');
        }

        assertThat(findings(journal.toString()))
                .containsOnlyKeys(PROXY_SIDE_QUEUE)
                .containsValue(PROVED);
    }

    @Test
    void journalOfAClientProvesItsLimit() {
        StringBuilder journal = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            RequestLife life = RequestLife.of("" + i, "GET", SITE + "/" + i)
                    .issued(1_796_025_000_000_000L)
                    .waits(Waits.of(Wait.CONNECTION_LIMIT, 100_000L * (i / 5)))
                    .timings(new Timings(-1, -1, -1, 0, 100_000, 0))
                    .leg(new Leg("u" + i % 5, Protocol.HTTP_1, "http/1.1", "", "", "", ""))
                    .build();
            journal.append(new String(JournalLine.write(life), UTF_8)).append('\n');
        }

        assertThat(findings(journal.toString()))
                .containsEntry(HTTP1_CONNECTION_LIMIT, PROVED)
                .doesNotContainKey(PROXY_SIDE_QUEUE);
    }

    @Test
    void answersOneByOneBehindAProxyArePossiblyAQueueThere() {
        NetlogText log = new NetlogText()
                .socket(900, 5, SITE, "h2", TestCertificates.pem("zscaler"))
                .session(920, 6, 5, 100);
        for (int i = 0; i < 20; i++) {
            log.http2(Request.of(10 + i, SITE + "/" + i, 1_000 + i, 1_000 + i, 50 + 40L * i), 6, SITE, "[p:1]", false);
        }

        assertThat(findings(log.document())).containsEntry(PROXY_SIDE_QUEUE, POSSIBLE);
    }
}
