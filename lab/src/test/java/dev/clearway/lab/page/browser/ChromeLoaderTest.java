package dev.clearway.lab.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.journal.RequestLife;
import dev.clearway.lab.page.PageChecks;
import dev.clearway.lab.page.Served;
import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.load.HarFile;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TimedLoad;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.origin.OriginPort;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loads in a real browser; skipped where there is none. */
class ChromeLoaderTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("process reaper");

    private final BrowserProgram program = InstalledBrowser.orSkip();

    @Test
    void protocolOfEveryRequestAndTheNetlogAgreeOverHttp2() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256);
                Workspace workspace = Workspace.open()) {
            PageLoad load = new ChromeLoader(program, program.version(), workspace)
                    .record(served.access(OriginPort.TLS), "direct");
            LoadFigures figures = LoadFigures.of(load);
            assertThat(figures.requests()).isEqualTo(61);
            assertThat(figures.failed()).isZero();
            assertThat(figures.connections()).isEqualTo(1);
            assertThat(figures.protocolText()).isEqualTo("h2");
            assertThat(figures.nextHops()).isEqualTo(Map.of("h2", 61));
            assertThat(figures.issuers()).singleElement().asString().startsWith("Clearway origin CA");
            assertThat(figures.types())
                    .extracting(LoadFigures.TypeFigures::type)
                    .containsExactlyInAnyOrder("document", "script", "image", "fetch");
            NetlogFacts netlog = netlog(load, served);
            assertThat(netlog.requests()).isEqualTo(61);
            assertThat(netlog.connections()).isEqualTo(1);
            assertThat(netlog.groupStalls()).isZero();
            assertThat(netlog.streamStalls()).isZero();
            assertThat(netlog.maxStreams()).containsExactly(256L);
        }
    }

    @Test
    void waitIsTheSameByDevToolsNetlogAndArchiveOverHttp1() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256);
                Workspace workspace = Workspace.open()) {
            PageLoad load = new ChromeLoader(program, program.version(), workspace)
                    .record(served.access(OriginPort.TLS_HTTP1), "h1");
            LoadFigures figures = LoadFigures.of(load);
            assertThat(figures.connections()).isEqualTo(PageChecks.CONNECTIONS);
            assertThat(figures.protocolText()).isEqualTo("http/1.1");
            assertThat(load.doneSeconds()).isGreaterThan(PageChecks.floorSeconds(served.site()));
            NetlogFacts netlog = netlog(load, served);
            assertThat(netlog.connections()).isEqualTo(figures.connections());
            assertThat(netlog.alpn()).isEqualTo(Map.of("http/1.1", figures.connections() + netlog.unusedConnections()));
            assertThat(netlog.groupStalls()).isPositive();
            Recording har = Recordings.read(archive(load, workspace), ReadOptions.DEFAULT);
            LoadFigures archived = LoadFigures.of(new PageLoad(load.timed(), har, null));
            assertThat(archived.waited()).isEqualTo(figures.waited());
            assertThat(archived.connections()).isEqualTo(figures.connections());
            assertThat(archived.protocols()).isEqualTo(figures.protocols());
            double ofImages = median(load.recording());
            assertThat(median(Recordings.read(Objects.requireNonNull(load.netlog()), ReadOptions.DEFAULT)))
                    .isCloseTo(ofImages, within(ofImages * 0.05 + 0.003));
        }
    }

    private static Path archive(PageLoad load, Workspace workspace) throws IOException {
        Path file = workspace.directory().resolve("some.har");
        try (OutputStream target = Files.newOutputStream(file)) {
            HarFile.write(load.recording(), Accounts.NONE, target);
        }
        return file;
    }

    /** The median wait for a connection of images: those wait in the network alone. */
    private static double median(Recording recording) {
        List<Long> waits = recording.requests().stream()
                .filter(life -> life.url().endsWith(".svg"))
                .map((RequestLife life) -> life.waits().network())
                .sorted()
                .toList();
        return waits.get(waits.size() / 2) / 1e6;
    }

    private static NetlogFacts netlog(PageLoad load, Served served) throws IOException {
        Recording read = Recordings.read(Objects.requireNonNull(load.netlog()), ReadOptions.DEFAULT);
        String origin = load.recording().requests().get(0).url().replaceAll("(https://[^/]+)/.*", "$1");
        assertThat(served.site().requests())
                .isEqualTo(load.recording().requests().size());
        return NetlogFacts.of(read, List.of(origin));
    }

    @Test
    void loadThatIsTimedTellsWhatThePageSaw() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256);
                Workspace workspace = Workspace.open()) {
            TimedLoad load = new ChromeLoader(program, program.version(), workspace)
                    .time(served.access(OriginPort.TLS_HTTP1), "timed");
            assertThat(load.doneSeconds()).isGreaterThan(PageChecks.floorSeconds(served.site()));
            assertThat(load.protocols()).isEqualTo(Map.of("http/1.1", 61));
            assertThat(load.seen())
                    .allSatisfy(seen -> assertThat(seen.waitMicros()).isNotNegative())
                    .anySatisfy(seen -> assertThat(seen.waitMicros()).isGreaterThan(60_000));
        }
    }

    @Test
    void otherPageThanTheExpectedIsToldByItsStatus() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256);
                Workspace workspace = Workspace.open()) {
            Access right = served.access(OriginPort.TLS);
            Access wrong = new Access(right.url() + "/none", right.site(), null, right.trusted());
            assertThatThrownBy(() -> new ChromeLoader(program, program.version(), workspace).time(wrong, "wrong"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not the page, but status 404");
        }
    }

    @Test
    void certificateThatNobodyVouchesForIsAnError() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256);
                Workspace workspace = Workspace.open();
                Browser browser = Browser.start(program, options(), workspace, "strict")) {
            PageVisit visit = PageVisit.in(browser, "strict", "browser", "");
            assertThatThrownBy(
                            () -> visit.untilDone(served.access(OriginPort.TLS).url(), Duration.ofSeconds(60)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ERR_CERT_AUTHORITY_INVALID");
        }
    }

    @Test
    void browserResolvesNothingButLoopback() throws IOException {
        try (Workspace workspace = Workspace.open();
                Browser browser = Browser.start(program, options(), workspace, "closed")) {
            PageVisit visit = PageVisit.in(browser, "closed", "browser", "");
            assertThatThrownBy(() -> visit.untilDone("https://example.com/", Duration.ofSeconds(60)))
                    .hasMessageContaining("ERR_NAME_NOT_RESOLVED");
        }
    }

    @Test
    void browserThatCrashesIsReportedAndLeavesNothing() throws Exception {
        Path directory;
        ProcessHandle process;
        try (Served served = Served.page(new dev.clearway.lab.page.site.PageSize(0, 0, 1, 50_000, 50_000), 256);
                Workspace workspace = Workspace.open();
                Browser browser = Browser.start(
                        program,
                        new BrowserOptions(null, keys(served), null, BrowserOptions.Reach.LOOPBACK, false),
                        workspace,
                        "crash")) {
            directory = workspace.directory();
            PageVisit visit = PageVisit.in(browser, "crash", "browser", "");
            process = ProcessHandle.of(browser.pid()).orElseThrow();
            ProcessHandle victim = process;
            Thread killer = new Thread(() -> {
                while (served.origin().stats().requests() < 2) {
                    Thread.onSpinWait();
                }
                kill(victim);
            });
            killer.start();
            assertThatThrownBy(
                            () -> visit.untilDone(served.access(OriginPort.TLS).url(), Duration.ofSeconds(60)))
                    .hasMessageContaining("the browser has ended");
            killer.join();
        }
        assertThat(process.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
        assertThat(Files.exists(directory)).isFalse();
    }

    private static void kill(ProcessHandle process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static List<String> keys(Served served) {
        return List.of(dev.clearway.lab.page.load.TrustedAuthorities.keyDigest(
                served.origin().authority().certificate()));
    }

    private static BrowserOptions options() {
        return new BrowserOptions(null, List.of(), null, BrowserOptions.Reach.LOOPBACK, false);
    }
}
