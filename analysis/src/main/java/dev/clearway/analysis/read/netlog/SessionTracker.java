package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Target;
import dev.clearway.analysis.read.netlog.SocketTracker.Socket;
import dev.clearway.journal.Protocol;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows HTTP/2 sessions: the socket below, the peer's stream limit, and who had to wait at it. */
final class SessionTracker {
    private static final int MOST_URLS = 10_000;

    /** An HTTP/2 session. */
    static final class Session {
        long socket = -1;
        long maxStreams = -1;

        @Nullable
        Evidence limitShown;
        /** Where each waiting request's URL was first noted; a log that is redacted heavily has no URLs, and one entry. */
        final Map<String, Evidence> stalled = new LinkedHashMap<>();

        /** Where it stands that a request to {@code url} waited for a stream; {@code null} if nowhere. */
        @Nullable
        Evidence stalled(String url) {
            return stalled.get(url);
        }
    }

    private final SocketTracker sockets;
    private final Sources<Session> sessions = new Sources<>(id -> new Session());

    SessionTracker(SocketTracker sockets) {
        this.sockets = sockets;
    }

    @Nullable
    Session find(long id) {
        return sessions.find(id);
    }

    void register(Handlers handlers) {
        handlers.on(this::session, "HTTP2_SESSION");
        handlers.on(this::initialized, "HTTP2_SESSION_INITIALIZED");
        handlers.on(this::setting, "HTTP2_SESSION_RECV_SETTING");
        handlers.on(this::stalled, "HTTP2_SESSION_STALLED_MAX_STREAMS");
    }

    private void session(Event event) {
        if (event.ends()) {
            sessions.remove(event.source());
        }
    }

    private void initialized(Event event) {
        Session session = sessions.get(event.source());
        session.socket = event.dependency();
        Socket socket = sockets.sockets().get(session.socket);
        String protocol = event.params().get("protocol").text();
        if (socket.protocol == Protocol.UNKNOWN) {
            socket.protocol = protocol.isEmpty() ? Protocol.HTTP_2 : Protocol.parse(protocol);
            socket.alpnShown = event.evidence("an HTTP/2 session runs on the connection");
        }
    }

    /** The identifier is a number, or text such as {@code 3 (SETTINGS_MAX_CONCURRENT_STREAMS)}. */
    private void setting(Event event) {
        Json id = event.params().get("id");
        if (!id.text().equals("3") && !id.text().contains("MAX_CONCURRENT_STREAMS")) {
            return;
        }
        Session session = sessions.get(event.source());
        session.maxStreams = event.params().get("value").integer(-1);
        session.limitShown = event.evidence("the peer allows " + session.maxStreams + " streams at a time");
        Socket socket = sockets.sockets().find(session.socket);
        if (socket != null) {
            socket.maxStreams = session.maxStreams;
            socket.limitShown = session.limitShown;
        }
    }

    private void stalled(Event event) {
        Session session = sessions.get(event.source());
        String url = event.params().get("url").text();
        if (session.stalled.size() < MOST_URLS && !session.stalled.containsKey(url)) {
            long most = event.params().get("max_concurrent_streams").integer(-1);
            String where = Target.of(url).authority();
            session.stalled.put(
                    url,
                    event.evidence("all " + (most < 0 ? "" : most + " ") + "streams were taken; a request"
                            + (where.isEmpty() ? "" : " to " + where) + " had to wait"));
        }
    }
}
