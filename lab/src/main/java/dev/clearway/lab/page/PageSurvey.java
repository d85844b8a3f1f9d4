package dev.clearway.lab.page;

import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.lab.page.browser.Browser;
import dev.clearway.lab.page.browser.BrowserOptions;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.lab.page.browser.PageVisit;
import dev.clearway.lab.page.browser.Workspace;
import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.load.HarFile;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TrustedAuthorities;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Loads somebody's page, straight and through their proxy, each load in a browser of its own. Used by one thread. */
public final class PageSurvey {
    private final SurveyPlan plan;
    private final BrowserProgram program;
    private final Workspace workspace;
    private final Consumer<String> progress;

    /**
     * A survey.
     *
     * @param plan what to load
     * @param program in which browser
     * @param workspace where its files go
     * @param progress is told a line as each load ends
     */
    public PageSurvey(SurveyPlan plan, BrowserProgram program, Workspace workspace, Consumer<String> progress) {
        this.plan = plan;
        this.program = program;
        this.workspace = workspace;
        this.progress = progress;
    }

    /**
     * What one way came to.
     *
     * @param name {@code direct} or {@code proxy}
     * @param seconds until the page came to rest, by run
     * @param load the run with the median time
     * @param netlog that run's netlog, as it was read
     */
    public record Surveyed(String name, List<Double> seconds, PageLoad load, Recording netlog) {
        /** The median of the runs. */
        public double medianSeconds() {
            return seconds.get(ModeResult.medianIndex(seconds));
        }

        /** The run as an HTTP archive. */
        public byte[] archive() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            HarFile.write(load.recording(), Accounts.NONE, bytes);
            return bytes.toByteArray();
        }
    }

    /**
     * Loads the page as often as the plan says; the ways take turns.
     *
     * @throws IOException if a load cannot be made
     */
    public List<Surveyed> run() throws IOException {
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("direct", "");
        if (plan.proxy() != null) {
            ways.put("proxy", plan.proxy());
        }
        Map<String, List<PageLoad>> loads = new LinkedHashMap<>();
        for (int run = 1; run <= plan.runs(); run++) {
            for (Map.Entry<String, String> way : ways.entrySet()) {
                PageLoad load = load(way.getKey(), run, way.getValue());
                loads.computeIfAbsent(way.getKey(), name -> new ArrayList<>()).add(load);
                progress.accept(String.format(
                        "%-8s run %d of %d: %.2f s, %d requests",
                        way.getKey(),
                        run,
                        plan.runs(),
                        load.doneSeconds(),
                        load.recording().requests().size()));
            }
        }
        List<Surveyed> surveyed = new ArrayList<>();
        for (Map.Entry<String, List<PageLoad>> way : loads.entrySet()) {
            surveyed.add(surveyed(way.getKey(), way.getValue()));
        }
        return surveyed;
    }

    private PageLoad load(String way, int run, String proxy) throws IOException {
        String name = way + "-" + run;
        Path netlog = workspace.directory().resolve(name + ".netlog.json");
        BrowserOptions options = new BrowserOptions(
                proxy.isEmpty() ? null : proxy,
                plan.trusted().stream().map(TrustedAuthorities::keyDigest).toList(),
                netlog,
                BrowserOptions.Reach.ANYWHERE,
                false);
        PageLoad load;
        try (Browser browser = Browser.start(program, options, workspace, name)) {
            load = PageVisit.in(browser, way, program.version(), proxy)
                    .untilIdle(plan.url().toString(), plan.patience());
        } catch (IOException e) {
            throw new IOException(way + ": " + e.getMessage(), e);
        }
        return load.with(workspace.written(netlog));
    }

    private static Surveyed surveyed(String name, List<PageLoad> loads) throws IOException {
        List<Double> seconds = loads.stream().map(PageLoad::doneSeconds).toList();
        PageLoad shown = loads.get(ModeResult.medianIndex(seconds));
        Path netlog = shown.netlog();
        if (netlog == null) {
            throw new IOException(name + " has no netlog");
        }
        return new Surveyed(name, seconds, shown, named(name, Recordings.read(netlog, ReadOptions.DEFAULT)));
    }

    private static Recording named(String name, Recording read) {
        return new Recording(
                name,
                read.kind(),
                read.producer(),
                read.requests(),
                read.connections(),
                read.stalls(),
                read.browser(),
                read.advertised(),
                read.tells(),
                read.tellsIssuer(),
                read.selected(),
                read.extent(),
                read.notes());
    }
}
