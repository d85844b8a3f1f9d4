package dev.clearway.lab.page;

import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.lab.Machine;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.load.Loader;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.measure.Calibration;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a plan, once. Used by one thread; {@link #report} may be asked for by any, at any time. */
public final class PageExperiment implements AutoCloseable {
    private final PagePlan plan;
    private final Loader loader;
    private final String loaderName;
    private final PageListener listener;
    private final Machine machine = Machine.now();
    private final Parts parts;
    private final Map<Mode, Runs> runs = new LinkedHashMap<>(); // guarded by this
    private Calibration calibration = new Calibration(Double.NaN, Double.NaN); // guarded by this

    /** The loads of one mode; index 0 is the first, which does not count. */
    private static final class Runs {
        private final List<PageLoad> loads = new ArrayList<>();
        private final List<ModeResult.OriginFigures> origin = new ArrayList<>();
    }

    /**
     * Starts the server and what else the plan needs.
     *
     * @param plan what to run
     * @param loader who loads the page
     * @param loaderName who that is, for the report
     * @param listener who is told
     * @throws IOException if a part cannot be started
     */
    public PageExperiment(PagePlan plan, Loader loader, String loaderName, PageListener listener) throws IOException {
        this.plan = plan;
        this.loader = loader;
        this.loaderName = loaderName;
        this.listener = listener;
        parts = Parts.start(plan);
    }

    /**
     * Runs all of the plan: the modes take turns, so that none has the machine's better minutes.
     *
     * @throws IOException if a load could not be made
     */
    public PageReport run() throws IOException {
        calibrate();
        for (int run = 0; run <= plan.runs(); run++) {
            for (Mode mode : plan.modes()) {
                load(mode, run);
            }
        }
        return report();
    }

    private void calibrate() throws IOException {
        try {
            Calibration measured = Calibration.measure();
            synchronized (this) {
                calibration = measured;
            }
            listener.begins(facts(measured), measured);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the machine was measured");
        }
    }

    /** What is known before anything is loaded. */
    private List<String> facts(Calibration measured) {
        Site site = parts.site(Variant.PLAIN);
        List<String> lines = new ArrayList<>();
        lines.add("The page: " + site.requests() + " requests (1 document, "
                + plan.size().scripts() + " scripts, "
                + plan.size().images() + " images, " + plan.size().fetches() + " fetches), each part answered after "
                + site.shortest().toMillis() + " to " + site.longest().toMillis() + " ms, "
                + Amount.seconds(site.sum().toMillis() / 1000.0) + " in all.");
        lines.add("So: one after the other on six connections takes at least "
                + Amount.seconds(PageChecks.floorSeconds(site)) + "; all at once at least "
                + Amount.seconds(site.longest().toMillis() / 1000.0) + ".");
        lines.add("The machine: " + Amount.counted(machine.cores(), "core") + ", load " + Amount.plain(machine.load())
                + "; work on all cores at a time takes " + Amount.plain(measured.factor())
                + " times as long as on one"
                + (measured.quiet() ? "." : ": it is busy, ratios will come out smaller."));
        return lines;
    }

    private void load(Mode mode, int run) throws IOException {
        listener.loading(mode, run);
        parts.mark();
        PageLoad load;
        try {
            load = loader.load(parts.access(mode, loader.connects()), mode.name() + "-" + run);
        } catch (IOException e) {
            throw new IOException(mode.name() + " could not be loaded: " + e.getMessage(), e);
        }
        ModeResult.OriginFigures origin = parts.read();
        synchronized (this) {
            Runs own = runs.computeIfAbsent(mode, any -> new Runs());
            own.loads.add(load);
            own.origin.add(origin);
        }
        listener.loaded(mode, run, load.doneSeconds());
    }

    /**
     * What has been found so far.
     *
     * @throws IOException if a netlog cannot be read
     */
    public synchronized PageReport report() throws IOException {
        List<ModeResult> results = new ArrayList<>();
        for (Map.Entry<Mode, Runs> entry : runs.entrySet()) {
            if (entry.getValue().loads.size() > 1) {
                results.add(result(entry.getKey(), entry.getValue()));
            }
        }
        return new PageReport(
                plan,
                machine,
                calibration,
                loaderName,
                results,
                PageChecks.of(results, parts.site(Variant.PLAIN), plan, calibration));
    }

    private ModeResult result(Mode mode, Runs own) throws IOException {
        List<Double> seconds =
                own.loads.stream().skip(1).map(PageLoad::doneSeconds).toList();
        int shown = 1 + ModeResult.medianIndex(seconds);
        PageLoad load = own.loads.get(shown);
        Path netlog = load.netlog();
        NetlogFacts facts = null;
        if (netlog != null) {
            Recording read = Recordings.read(netlog, ReadOptions.DEFAULT);
            facts = NetlogFacts.of(read, parts.origins());
        }
        return new ModeResult(
                mode,
                own.loads.get(0).doneSeconds(),
                seconds,
                load,
                LoadFigures.of(load),
                facts,
                own.origin.get(shown));
    }

    /** Ends the server and the other parts. */
    @Override
    public void close() {
        parts.close();
    }
}
