package dev.clearway.lab.page.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.journal.Protocol;
import dev.clearway.lab.page.Mode;
import dev.clearway.lab.page.ModeResult;
import dev.clearway.lab.page.PageExperiment;
import dev.clearway.lab.page.PageListener;
import dev.clearway.lab.page.PagePlan;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.Served;
import dev.clearway.lab.page.Turn;
import dev.clearway.lab.page.load.BrowserLikeClient;
import dev.clearway.lab.page.measure.ProxyFigures;
import dev.clearway.lab.report.Paint;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The experiment with a client in place of the browser, and every form of its report. */
class PageReportTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("clearway-calibration");

    @TempDir
    Path directory;

    private static PageReport report(PageListener listener, Duration roundTrip) throws IOException {
        PagePlan plan = new PagePlan(
                List.of(Mode.named("direct"), Mode.named("direct-fewer")), Served.SMALL, 2, roundTrip, null);
        try (PageExperiment experiment = new PageExperiment(plan, new BrowserLikeClient(), "a <client>", listener)) {
            return experiment.run();
        }
    }

    @Test
    void modesTakeTurnsAndTheFirstRunIsApart() throws IOException {
        List<String> order = new ArrayList<>();
        PageReport report = report(
                new PageListener() {
                    @Override
                    public void loaded(Mode mode, Turn turn, double doneSeconds) {
                        order.add(mode.name() + " " + turn.label(2));
                    }
                },
                Duration.ofMillis(30));
        assertThat(order)
                .containsExactly(
                        "direct first run",
                        "direct-fewer first run",
                        "direct run 1 of 2",
                        "direct-fewer run 1 of 2",
                        "direct run 2 of 2",
                        "direct-fewer run 2 of 2",
                        "direct recorded",
                        "direct-fewer recorded");
        assertThat(report.results()).hasSize(2).allSatisfy(result -> {
            assertThat(result.runs()).hasSize(2);
            assertThat(result.figures().connections()).isEqualTo(1);
            assertThat(result.server().requests()).isEqualTo(result.figures().requests());
            assertThat(result.server().joined()).isEqualTo(result.figures().requests());
            assertThat(result.server().took().max())
                    .isGreaterThanOrEqualTo(report.site().longest().toMillis() / 1000.0);
            assertThat(result.server().beyond().median()).isPositive();
            assertThat(result.proxy()).isNull();
            assertThat(result.figures().ttfb().median()).isGreaterThan(0.03);
        });
        assertThat(report.holds()).isTrue();
    }

    @Test
    void serverAndProxyTellOfTheSameRequests() throws IOException {
        PagePlan plan = new PagePlan(List.of(Mode.named("proxy-h1")), Served.SMALL, 1, Duration.ZERO, null);
        PageReport report;
        try (PageExperiment experiment =
                new PageExperiment(plan, new BrowserLikeClient(), "a client", new PageListener() {})) {
            report = experiment.run();
        }
        ModeResult result = report.results().get(0);
        assertThat(result.server().joined()).isEqualTo(61);
        ProxyFigures proxy = Objects.requireNonNull(result.proxy());
        assertThat(proxy.requests()).isEqualTo(61);
        assertThat(proxy.clientConnections()).isEqualTo(6);
        assertThat(proxy.clientProtocols()).containsOnlyKeys(Protocol.HTTP_1);
        assertThat(proxy.upstreamConnections()).isEqualTo(1);
        assertThat(proxy.upstreamProtocols()).containsOnlyKeys(Protocol.HTTP_2);
        Path results = directory.resolve("results");
        ResultFiles.in(results).write(report, ResultFiles.Netlogs.DROPPED);
        Recording journal = Recordings.read(results.resolve("proxy-h1.journal.jsonl"), ReadOptions.DEFAULT);
        assertThat(journal.requests()).hasSize(61);
        byte[] har = Files.readAllBytes(results.resolve("proxy-h1.har"));
        assertThat(Json.parse(har, har.length).get("log").get("entries").elements())
                .hasSize(61)
                .allSatisfy(entry -> {
                    assertThat(entry.get("_server").number(-1)).isNotNegative();
                    assertThat(entry.get("_proxyWait").number(-1)).isNotNegative();
                });
    }

    @Test
    void everyFormTellsTheSameFigures() throws IOException {
        PageReport report = report(new PageListener() {}, Duration.ZERO);
        List<Path> written = ResultFiles.in(directory.resolve("results")).write(report, ResultFiles.Netlogs.DROPPED);
        assertThat(written)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "results.json",
                        "comparison.md",
                        "report.html",
                        "waterfall.png",
                        "direct.har",
                        "direct-fewer.har");
        byte[] bytes = Files.readAllBytes(written.get(0));
        Json json = Json.parse(bytes, bytes.length);
        Json direct = json.get("modes").elements().get(0);
        assertThat(direct.get("name").text()).isEqualTo("direct");
        assertThat(direct.get("protocols").get("h2").integer(0)).isEqualTo(61);
        assertThat(direct.get("requestsPerConnection").get("max").integer(0)).isEqualTo(61);
        assertThat(direct.get("runs").elements()).hasSize(2);
        assertThat(direct.get("medianSeconds").number(0)).isPositive();
        assertThat(json.get("page").get("delaySumSeconds").number(0))
                .isEqualTo(report.site().sum().toMillis() / 1000.0);
        assertThat(Files.readString(written.get(1))).contains("| direct | ", "| direct-fewer | ", "## Arithmetic");
        String html = Files.readString(written.get(2));
        assertThat(html)
                .contains("<svg class=\"panel\"", "default-src 'none'", "a &lt;client&gt;")
                .doesNotContain("<script", "a <client>");
        assertThat(Files.readAllBytes(written.get(3))).startsWith(0x89, 'P', 'N', 'G');
        assertThat(String.join("\n", PageText.lines(report, 200, Paint.NONE)))
                .contains("direct-fewer", "held       direct: 61 requests, 0 failed");
    }

    @Test
    void placeThatCannotBeWrittenToIsFoundOutFirst() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> ResultFiles.in(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write to " + file);
    }

    @Test
    void nothingIsLeftWhereAFileCannotBeReplaced() throws IOException {
        PageReport report = report(new PageListener() {}, Duration.ZERO);
        Path results = directory.resolve("results");
        ResultFiles files = ResultFiles.in(results);
        Files.createDirectories(results.resolve("results.json").resolve("in the way"));
        assertThatThrownBy(() -> files.write(report, ResultFiles.Netlogs.DROPPED))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write to " + results);
        try (Stream<Path> left = Files.list(results)) {
            assertThat(left).extracting(path -> path.getFileName().toString()).containsExactly("results.json");
        }
    }
}
