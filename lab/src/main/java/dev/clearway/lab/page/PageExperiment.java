package dev.clearway.lab.page;

import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.lab.Machine;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.load.Loader;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TimedLoad;
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
import org.jspecify.annotations.Nullable;

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

    /** The loads of one mode. */
    private static final class Runs {
        private final List<TimedLoad> timed = new ArrayList<>();
        private @Nullable TimedLoad first;
        private @Nullable PageLoad recorded;
        private Accounts accounts = Accounts.NONE;
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
        round(Turn.FIRST);
        for (int run = 1; run <= plan.runs(); run++) {
            round(Turn.timed(run));
        }
        round(Turn.RECORDED);
        return report();
    }

    private void round(Turn turn) throws IOException {
        for (Mode mode : plan.modes()) {
            listener.loading(mode, turn);
            try {
                listener.loaded(mode, turn, load(mode, turn));
            } catch (IOException e) {
                throw new IOException(mode.name() + " could not be loaded: " + e.getMessage() + advice(mode, e), e);
            }
        }
    }

    /** What to do about a proxy of the caller's that does not let the page through. */
    private static String advice(Mode mode, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (mode.way() != Way.EXTERNAL) {
            return "";
        }
        if (message.contains("ERR_CERT_AUTHORITY_INVALID")) {
            return ". The proxy shows certificates of an authority that is not known here: name it";
        }
        if (message.contains("ERR_PROXY_CONNECTION_FAILED")) {
            return ". Does the proxy run?";
        }
        return message.contains("not the page")
                ? ". A proxy that inspects TLS has to accept this page's server, whose authority is made for each run"
                : "";
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
                + Amount.seconds(PageChecks.floorSeconds(site, plan)) + "; all at once at least "
                + Amount.seconds(site.longest().toMillis() / 1000.0) + ".");
        lines.add("The machine: " + Amount.counted(machine.cores(), "core") + ", load " + Amount.plain(machine.load())
                + "; work on all cores at a time takes " + Amount.plain(measured.factor())
                + " times as long as on one"
                + (measured.quiet() ? "." : ": it is busy, ratios will come out smaller."));
        return lines;
    }

    private double load(Mode mode, Turn turn) throws IOException {
        Access access = parts.access(mode, loader.connects());
        String name = mode.name() + "-" + turn.suffix();
        if (turn.kind() != Turn.Kind.RECORDED) {
            TimedLoad load = loader.time(access, name);
            synchronized (this) {
                Runs own = runs.computeIfAbsent(mode, any -> new Runs());
                if (turn.kind() == Turn.Kind.FIRST) {
                    own.first = load;
                } else {
                    own.timed.add(load);
                }
            }
            return load.doneSeconds();
        }
        parts.mark();
        PageLoad load = loader.record(access, name);
        Accounts accounts = parts.accounts(mode.way());
        synchronized (this) {
            Runs own = runs.computeIfAbsent(mode, any -> new Runs());
            own.recorded = load;
            own.accounts = accounts;
        }
        return load.doneSeconds();
    }

    /**
     * What has been found so far.
     *
     * @throws IOException if a netlog cannot be read
     */
    public synchronized PageReport report() throws IOException {
        List<ModeResult> results = new ArrayList<>();
        for (Map.Entry<Mode, Runs> entry : runs.entrySet()) {
            TimedLoad first = entry.getValue().first;
            PageLoad recorded = entry.getValue().recorded;
            if (first != null && recorded != null && !entry.getValue().timed.isEmpty()) {
                results.add(new ModeResult(
                        entry.getKey(),
                        first,
                        entry.getValue().timed,
                        recorded,
                        LoadFigures.of(recorded),
                        netlog(recorded),
                        entry.getValue().accounts));
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

    private @Nullable NetlogFacts netlog(PageLoad load) throws IOException {
        Path netlog = load.netlog();
        return netlog == null ? null : NetlogFacts.of(Recordings.read(netlog, ReadOptions.DEFAULT), parts.origins());
    }

    /** Ends the server and the other parts. */
    @Override
    public void close() {
        parts.close();
    }
}
