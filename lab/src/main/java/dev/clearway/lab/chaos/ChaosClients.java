package dev.clearway.lab.chaos;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.client.ClearwayClient;
import dev.clearway.transport.Limits;
import dev.clearway.transport.PingPolicy;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The clients of a chaos: one that negotiates, one that knows that HTTP/2 is spoken. Any thread. */
final class ChaosClients {
    private static final Limits LIMITS = Limits.DEFAULT.withHttp2Connections(6).withHttp1Connections(24);

    private final Watcher negotiatedWatcher;
    private final Watcher knownWatcher;
    private final ClearwayClient negotiated;
    private final ClearwayClient known;

    ChaosClients(LocalAuthority authority, Histories histories) {
        negotiatedWatcher = new Watcher(histories);
        knownWatcher = new Watcher(histories);
        negotiated = client(authority, negotiatedWatcher, VersionPolicy.HTTP_2_OR_LOWER);
        known = client(authority, knownWatcher, VersionPolicy.HTTP_2);
    }

    private static ClearwayClient client(LocalAuthority authority, Watcher watcher, VersionPolicy versions) {
        return ClearwayClient.newBuilder()
                .versionPolicy(versions)
                .limits(LIMITS)
                .connectTimeout(Duration.ofSeconds(5))
                .idleTimeout(Duration.ofSeconds(2))
                .maxAge(Duration.ofSeconds(10))
                .pings(Duration.ofMillis(500), PingPolicy.ALWAYS)
                .sslContext(authority.clientContext())
                .listener(watcher)
                .build();
    }

    ClearwayClient of(Ask.Way way) {
        return way == Ask.Way.H2C ? known : negotiated;
    }

    Watcher watcher(Ask.Way way) {
        return way == Ask.Way.H2C ? knownWatcher : negotiatedWatcher;
    }

    List<Watcher> watchers() {
        return List.of(negotiatedWatcher, knownWatcher);
    }

    List<PoolSnapshot> snapshot() {
        List<PoolSnapshot> all = new ArrayList<>(negotiated.snapshot());
        all.addAll(known.snapshot());
        return all;
    }

    /** Whether no request is on its way or waits, as far as the pools and the listeners know. */
    boolean isQuiet() {
        return snapshot().stream().allMatch(ChaosClients::isQuiet)
                && watchers().stream().allMatch(each -> each.started() == each.ended());
    }

    private static boolean isQuiet(PoolSnapshot pool) {
        return pool.active() == 0
                && pool.waiting() == 0
                && pool.connections().stream().allMatch(each -> each.used() == 0);
    }

    /** Lets the clients end. Returns whether they did within that time; ends them by force if not. */
    boolean close(Duration patience) throws InterruptedException {
        negotiated.shutdown();
        known.shutdown();
        boolean ended = negotiated.awaitTermination(patience) && known.awaitTermination(patience);
        negotiated.shutdownNow();
        known.shutdownNow();
        return ended;
    }
}
