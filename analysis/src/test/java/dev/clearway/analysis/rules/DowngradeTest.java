package dev.clearway.analysis.rules;

import static dev.clearway.analysis.Readings.findings;
import static dev.clearway.analysis.Readings.read;
import static dev.clearway.analysis.find.Certainty.LIKELY;
import static dev.clearway.analysis.find.Certainty.POSSIBLE;
import static dev.clearway.analysis.find.Certainty.PROVED;
import static dev.clearway.analysis.find.FindingId.DOWNGRADED;
import static dev.clearway.analysis.find.FindingId.HTTP1_CONNECTION_LIMIT;
import static dev.clearway.analysis.find.FindingId.HTTP2_OFF_IN_BROWSER;
import static dev.clearway.analysis.find.FindingId.INTERCEPTED;
import static dev.clearway.analysis.find.FindingId.NO_HTTP2_AT_ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.HarText;
import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.TestCertificates;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DowngradeTest {
    private static final Page PROXIED = new Page("https://shop.example.com", "[10.0.0.1:3128]", 24, 50);
    private static final Page DIRECT = new Page("https://shop.example.com", "[direct://]", 24, 50);
    private static final String ZSCALER = TestCertificates.pem("zscaler");
    private static final String PRIVATE = TestCertificates.pem("private");
    private static final String PUBLIC = TestCertificates.pem("public");

    private static long firstSocket(Page page) {
        return 1_000L * (1 + Math.abs(page.origin().hashCode() % 500));
    }

    @Test
    void interceptorAndCapableSiteProveIt() {
        NetlogText log = Pages.http1(new NetlogText().offeringHttp3(), PROXIED, "http/1.1", ZSCALER);

        assertThat(findings(log.document()))
                .containsEntry(DOWNGRADED, PROVED)
                .containsEntry(INTERCEPTED, PROVED)
                .containsEntry(HTTP1_CONNECTION_LIMIT, PROVED)
                .doesNotContainKey(NO_HTTP2_AT_ORIGIN);
    }

    @Test
    void peerThatChoosesNoProtocolCountsAsHttp1() {
        NetlogText log = Pages.http1(new NetlogText(), DIRECT, "unknown", ZSCALER);

        assertThat(findings(log.document())).containsEntry(DOWNGRADED, LIKELY).containsEntry(INTERCEPTED, PROVED);
    }

    @Test
    void interceptorAloneMakesItLikely() {
        assertThat(findings(Pages.http1(new NetlogText(), PROXIED, "http/1.1", ZSCALER)
                        .document()))
                .containsEntry(DOWNGRADED, LIKELY);
    }

    @Test
    void publicCertificateMakesItTheSitesOwn() {
        NetlogText log =
                Pages.http1(new NetlogText(), DIRECT, "http/1.1", PUBLIC).verdict(1_020, firstSocket(DIRECT), true, 0);

        assertThat(findings(log.document()))
                .containsEntry(NO_HTTP2_AT_ORIGIN, PROVED)
                .doesNotContainKeys(DOWNGRADED, INTERCEPTED);
    }

    @Test
    void siteThatOffersHttp3OverAPublicCertificateIsNotDowngraded() {
        NetlogText log = Pages.http1(new NetlogText().offeringHttp3(), DIRECT, "http/1.1", PUBLIC)
                .verdict(1_020, firstSocket(DIRECT), true, 0);

        assertThat(findings(log.document())).doesNotContainKeys(DOWNGRADED, INTERCEPTED);
    }

    @Test
    void privateAuthorityForAPublicNameIsNoMoreThanPossible() {
        NetlogText log = Pages.http1(new NetlogText(), DIRECT, "http/1.1", PRIVATE)
                .verdict(1_020, firstSocket(DIRECT), false, 0);

        assertThat(findings(log.document()))
                .containsEntry(INTERCEPTED, POSSIBLE)
                .doesNotContainKey(DOWNGRADED);
    }

    @Test
    void privateAuthorityForAPrivateNameSaysNothing() {
        Page lab = new Page("https://lab.test:8443", "[direct://]", 24, 50);
        NetlogText log =
                Pages.http1(new NetlogText(), lab, "http/1.1", PRIVATE).verdict(1_020, firstSocket(lab), false, 0);

        assertThat(findings(log.document()))
                .containsEntry(NO_HTTP2_AT_ORIGIN, POSSIBLE)
                .doesNotContainKeys(DOWNGRADED, INTERCEPTED);
    }

    @Test
    void privateAuthorityForAWellKnownSiteProvesInterception() {
        Page site = new Page("https://www.google.com", "[direct://]", 24, 50);
        NetlogText log =
                Pages.http1(new NetlogText(), site, "http/1.1", PRIVATE).verdict(1_020, firstSocket(site), false, 0);

        assertThat(findings(log.document())).containsEntry(INTERCEPTED, PROVED);
    }

    @Test
    void onePrivateAuthorityForTwoSitesMakesInterceptionLikely() {
        Page other = new Page("https://news.example.org", "[direct://]", 6, 50);
        NetlogText log =
                Pages.http1(new NetlogText(), DIRECT, "h2", PRIVATE).verdict(1_020, firstSocket(DIRECT), false, 0);
        Pages.http1(log, other, "http/1.1", PRIVATE).verdict(1_020, firstSocket(other), false, 0);

        assertThat(findings(log.document())).containsEntry(INTERCEPTED, LIKELY);
    }

    @Test
    void browsersOwnListOfInterceptorsProvesIt() {
        NetlogText log = Pages.http1(new NetlogText(), DIRECT, "http/1.1", PRIVATE)
                .verdict(1_020, firstSocket(DIRECT), false, 4096);

        assertThat(findings(log.document())).containsEntry(INTERCEPTED, PROVED);
    }

    @Test
    void inspectionThatKeepsHttp2IsNoDowngrade() {
        assertThat(findings(Pages.http2(new NetlogText(), PROXIED, 100, ZSCALER).document()))
                .containsOnlyKeys(INTERCEPTED);
    }

    @Test
    void browserWithHttp2OffIsToBlameItself() {
        NetlogText log = Pages.http1(new NetlogText(), DIRECT, "http/1.1", "")
                .polled("\"spdyStatus\":{\"enable_http2\":false,\"alpn_protos\":\"http/1.1\"}");

        assertThat(findings(log.document()))
                .containsEntry(HTTP2_OFF_IN_BROWSER, PROVED)
                .doesNotContainKeys(DOWNGRADED, NO_HTTP2_AT_ORIGIN);
        assertThat(findings(
                        Pages.http1(new NetlogText().commandLine("chrome --disable-http2 x"), DIRECT, "http/1.1", "")
                                .lines()))
                .containsEntry(HTTP2_OFF_IN_BROWSER, PROVED);
    }

    @Test
    void otherRecordingOfTheSameSiteProvesWhatItCanDo() throws IOException {
        String before =
                Pages.http1(new NetlogText(), PROXIED, "http/1.1", ZSCALER).document();
        String after = Pages.http2(new NetlogText(), DIRECT, 100, PUBLIC).document();

        List<Analysis> both = Analysis.of(List.of(read(before), read(after)));

        assertThat(Readings.findings(both.get(0))).containsEntry(DOWNGRADED, PROVED);
        assertThat(Readings.findings(both.get(1))).doesNotContainKey(DOWNGRADED);
    }

    @Test
    void otherRecordingWithoutAnInterceptorMayBeTheSiteOfAnotherDay() throws IOException {
        String before = Pages.http1(new NetlogText(), DIRECT, "http/1.1", "").document();
        String after = Pages.http2(new NetlogText(), DIRECT, 100, "").document();

        Analysis analysis = Analysis.of(List.of(read(before), read(after))).get(0);

        assertThat(Readings.findings(analysis))
                .containsEntry(DOWNGRADED, POSSIBLE)
                .containsEntry(NO_HTTP2_AT_ORIGIN, POSSIBLE);
        assertThat(analysis.verdict().headline()).startsWith("Possibly: ");
    }

    @Test
    void harFileShowsNoIssuerAndProvesNothing() {
        HarText har = new HarText("WebInspector");
        String altSvc = "{\"name\":\"Alt-Svc\",\"value\":\"h3=\\\":443\\\"\"}";
        har.add(new Entry("https://shop.example.com/", "HTTP/1.1", 0, 0, 0, 20, "1"), altSvc);

        assertThat(findings(har.toString())).containsEntry(DOWNGRADED, LIKELY).containsEntry(INTERCEPTED, POSSIBLE);
    }

    @Test
    void fileOfAProgramThatIsNoBrowserMakesItNoMoreThanPossible() {
        String entry = "{\"startedDateTime\":\"2026-11-30T08:18:12Z\",\"request\":{\"method\":\"GET\",\"url\":"
                + "\"https://shop.example.com/\",\"httpVersion\":\"HTTP/1.1\"},\"response\":{\"status\":200,\"headers\":"
                + "[{\"name\":\"alt-svc\",\"value\":\"h3=\\\":443\\\"\"}]},\"timings\":{\"send\":0,\"wait\":50,\"receive\":1}}";

        assertThat(findings(new HarText("Charles Proxy").raw(entry).toString()))
                .containsEntry(DOWNGRADED, POSSIBLE)
                .doesNotContainKey(INTERCEPTED);
    }

    @Test
    void http1AloneShowsNothing() {
        HarText har = new HarText("WebInspector");
        har.add(new Entry("https://shop.example.com/", "HTTP/1.1", 0, 0, 0, 20, ""));

        assertThat(findings(har.toString())).isEmpty();
    }

    @Test
    void webSocketsOverHttp1AreNoDowngrade() {
        NetlogText log = new NetlogText();
        log.socket(1_000, 5, "https://shop.example.com", "http/1.1", ZSCALER);
        log.http1(
                NetlogText.Request.of(9, "wss://shop.example.com/live", 1_050, 1_060, 500),
                5,
                "https://shop.example.com",
                "[direct://]",
                false);

        assertThat(findings(log.document())).containsOnlyKeys(INTERCEPTED);
    }
}
