package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Wait;
import org.jspecify.annotations.Nullable;

/** Follows the jobs that seek a connection for a request, and the controllers that start them. */
final class JobTracker {
    /** A job that seeks a connection. */
    static final class Job {
        String group = "";
        /** Whether the pool that it asked logs by name when a limit holds a job up, as the older one does. */
        boolean namesLimits;

        long stalledAt = -1;

        @Nullable
        Wait stalledBy;

        @Nullable
        Evidence stalled;

        long connectJob = -1;
        long boundAt = -1;
        long socket = -1;
        long session = -1;
        boolean reused;
        Protocol protocol = Protocol.UNKNOWN;
    }

    /** Who starts the jobs of one request. */
    static final class Controller {
        boolean preconnect;
        String url = "";
        String proxy = "";
        long job = -1;
        /** Where the newer pool gave the controller a socket that was free, without a job. */
        long socket = -1;

        String group = "";
    }

    private final RecordingBuilder recording;
    private final Sources<Job> jobs = new Sources<>(id -> new Job());
    private final Sources<Controller> controllers = new Sources<>(id -> new Controller());

    JobTracker(RecordingBuilder recording) {
        this.recording = recording;
    }

    Sources<Job> jobs() {
        return jobs;
    }

    Sources<Controller> controllers() {
        return controllers;
    }

    void register(Handlers handlers) {
        handlers.on(this::controller, "HTTP_STREAM_JOB_CONTROLLER");
        handlers.on(this::proxyResolved, "HTTP_STREAM_JOB_CONTROLLER_PROXY_SERVER_RESOLVED");
        handlers.on(this::altSvcFound, "HTTP_STREAM_JOB_CONTROLLER_ALT_SVC_FOUND");
        handlers.on(e -> controllers.get(e.source()).job = e.dependency(), "HTTP_STREAM_REQUEST_STARTED_JOB");
        handlers.on(this::requestedSocket, "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKET");
        handlers.on(e -> stalled(e, Wait.CONNECTION_LIMIT), "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP");
        handlers.on(e -> stalled(e, Wait.POOL_LIMIT), "SOCKET_POOL_STALLED_MAX_SOCKETS");
        handlers.on(e -> jobs.get(e.source()).connectJob = e.dependency(), "SOCKET_POOL_BOUND_TO_CONNECT_JOB");
        handlers.on(e -> jobs.get(e.source()).reused = true, "SOCKET_POOL_REUSED_AN_EXISTING_SOCKET");
        handlers.on(this::bound, "SOCKET_POOL_BOUND_TO_SOCKET");
        handlers.on(
                e -> session(e, true),
                "HTTP2_SESSION_POOL_FOUND_EXISTING_SESSION",
                "HTTP2_SESSION_POOL_FOUND_EXISTING_SESSION_FROM_IP_POOL",
                "HTTP_STREAM_JOB_HTTP2_SESSION_AVAILABLE");
        handlers.on(e -> session(e, false), "HTTP2_SESSION_POOL_IMPORTED_SESSION_FROM_SOCKET");
        handlers.on(
                e -> jobs.get(e.source()).protocol =
                        Protocol.parse(e.params().get("proto").text()),
                "HTTP_STREAM_REQUEST_PROTO");
    }

    private void controller(Event event) {
        Controller controller = controllers.get(event.source());
        if (event.begins()) {
            controller.preconnect = event.params().get("is_preconnect").isTrue();
            controller.url = event.params().get("url").text();
        } else if (controller.preconnect) {
            forget(event.source());
        }
    }

    private void proxyResolved(Event event) {
        String chain = event.params().first("proxy_chain", "proxy_server").text();
        controllers.get(event.source()).proxy = ProxyChain.first(chain);
    }

    private void altSvcFound(Event event) {
        String found = event.params().get("alt_svc").text();
        String origin = Target.of(controllers.get(event.source()).url).origin();
        if (found.startsWith("quic") || found.startsWith("h2") || found.startsWith("h3")) {
            recording.advertised(origin, event.evidence("the browser remembers that the site offers HTTP/3"));
        }
    }

    private void requestedSocket(Event event) {
        Job job = jobs.get(event.source());
        job.group = event.params().get("group_id").text();
        job.namesLimits = true;
    }

    private void stalled(Event event, Wait by) {
        Job job = jobs.get(event.source());
        if (job.stalledAt < 0) {
            job.stalledAt = event.micros();
            job.stalledBy = by;
            job.stalled = event.evidence(
                    by == Wait.POOL_LIMIT
                            ? "no connection was free in the whole pool"
                            : "every connection that the group may have was busy");
        }
    }

    private void bound(Event event) {
        Job job = jobs.get(event.source());
        job.socket = event.dependency();
        job.boundAt = event.micros();
    }

    private void session(Event event, boolean reused) {
        Job job = jobs.get(event.source());
        job.session = event.dependency();
        job.namesLimits = true;
        job.reused |= reused;
        job.protocol = Protocol.HTTP_2;
        if (job.boundAt < 0) {
            job.boundAt = event.micros();
        }
    }

    /** The controller's request is over. */
    void forget(long controller) {
        Controller gone = controllers.find(controller);
        if (gone != null) {
            jobs.remove(gone.job);
            controllers.remove(controller);
        }
    }
}
