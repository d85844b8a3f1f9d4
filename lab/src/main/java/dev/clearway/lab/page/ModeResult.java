package dev.clearway.lab.page;

import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.SeenResource;
import dev.clearway.lab.page.load.TimedLoad;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.lab.page.measure.ProxyFigures;
import dev.clearway.lab.page.measure.ServerFigures;
import dev.clearway.lab.page.measure.Tail;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a mode came to. Times are of loads that nobody recorded; every other figure is of one that was.
 *
 * @param mode which
 * @param first the first run, which does not count: caches are cold and certificates are made
 * @param timed the runs that count
 * @param recorded the run of which every request was recorded
 * @param figures its figures
 * @param netlog what its netlog says; {@code null} where a client without one loaded the page
 * @param accounts what the server and the proxy wrote down of it
 */
public record ModeResult(
        Mode mode,
        TimedLoad first,
        List<TimedLoad> timed,
        PageLoad recorded,
        LoadFigures figures,
        @Nullable NetlogFacts netlog,
        Accounts accounts) {
    public ModeResult {
        timed = List.copyOf(timed);
    }

    /** The runs that count: seconds until the page was done. */
    public List<Double> runs() {
        return timed.stream().map(TimedLoad::doneSeconds).toList();
    }

    /** What the server saw of the recorded run. */
    public ServerFigures server() {
        return ServerFigures.of(recorded, accounts);
    }

    /** What our proxy on the way saw of it; {@code null} where there was none. */
    public @Nullable ProxyFigures proxy() {
        return accounts.proxy().isEmpty() ? null : ProxyFigures.of(accounts.proxy());
    }

    /** How long requests waited in the run with the median time, as far as the page itself saw it. */
    public Tail seenWaits() {
        return Tail.ofMicros(timed.get(medianIndex(runs())).seen().stream()
                .map(SeenResource::waitMicros)
                .filter(micros -> micros >= 0)
                .toList());
    }

    /** The index of the median among times; the lower of the two in the middle. */
    static int medianIndex(List<Double> seconds) {
        List<Integer> order = IntStream.range(0, seconds.size())
                .boxed()
                .sorted(Comparator.comparing(seconds::get))
                .toList();
        return order.get((order.size() - 1) / 2);
    }

    /** The median of the runs. */
    public double medianSeconds() {
        return runs().get(medianIndex(runs()));
    }

    /** The longest of the runs less the shortest. */
    public double spreadSeconds() {
        return runs().stream().max(Double::compare).orElse(0.0)
                - runs().stream().min(Double::compare).orElse(0.0);
    }
}
