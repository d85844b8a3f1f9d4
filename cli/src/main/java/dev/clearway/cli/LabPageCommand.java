package dev.clearway.cli;

import dev.clearway.lab.page.Mode;
import dev.clearway.lab.page.PageExperiment;
import dev.clearway.lab.page.PagePlan;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.lab.page.browser.ChromeLoader;
import dev.clearway.lab.page.browser.Workspace;
import dev.clearway.lab.page.load.BrowserLikeClient;
import dev.clearway.lab.page.load.Loader;
import dev.clearway.lab.page.report.PageJson;
import dev.clearway.lab.page.report.PageText;
import dev.clearway.lab.page.report.ResultFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the page experiment. */
@Command(
        name = "page",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Loads one page of 171 requests in a real Chrome or Chromium, straight and through proxies that differ in"
                    + " nothing but what they offer the browser, and shows where the requests waited.",
            "",
            "Everything runs on this machine's loopback address, each load in a browser of its own with a new profile.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab page                       all usual modes, a minute and a half; a report in results/",
            "  clearway lab page --mode direct --mode proxy-h1 --runs 1",
            "  clearway lab page --no-browser          with a client in place of a browser, which needs none",
            "  CHROME=/opt/chrome/chrome clearway lab page",
            "",
            "Exit codes: 0 all held; 1 something did not hold or could not be run;",
            "2 wrong arguments; 130 interrupted.",
        })
final class LabPageCommand implements Callable<Integer> {
    private static final Pattern PROXY = Pattern.compile("([A-Za-z0-9.-]+):([0-9]{1,5})");
    private static final int MOST_PORTS = 65_535;

    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--mode",
            paramLabel = "NAME",
            description = "Run this mode; may be given several times. Default: the usual ones. A wrong name lists all.")
    private List<String> modes = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Time each mode N times, after a first time that is shown apart; then once more, to record every"
                            + " request. Default: ${DEFAULT-VALUE}.")
    private int runs = 3;

    @Option(
            names = "--round-trip",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            defaultValue = "0",
            description = "Put a wire with this round trip time before the server: milliseconds, or as 80ms or 0.1s.")
    private Duration roundTrip = Duration.ZERO;

    @Mixin
    private PageSizeOptions size = new PageSizeOptions();

    @Option(
            names = "--no-browser",
            description =
                    "Load the page with a client that has a browser's limits. It draws nothing and reaches proxies"
                            + " without CONNECT, so its times are those of the wait alone.")
    private boolean noBrowser;

    @Option(
            names = "--external",
            paramLabel = "HOST:PORT",
            description = "Load it through this HTTP proxy, too (mode external): it has to run on this machine.")
    private @Nullable String external;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "With --external: the certificate authority that it shows browsers, as a PEM file.")
    private @Nullable Path authorities;

    @Option(names = "--install", description = "Install a browser first where none is found and this user may.")
    private boolean install;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results",
            description =
                    "Where report.html, comparison.md, results.json, netlog-facts.json, waterfall.png, a HAR of each"
                            + " mode and its proxy's journal go. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("results");

    @Option(names = "--keep-netlogs", description = "Keep the netlogs of the recorded runs, too: some 100 kB each.")
    private boolean keepNetlogs;

    @Option(
            names = "--open",
            paramLabel = "MODE",
            description = "Start the parts of this mode and a browser window with its developer tools, for looking by"
                    + " hand, until Ctrl-C. Where no window can be shown: the command to run elsewhere.")
    private @Nullable String open;

    @Option(names = "--net-log", paramLabel = "FILE", description = "With --open: the browser writes its netlog there.")
    private @Nullable Path netlog;

    @Mixin
    private JsonOption json = new JsonOption();

    LabPageCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        PagePlan plan = plan();
        Screen screen = json.screen(out, err);
        ServerLog.quieten();
        if (open != null) {
            return new PageWindow(out, err).show(plan.with(mode(open)), netlog);
        }
        ResultFiles files = ResultFiles.in(directory);
        try (JsonTarget target = json.target(out)) {
            if (noBrowser) {
                BrowserLikeClient client = new BrowserLikeClient();
                return run(
                        plan,
                        new Tools(client, "a client with a browser's limits, not a browser", () -> {}),
                        screen,
                        files,
                        target);
            }
            BrowserProgram program = PageBrowser.find(install, screen);
            String version = program.version();
            try (Workspace workspace = Workspace.open()) {
                Tools tools = new Tools(
                        new ChromeLoader(program, version, workspace),
                        version,
                        () -> PageBrowser.close(workspace, err));
                return run(plan, tools, screen, files, target);
            }
        }
    }

    /** Who loads the page, what it is called, and what takes away whatever it has started. */
    private record Tools(Loader loader, String name, Runnable end) {}

    private PagePlan.@Nullable External external() throws IOException {
        if (external == null) {
            return null;
        }
        Matcher matcher = PROXY.matcher(external);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MOST_PORTS) {
            throw new IllegalArgumentException("not a proxy, as localhost:3128: " + external);
        }
        InetSocketAddress address =
                InetSocketAddress.createUnresolved(matcher.group(1), Integer.parseInt(matcher.group(2)));
        return new PagePlan.External(address, PemFile.read(authorities));
    }

    private PagePlan plan() throws IOException {
        try {
            List<Mode> usual = noBrowser ? Mode.WITHOUT_BROWSER : Mode.USUAL;
            List<Mode> chosen = new ArrayList<>(
                    modes.isEmpty() ? usual : modes.stream().map(Mode::named).toList());
            if (external != null) {
                chosen.add(Mode.EXTERNAL);
            }
            if (noBrowser && !chosen.stream().allMatch(Mode::needsNoTunnel)) {
                throw new IllegalArgumentException(
                        "bypass, external and proxy-h1-shard need a browser: the client in its place asks for no tunnels");
            }
            return new PagePlan(chosen, size.size(), runs, roundTrip, external());
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    private Mode mode(String name) {
        try {
            return Mode.named(name);
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    private int run(PagePlan plan, Tools tools, Screen screen, ResultFiles files, JsonTarget target)
            throws IOException {
        PageScreen shown = new PageScreen(screen, plan);
        try (PageExperiment experiment = new PageExperiment(plan, tools.loader, tools.name, shown)) {
            Runnable end = experiment::close;
            Interruption interruption = Interruption.doing(() -> {
                tools.end.run();
                end.run();
                screen.clearStatus();
                err.line("clearway: interrupted; no report was written.");
            });
            PageReport report;
            try {
                report = experiment.run();
            } catch (IOException e) {
                interruption.disarmAfterFailure();
                screen.clearStatus();
                throw e;
            }
            interruption.disarm();
            screen.lines(PageText.lines(report, screen.width(), screen.paint()));
            List<Path> written =
                    files.write(report, keepNetlogs ? ResultFiles.Netlogs.KEPT : ResultFiles.Netlogs.DROPPED);
            target.write(stream -> PageJson.write(report, stream));
            screen.line("");
            screen.line("Written: "
                    + String.join(", ", written.stream().map(Path::toString).toList()));
            return report.holds() ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
