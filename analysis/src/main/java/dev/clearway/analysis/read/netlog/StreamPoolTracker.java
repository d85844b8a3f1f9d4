package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.read.netlog.JobTracker.Job;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows Chromium's newer pool (HttpStreamPool), which logs no stalls by name. Its jobs are told to the
 * {@link JobTracker} as if they were jobs of the older pool.
 *
 * <p>That a job waits at the limit is read from two events together: the attempt manager reports that six or more sockets
 * of the group are in use, and that it may attempt no further one for that reason. The reason is a number that no
 * constants name and whose order may change; without the first report it is not believed, and the wait then stays one
 * whose reason the log does not tell.
 */
final class StreamPoolTracker {
    /** {@code can_attempt}: the group's limit is reached (order of Chromium 153 to 156). */
    private static final long GROUP_LIMIT_REACHED = 4;

    private static final long SOCKETS_PER_GROUP = 6;

    private static final class Manager {
        long active = -1;
        final List<Long> waiting = new ArrayList<>();
    }

    private final JobTracker jobs;
    private final Sources<Manager> managers = new Sources<>(id -> new Manager());
    /** The name of a group's source, and the group whose job or controller is next to be given a socket. */
    private final Map<Long, String> groups = new HashMap<>();

    private long lastSocket = -1;
    private String lastGroup = "";
    private long freshController = -1;
    private String freshOrigin = "";

    StreamPoolTracker(JobTracker jobs) {
        this.jobs = jobs;
    }

    void register(Handlers handlers) {
        handlers.on(this::group, "HTTP_STREAM_POOL_GROUP_ALIVE");
        handlers.on(this::controller, "HTTP_STREAM_POOL_JOB_CONTROLLER_ALIVE");
        handlers.on(this::jobBound, "HTTP_STREAM_POOL_JOB_CONTROLLER_JOB_BOUND");
        handlers.on(this::job, "HTTP_STREAM_POOL_JOB_ALIVE");
        handlers.on(this::requestStream, "HTTP_STREAM_POOL_ATTEMPT_MANAGER_REQUEST_STREAM");
        handlers.on(this::canAttempt, "HTTP_STREAM_POOL_ATTEMPT_MANAGER_CAN_ATTEMPT_TCP");
        handlers.on(this::handle, "HTTP_STREAM_POOL_GROUP_HANDLE_CREATED");
        handlers.on(
                this::count,
                "HTTP_STREAM_POOL_ATTEMPT_MANAGER_QUIC_ATTEMPT_COMPLETED",
                "HTTP_STREAM_POOL_TCP_BASED_ATTEMPT_START",
                "HTTP_STREAM_POOL_TCP_BASED_ATTEMPT_END",
                "HTTP_STREAM_POOL_ATTEMPT_MANAGER_TCP_BASED_ATTEMPT_START",
                "HTTP_STREAM_POOL_ATTEMPT_MANAGER_TCP_BASED_ATTEMPT_END");
    }

    private static String name(Json key) {
        String destination = key.get("destination").text();
        String partition = key.get("network_anonymization_key").text();
        String privacy = key.get("privacy_mode").text();
        String prefix = privacy.isEmpty() || privacy.equals("disabled") ? "" : "pm/";
        return prefix + destination + (partition.isEmpty() ? "" : " <" + partition + ">");
    }

    private void group(Event event) {
        if (event.begins() && groups.size() < 50_000) {
            groups.put(event.source(), name(event.params().get("stream_key")));
        } else if (event.ends()) {
            groups.remove(event.source());
        }
    }

    private void controller(Event event) {
        if (event.begins()) {
            freshController = event.source();
            freshOrigin = event.params().get("origin_destination").text();
        }
    }

    private void jobBound(Event event) {
        jobs.controllers().get(event.source()).job = event.dependency();
        freshController = -1;
    }

    private void job(Event event) {
        Job job = jobs.jobs().get(event.source());
        if (event.begins()) {
            job.group = name(event.params().get("stream_key"));
            return;
        }
        job.protocol = Protocol.parse(event.params().get("negotiated_protocol").text());
        job.boundAt = event.micros();
        if (lastSocket >= 0 && job.group.equals(lastGroup)) {
            job.socket = lastSocket;
            lastSocket = -1;
        }
        for (Manager manager : managers.all()) {
            manager.waiting.remove(event.source());
        }
    }

    private void requestStream(Event event) {
        Manager manager = managers.get(event.source());
        if (manager.waiting.size() < 10_000) {
            manager.waiting.add(event.dependency());
        }
    }

    private void count(Event event) {
        managers.get(event.source()).active =
                event.params().get("num_active_sockets").integer(-1);
    }

    private void canAttempt(Event event) {
        Manager manager = managers.get(event.source());
        if (event.params().get("can_attempt").integer(-1) != GROUP_LIMIT_REACHED
                || manager.active < SOCKETS_PER_GROUP) {
            return;
        }
        for (long waiting : manager.waiting) {
            Job job = jobs.jobs().get(waiting);
            if (job.stalledAt < 0) {
                job.stalledAt = event.micros();
                job.stalledBy = Wait.CONNECTION_LIMIT;
                job.stalled = event.evidence(
                        "no further connection may be attempted while " + manager.active + " are in use");
            }
        }
    }

    /** A socket is given to a controller that was just made, if one was free, or to the job that ends next. */
    private void handle(Event event) {
        String group = groups.getOrDefault(event.source(), "");
        if (freshController >= 0 && Groups.origin(group).equals(Groups.origin(freshOrigin))) {
            JobTracker.Controller controller = jobs.controllers().get(freshController);
            controller.socket = event.dependency();
            controller.group = group;
            freshController = -1;
            return;
        }
        lastSocket = event.dependency();
        lastGroup = group;
    }
}
