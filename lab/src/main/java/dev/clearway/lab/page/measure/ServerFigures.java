package dev.clearway.lab.page.measure;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.origin.EndedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the server saw of a load, by its own clock.
 *
 * @param requests how many requests
 * @param took from a request's head to the last byte of its answer
 * @param beyond how much longer the browser waited for the first byte than the server took, request by request: what
 *     the way, the proxy and the browser added after sending
 * @param joined for how many requests both are known
 */
public record ServerFigures(int requests, Tail took, Tail beyond, int joined) {
    /** Of a load and of what the server wrote down of it. */
    public static ServerFigures of(PageLoad load, Accounts accounts) {
        Accounts.Lookup lookup = accounts.lookup();
        List<Long> beyond = new ArrayList<>();
        for (RequestLife life : load.recording().requests()) {
            OptionalLong took = lookup.serverMicros(life.url());
            long ttfb = LoadFigures.ttfb(life);
            if (took.isPresent() && ttfb != Timings.UNKNOWN) {
                beyond.add(Math.max(0, ttfb - took.getAsLong()));
            }
        }
        return new ServerFigures(
                accounts.server().size(),
                Tail.ofMicros(accounts.server().stream()
                        .map((EndedRequest ended) -> ended.duration().toNanos() / 1000)
                        .toList()),
                Tail.ofMicros(beyond),
                beyond.size());
    }
}
