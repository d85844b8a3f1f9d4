package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.ReadOptions;

/** The trackers of one netlog, each for sources of one kind, and what they share. */
final class Trackers {
    private final Handlers handlers = new Handlers();
    private final SocketTracker sockets;
    private final VerificationTracker verifications;
    private final RequestTracker requests;
    private long now;

    Trackers(ReadOptions options, RecordingBuilder recording) {
        sockets = new SocketTracker(recording);
        verifications = new VerificationTracker(sockets);
        SessionTracker sessions = new SessionTracker(sockets);
        JobTracker jobs = new JobTracker(recording);
        StreamPoolTracker pool = new StreamPoolTracker(jobs);
        LifeMaker lives = new LifeMaker(options, recording, new Connector(jobs, sockets, sessions));
        requests = new RequestTracker(recording, lives);
        sockets.register(handlers);
        verifications.register(handlers);
        sessions.register(handlers);
        jobs.register(handlers);
        pool.register(handlers);
        requests.register(handlers);
    }

    Handlers handlers() {
        return handlers;
    }

    void constants(Constants constants) {
        verifications.constants(constants);
        requests.constants(constants);
    }

    /** The log's own clock has come to {@code micros}. */
    void now(long micros) {
        now = Math.max(now, micros);
    }

    /** The log is over: what is open counts as unfinished. */
    void end() {
        requests.end(now);
        sockets.end();
    }
}
