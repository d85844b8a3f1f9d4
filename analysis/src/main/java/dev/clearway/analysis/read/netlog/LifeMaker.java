package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Stall;
import dev.clearway.analysis.model.Target;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.ResourceTypes;
import dev.clearway.analysis.read.netlog.Connector.Service;
import dev.clearway.analysis.read.netlog.SessionTracker.Session;
import dev.clearway.analysis.read.netlog.SocketTracker.ConnectJob;
import dev.clearway.analysis.read.netlog.SocketTracker.Socket;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import org.jspecify.annotations.Nullable;

/**
 * Makes a request's life out of the moments that its events left. Where its time went follows from the order in which
 * things happen to every request:
 *
 * <pre>
 * alive ── scheduler ── started ── cache, extensions ── seek begins ── a connection ── seek ends ── a stream ── sent
 * </pre>
 */
final class LifeMaker {
    private static final long NEVER = UrlRequest.NEVER;

    private final ReadOptions options;
    private final RecordingBuilder recording;
    private final Connector connector;

    LifeMaker(ReadOptions options, RecordingBuilder recording, Connector connector) {
        this.options = options;
        this.recording = recording;
        this.connector = connector;
    }

    /** Takes {@code request}, or its current hop, which ended at {@code end}. */
    void make(UrlRequest request, long end) {
        Service service = connector.service(request);
        Target target = Target.of(request.url);
        Opening opening = opening(request, service, end);
        RequestLife life = RequestLife.of(
                        request.id(), request.method, options.mask().url(request.url))
                .group(service.group())
                .issued(request.alive)
                .waits(waits(request, service, opening, end))
                .timings(timings(request, opening, end))
                .status(request.status)
                .bytes(Timings.UNKNOWN, request.bytes > 0 ? request.bytes : Timings.UNKNOWN)
                .type(ResourceTypes.of(request.contentType, request.accept, request.url))
                .priority(request.priority)
                .page(request.site)
                .leg(leg(request, service, target))
                .failure(request.failure)
                .build();
        recording.request(life);
        stall(request, service);
        connector.forget(request);
    }

    private Leg leg(UrlRequest request, Service service, Target target) {
        Socket socket = service.socket();
        Protocol protocol = protocol(request, service);
        if (socket == null) {
            return Leg.of(protocol).through(service.proxy());
        }
        socket.proxy = service.proxy();
        if (socket.origin.isEmpty()) {
            socket.origin = target.origin();
        }
        if (socket.protocol == Protocol.UNKNOWN) {
            socket.protocol = protocol;
        }
        return socket.leg();
    }

    private static Protocol protocol(UrlRequest request, Service service) {
        if (request.protocol != Protocol.UNKNOWN) {
            return request.protocol;
        }
        if (service.job() != null && service.job().protocol != Protocol.UNKNOWN) {
            return service.job().protocol;
        }
        Socket socket = service.socket();
        return socket == null ? Protocol.UNKNOWN : socket.protocol;
    }

    /** How long the request itself waited for its connection to be opened: all in all, and for TLS. */
    private record Opening(long begun, long ended, long total, long tls) {
        static final Opening NONE = new Opening(NEVER, NEVER, 0, 0);
    }

    private static Opening opening(UrlRequest request, Service service, long end) {
        ConnectJob job = service.opened();
        if (job == null || job.begun == NEVER || request.seekBegun == NEVER) {
            return Opening.NONE;
        }
        long seekEnded = or(request.seekEnded, end);
        long begun = Math.max(job.begun, request.seekBegun);
        long ended = Math.min(or(job.ended, end), seekEnded);
        if (ended <= begun) {
            return Opening.NONE;
        }
        Socket socket = service.socket();
        long tls = socket == null || socket.tlsEnded == NEVER
                ? 0
                : overlap(begun, ended, socket.tlsBegun, socket.tlsEnded);
        return new Opening(begun, ended, ended - begun, tls);
    }

    private static Waits waits(UrlRequest request, Service service, Opening opening, long end) {
        long started = or(request.started, end);
        long seekEnded = or(request.seekEnded, end);
        boolean scheduler = request.heldBy.isEmpty() || request.heldBy.contains("ResourceScheduler");
        Waits waits = Waits.of(scheduler ? Wait.SCHEDULER : Wait.BROWSER, started - request.alive)
                .plus(Wait.BROWSER, request.seekBegun - started);
        long limited = limited(request, service, opening, seekEnded);
        if (limited > 0 && service.stalledBy() != null) {
            waits = waits.plus(service.stalledBy(), limited);
        }
        long rest = seekEnded - request.seekBegun - opening.total() - limited;
        waits = waits.plus(service.namesLimits() ? Wait.CONNECTING : Wait.SOCKET, rest);
        if (request.seekEnded == NEVER) {
            return waits;
        }
        long stream = or(request.sendBegun, end) - request.seekEnded;
        boolean atLimit = streamStall(request, service) != null;
        return waits.plus(atLimit ? Wait.STREAM_LIMIT : Wait.BLOCKED, stream);
    }

    /** From when the job met a limit to when it was given a connection, less the time in which one was being opened for it. */
    private static long limited(UrlRequest request, Service service, Opening opening, long seekEnded) {
        if (service.stalledAt() == NEVER) {
            return 0;
        }
        long from = Math.max(service.stalledAt(), request.seekBegun);
        long to = Math.min(or(service.boundAt(), seekEnded), seekEnded);
        return Math.max(0, to - from - overlap(from, to, opening.begun(), opening.ended()));
    }

    private static @Nullable Evidence streamStall(UrlRequest request, Service service) {
        Session session = service.session();
        return session == null ? null : session.stalled(request.url);
    }

    private static Timings timings(UrlRequest request, Opening opening, long end) {
        long connect = opening.total() > 0 ? opening.total() - opening.tls() : Timings.UNKNOWN;
        long tls = opening.tls() > 0 ? opening.tls() : Timings.UNKNOWN;
        if (request.sendBegun == NEVER) {
            return new Timings(Timings.UNKNOWN, connect, tls, Timings.UNKNOWN, Timings.UNKNOWN, Timings.UNKNOWN);
        }
        long sent = or(request.sendEnded, end);
        long headers = or(request.headersEnded, end);
        return new Timings(
                Timings.UNKNOWN,
                connect,
                tls,
                Math.max(0, sent - request.sendBegun),
                Math.max(0, headers - sent),
                Math.max(0, end - headers));
    }

    private void stall(UrlRequest request, Service service) {
        Wait by = service.stalledBy();
        Evidence evidence = service.stalled();
        if (by != null && evidence != null) {
            recording.stall(new Stall(by, request.id(), -1, evidence));
        }
        Evidence stream = streamStall(request, service);
        Session session = service.session();
        if (stream != null && session != null) {
            recording.stall(new Stall(Wait.STREAM_LIMIT, request.id(), session.maxStreams, stream));
        }
    }

    private static long overlap(long from, long to, long begun, long ended) {
        return Math.max(0, Math.min(to, ended) - Math.max(from, begun));
    }

    private static long or(long moment, long otherwise) {
        return moment == NEVER ? otherwise : moment;
    }
}
