package dev.clearway.lab.child;

import com.sun.management.OperatingSystemMXBean;
import dev.clearway.certs.LocalAuthority;
import dev.clearway.origin.ConnectionStats;
import dev.clearway.origin.EndedRequest;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.origin.OriginStats;
import dev.clearway.origin.RequestListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The servers that the child process has open, and what the parent may ask of them. Confined to the main thread. */
final class OpenOrigins {
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int LEAST_RESETS = 200;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final LocalAuthority authority;
    private final Map<Long, Marked> origins = new HashMap<>();
    private long lastId;

    OpenOrigins(LocalAuthority authority) {
        this.authority = authority;
    }

    /** Carries out a line and gives the line that answers it. */
    String answer(String line) {
        try {
            String[] words = line.split(" ", 2);
            long number = Long.parseLong(words[1]);
            return switch (words[0]) {
                case "open" -> open((int) number);
                case "mark" -> mark(found(number));
                case "read" -> read(found(number));
                case "close" -> close(number);
                default -> Reply.ERROR + " not a command: " + line;
            };
        } catch (IOException | RuntimeException e) {
            return Reply.ERROR + " " + e.toString().replaceAll("\\p{Cntrl}+", " ");
        }
    }

    private String open(int limit) throws IOException {
        Answered answered = new Answered();
        OriginServer server = OriginServer.builder()
                .listener(answered)
                .authority(authority)
                .maxStreams(limit)
                .maxResets(Math.max(LEAST_RESETS, 2 * limit))
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.HTTP1, 0)
                .listen(OriginPort.H2C, 0)
                .start();
        Marked origin = new Marked(server, answered);
        origin.mark(system.getProcessCpuTime());
        origins.put(++lastId, origin);
        return "opened id=" + lastId + " tls=" + server.port(OriginPort.TLS) + " h1=" + server.port(OriginPort.HTTP1)
                + " h2c=" + server.port(OriginPort.H2C);
    }

    private String mark(Marked origin) {
        origin.mark(system.getProcessCpuTime());
        return "marked";
    }

    private String read(Marked origin) {
        OriginStats stats = origin.settled(SETTLE_NANOS, LOOK_AGAIN_NANOS);
        long cpu = system.getProcessCpuTime() - origin.cpuNanos;
        return "read requests=" + (stats.requests() - origin.requests) + " longestNanos="
                + stats.longestRequest().toNanos() + " connections=" + origin.connectionsUsed(stats) + " cpuNanos="
                + cpu + origin.answered.sinceMark();
    }

    private String close(long id) {
        found(id).server.close();
        origins.remove(id);
        return "closed";
    }

    private Marked found(long id) {
        Marked origin = origins.get(id);
        if (origin == null) {
            throw new IllegalArgumentException("no server " + id);
        }
        return origin;
    }

    /** How many requests were answered with status 200 since the mark, and their time in all. Told by event loops. */
    private static final class Answered implements RequestListener {
        private static final int OK = 200;

        private long requests; // guarded by this
        private long nanos; // guarded by this

        @Override
        public synchronized void requestEnded(EndedRequest ended) {
            if (ended.status() == OK) {
                requests++;
                nanos += ended.duration().toNanos();
            }
        }

        synchronized void mark() {
            requests = 0;
            nanos = 0;
        }

        synchronized String sinceMark() {
            return " answered=" + requests + " answeredNanos=" + nanos;
        }
    }

    /** A server and where its counts stood at the mark. */
    private static final class Marked {
        private final OriginServer server;
        private final Answered answered;
        private final Map<String, Long> requestsByConnection = new HashMap<>();
        private long requests;
        private long cpuNanos;

        Marked(OriginServer server, Answered answered) {
            this.server = server;
            this.answered = answered;
        }

        void mark(long cpu) {
            OriginStats stats = server.stats();
            requests = stats.requests();
            requestsByConnection.clear();
            stats.connections().forEach(connection -> requestsByConnection.put(connection.id(), connection.requests()));
            server.resetLongestRequest();
            answered.mark();
            cpuNanos = cpu;
        }

        /** What the server saw, once it answers no request any more, or that time has passed. */
        OriginStats settled(long withinNanos, long lookAgainNanos) {
            long start = System.nanoTime();
            OriginStats stats = server.stats();
            while (stats.activeRequests() > 0 && System.nanoTime() - start < withinNanos) {
                LockSupport.parkNanos(lookAgainNanos);
                stats = server.stats();
            }
            return stats;
        }

        /** Connections with more requests than at the mark. */
        long connectionsUsed(OriginStats stats) {
            return stats.connections().stream().filter(this::used).count();
        }

        private boolean used(ConnectionStats connection) {
            @Nullable Long before = requestsByConnection.get(connection.id());
            return connection.requests() > (before == null ? 0 : before);
        }
    }
}
