package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.lab.wire.SharedConnection.Flows;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What large downloads do to requests on their connection: what the download's window has to do with it, and what the
 * priorities that both are sent with (RFC 9218).
 */
public final class FlowExperiment implements WireExperiment {
    private static final String SMALL = "/whoami";
    private static final int SMALL_WINDOW = 16 << 10;
    private static final int GROWTH = 16;
    private static final int DOWNLOADS = 8;
    private static final double MEGA = 1e6;

    private final Volume volume;

    /**
     * How much is done.
     *
     * @param requests small ones
     * @param gap from one to the next
     * @param answers large ones, one after the other
     * @param answerBytes bytes of each of them
     */
    record Volume(int requests, Duration gap, int answers, int answerBytes) {}

    private record Measured(Flows alone, Flows smallWindow, Flows largeWindow, Flows unsaid, Flows urgent) {}

    FlowExperiment() {
        this(new Volume(60, Duration.ofMillis(50), 15, 1 << 20));
    }

    FlowExperiment(Volume volume) {
        this.volume = volume;
    }

    @Override
    public String name() {
        return "flow";
    }

    @Override
    public String what() {
        return "20 small requests a second beside a download of 1 GiB on one HTTP/2 connection, then answers of 1 MiB beside "
                + DOWNLOADS + " downloads, with and without priorities (" + SharedConnection.URGENT + " and "
                + SharedConnection.BACKGROUND + "); round trip 50 ms";
    }

    @Override
    public String expected() {
        return "a small window, which grows to 256 KiB, holds the download to a window a round trip, 5.2 MB/s; the"
                + " default one lets it take several times that, and small requests then wait behind its bytes; an answer"
                + " that is said to be urgent gets more than its even share of the connection";
    }

    @Override
    public WireResult run(OriginProcess servers) throws IOException {
        Measured measured = new Measured(
                small(0).measure(servers, client()),
                small(1).measure(servers, client().streamWindow(SMALL_WINDOW)),
                small(1).measure(servers, client()),
                large(false).measure(servers, client()),
                large(true).measure(servers, client()));
        Map<String, Double> figures = new LinkedHashMap<>();
        List<List<String>> rows = List.of(
                row("small, no download", "alone", measured.alone, figures),
                row("small, window 16 KiB, grows to 256", "smallWindow", measured.smallWindow, figures),
                row("small, window 1 MiB, grows to 16", "largeWindow", measured.largeWindow, figures),
                row("1 MiB beside 8, nothing said", "withoutPriority", measured.unsaid, figures),
                row("1 MiB beside 8, u=1 beside u=7, i", "withPriority", measured.urgent, figures));
        return new WireResult(
                name(), what(), List.of("answers", "p50", "p99", "downloads"), rows, figures, claims(measured));
    }

    private static ClearwayClientBuilder client() {
        return Calls.client(Wire.H2C);
    }

    private SharedConnection small(int downloads) {
        return new SharedConnection(downloads, SMALL, volume.requests, volume.gap, true);
    }

    private SharedConnection large(boolean priorities) {
        return new SharedConnection(
                DOWNLOADS, "/bytes/" + volume.answerBytes, volume.answers, Duration.ZERO, priorities);
    }

    private static List<Claim> claims(Measured measured) {
        Flows small = measured.smallWindow;
        Flows large = measured.largeWindow;
        double windowARoundTrip =
                (double) GROWTH * SMALL_WINDOW / MEGA / (SharedConnection.ROUND_TRIP.toMillis() / 1e3);
        return List.of(
                new Claim(
                        "a window that grows to 256 KiB holds the download to " + rate(small.megabytesPerSecond())
                                + ", a window a round trip being " + rate(windowARoundTrip),
                        small.megabytesPerSecond() > 0 && small.megabytesPerSecond() <= windowARoundTrip),
                new Claim(
                        "the default window lets it take " + rate(large.megabytesPerSecond()) + ", at least twice that",
                        large.megabytesPerSecond() >= 2 * small.megabytesPerSecond()),
                new Claim(
                        "small requests pay for that: half of them take " + Amount.seconds(large.p50())
                                + " or more behind the bytes of a large window, "
                                + Amount.seconds(small.p50()) + " beside the small one",
                        small.p50() < large.p50()),
                new Claim(
                        "the server takes the priorities that are sent: it says " + said(measured.urgent) + ", and "
                                + said(measured.unsaid) + " where none is",
                        measured.urgent.taken().equals(SharedConnection.URGENT)
                                && measured.unsaid.taken().isEmpty()),
                new Claim(
                        "urgent answers overtake downloads: half of them take at most "
                                + Amount.seconds(measured.urgent.p50()) + ", without priorities "
                                + Amount.seconds(measured.unsaid.p50()),
                        measured.urgent.p50() < measured.unsaid.p50()));
    }

    private static String said(Flows flows) {
        return flows.taken().isEmpty() ? "nothing" : flows.taken();
    }

    private static List<String> row(String label, String name, Flows flows, Map<String, Double> figures) {
        figures.put(name + ".p50Seconds", flows.p50());
        figures.put(name + ".p99Seconds", flows.p99());
        figures.put(name + ".downloadMegabytesPerSecond", flows.megabytesPerSecond());
        return List.of(
                label,
                Amount.seconds(flows.p50()),
                Amount.seconds(flows.p99()),
                flows.megabytesPerSecond() == 0 ? "–" : rate(flows.megabytesPerSecond()));
    }

    private static String rate(double megabytes) {
        return Amount.plain(megabytes) + " MB/s";
    }
}
