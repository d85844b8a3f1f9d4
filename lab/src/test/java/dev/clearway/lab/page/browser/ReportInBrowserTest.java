package dev.clearway.lab.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.json.Json;
import dev.clearway.lab.page.Mode;
import dev.clearway.lab.page.PageExperiment;
import dev.clearway.lab.page.PageListener;
import dev.clearway.lab.page.PagePlan;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.Served;
import dev.clearway.lab.page.load.BrowserLikeClient;
import dev.clearway.lab.page.report.ResultFiles;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The report as a browser shows it; skipped where there is none. */
class ReportInBrowserTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("process reaper").ignoringThreads("clearway-calibration");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(2)>";

    @TempDir
    Path directory;

    private final BrowserProgram program = InstalledBrowser.orSkip();

    private Path report() throws IOException {
        PagePlan plan = new PagePlan(
                List.of(Mode.named("direct"), Mode.named("proxy-h1")), Served.SMALL, 1, Duration.ZERO, null);
        PageReport report;
        try (PageExperiment experiment =
                new PageExperiment(plan, new BrowserLikeClient(), HOSTILE, new PageListener() {})) {
            report = experiment.run();
        }
        ResultFiles.in(directory).write(report, ResultFiles.Netlogs.DROPPED);
        return directory.resolve("report.html");
    }

    @Test
    void reportRunsNothingComplainsOfNothingAndFitsNarrowScreens() throws Exception {
        Path page = report();
        BlockingQueue<String> complaints = new LinkedBlockingQueue<>();
        try (Workspace workspace = Workspace.open();
                Browser browser = Browser.start(
                        program,
                        new BrowserOptions(null, List.of(), null, BrowserOptions.Reach.LOOPBACK, false),
                        workspace,
                        "report")) {
            browser.devTools().listener((method, event, session) -> {
                if (List.of("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
                                .contains(method)
                        || method.equals("Page.javascriptDialogOpening")) {
                    complaints.add(method + " " + event);
                }
            });
            String session = browser.attach();
            for (String domain : List.of("Page", "Log", "Runtime")) {
                browser.devTools().call(session, domain + ".enable", Parameters.NONE, PATIENCE);
            }
            Parameters narrow = Parameters.of("width", 400)
                    .and("height", 800)
                    .and("deviceScaleFactor", 1)
                    .and("mobile", false);
            browser.devTools().call(session, "Emulation.setDeviceMetricsOverride", narrow, PATIENCE);
            browser.devTools().call(session, "Page.navigate", Parameters.of("url", page.toUri()), PATIENCE);
            String seen = evaluate(browser, session, """
                    new Promise(resolve => {
                      const look = () => document.readyState !== 'complete' ? setTimeout(look, 20) : resolve([
                        document.scripts.length, document.images.length, document.querySelectorAll('svg.panel').length,
                        document.documentElement.scrollWidth <= innerWidth ? 'fits' : 'too wide',
                        document.body.innerText.includes('<script>alert(1)') ? 'shown' : 'not shown'].join(' '));
                      look();
                    })
                    """);
            assertThat(seen).isEqualTo("0 0 2 fits shown");
        }
        assertThat(complaints).isEmpty();
    }

    private static String evaluate(Browser browser, String session, String expression) throws IOException {
        Json answer = browser.devTools()
                .call(
                        session,
                        "Runtime.evaluate",
                        Parameters.of("expression", expression)
                                .and("awaitPromise", true)
                                .and("returnByValue", true),
                        PATIENCE);
        return answer.get("result").get("value").text();
    }
}
