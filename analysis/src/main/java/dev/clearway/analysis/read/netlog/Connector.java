package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.read.netlog.JobTracker.Controller;
import dev.clearway.analysis.read.netlog.JobTracker.Job;
import dev.clearway.analysis.read.netlog.SessionTracker.Session;
import dev.clearway.analysis.read.netlog.SocketTracker.ConnectJob;
import dev.clearway.analysis.read.netlog.SocketTracker.Socket;
import dev.clearway.journal.Wait;
import org.jspecify.annotations.Nullable;

/** Joins a request with the job, the connect job, the session and the socket that served it. */
final class Connector {
    private final JobTracker jobs;
    private final SocketTracker sockets;
    private final SessionTracker sessions;

    Connector(JobTracker jobs, SocketTracker sockets, SessionTracker sessions) {
        this.jobs = jobs;
        this.sockets = sockets;
        this.sessions = sessions;
    }

    /**
     * What served a request.
     *
     * @param group the pool's group
     * @param proxy the proxy that was asked; empty if none
     * @param job the job; {@code null} if none is known
     * @param socket the connection; {@code null} if none is known
     * @param opened the opening of the connection, if the request itself had to wait for it; {@code null} otherwise
     * @param session the HTTP/2 session; {@code null} if none is known
     */
    record Service(
            String group,
            String proxy,
            @Nullable Job job,
            @Nullable Socket socket,
            @Nullable ConnectJob opened,
            @Nullable Session session) {
        /** When the job met a limit; -1 if it did not. */
        long stalledAt() {
            return job == null ? -1 : job.stalledAt;
        }

        @Nullable
        Wait stalledBy() {
            return job == null ? null : job.stalledBy;
        }

        @Nullable
        Evidence stalled() {
            return job == null ? null : job.stalled;
        }

        /** Whether the log would have said if a limit had held the job up: what is left of its wait is connecting. */
        boolean namesLimits() {
            return job != null && (job.namesLimits || job.stalledBy != null);
        }

        /** When the job was given a connection; -1 if it was not. */
        long boundAt() {
            return job == null ? -1 : job.boundAt;
        }
    }

    /** What served {@code request}, as far as the log tells. */
    Service service(UrlRequest request) {
        Controller controller = jobs.controllers().find(request.controller);
        Job job = jobs.jobs().find(request.job >= 0 || controller == null ? request.job : controller.job);
        long socketId = job != null && job.socket >= 0 ? job.socket : controller == null ? -1 : controller.socket;
        Session session = job == null ? null : sessions.find(job.session);
        if (session != null && session.socket >= 0) {
            socketId = session.socket;
        }
        Socket socket = socketId < 0 ? null : sockets.sockets().get(socketId);
        ConnectJob opened =
                job == null || job.reused ? null : sockets.connectJobs().find(job.connectJob);
        String group = job == null || job.group.isEmpty() ? controller == null ? "" : controller.group : job.group;
        return new Service(group, controller == null ? "" : controller.proxy, job, socket, opened, session);
    }

    /** Forgets what served a request that is over. */
    void forget(UrlRequest request) {
        jobs.jobs().remove(request.job);
        jobs.forget(request.controller);
    }
}
