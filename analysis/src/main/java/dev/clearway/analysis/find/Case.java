package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.Stall;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One recording and what follows from it. Immutable; made once, asked by every rule. */
public final class Case {
    private final Recording recording;
    private final Knowledge knowledge;
    private final List<Host> hosts;
    private final Map<String, List<RequestLife>> pools;
    private final Map<String, Host> byOrigin = new HashMap<>();
    private final Map<String, Stall> stalls = new HashMap<>();

    private Case(Recording recording, Knowledge knowledge) {
        this.recording = recording;
        this.knowledge = knowledge;
        this.hosts = hosts(recording);
        this.pools = pools(recording);
        hosts.forEach(host -> byOrigin.put(host.origin(), host));
        recording.stalls().forEach(stall -> stalls.putIfAbsent(key(stall.kind(), stall.request()), stall));
    }

    /** {@code recording}, with what others say of the same hosts. */
    public static Case of(Recording recording, Knowledge knowledge) {
        return new Case(recording, knowledge);
    }

    private static List<Host> hosts(Recording recording) {
        InterceptionJudge judge = new InterceptionJudge(recording);
        Map<String, List<RequestLife>> byOrigin = new LinkedHashMap<>();
        for (RequestLife life : recording.requests()) {
            byOrigin.computeIfAbsent(Target.of(life.url()).origin(), origin -> new ArrayList<>())
                    .add(life);
        }
        List<Host> hosts = new ArrayList<>();
        byOrigin.forEach((origin, requests) -> hosts.add(new Host(origin, List.copyOf(requests), judge.judge(origin))));
        hosts.sort(Comparator.comparingInt((Host host) -> host.requests().size())
                .reversed()
                .thenComparing(Host::origin));
        return List.copyOf(hosts);
    }

    /** A browser's limits hold for a group, of which one host may have several; other recorders tell the host alone. */
    private static Map<String, List<RequestLife>> pools(Recording recording) {
        Map<String, List<RequestLife>> pools = new LinkedHashMap<>();
        for (RequestLife life : recording.requests()) {
            String pool = life.group().isEmpty() ? Target.of(life.url()).origin() : life.group();
            pools.computeIfAbsent(pool, name -> new ArrayList<>()).add(life);
        }
        return pools;
    }

    private static String key(Wait kind, String request) {
        return kind + " " + request;
    }

    /** The recording. */
    public Recording recording() {
        return recording;
    }

    /** The hosts, those with most requests first. */
    public List<Host> hosts() {
        return hosts;
    }

    /** The requests of each pool of connections that a limit may hold for. */
    public Collection<List<RequestLife>> pools() {
        return pools.values();
    }

    /** Whether TLS to {@code origin} is intercepted. */
    public Interception interception(String origin) {
        Host host = byOrigin.get(origin);
        return host == null ? Interception.UNKNOWN : host.interception();
    }

    /** Where it stands that {@code origin} can speak HTTP/2 or HTTP/3; {@code null} if nowhere. */
    public @Nullable Evidence capable(String origin) {
        Evidence advertised = recording.advertised().get(origin);
        return advertised == null ? knowledge.multiplexed(origin) : advertised;
    }

    /** Whether {@code origin} itself said, in this recording, that it speaks HTTP/2 or HTTP/3. */
    public boolean advertises(String origin) {
        return recording.advertised().containsKey(origin);
    }

    /** The recorder's own word that {@code request} waited at the limit {@code kind}; {@code null} if it has none. */
    public @Nullable Stall stall(Wait kind, RequestLife request) {
        return stalls.get(key(kind, request.id()));
    }

    /** Whether the recorder passes requests on, and its waits are those of its own outgoing side. */
    public boolean passesOn() {
        return recording.requests().stream().anyMatch(life -> life.clientLeg() != null);
    }
}
