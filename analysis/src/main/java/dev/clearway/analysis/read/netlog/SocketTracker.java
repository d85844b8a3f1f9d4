package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.Certificate;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.Certificates;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import org.jspecify.annotations.Nullable;

/** Follows sockets from their connect job to their end, with what TLS agreed and showed on them. */
final class SocketTracker {
    /** A socket. */
    static final class Socket {
        final long id;
        String group = "";
        String origin = "";
        String proxy = "";
        String peer = "";
        String alpn = "";
        String tls = "";
        Protocol protocol = Protocol.UNKNOWN;
        long opened = -1;
        long closed = -1;
        long tlsBegun = -1;
        long tlsEnded = -1;
        long maxStreams = -1;
        boolean interceptor;

        @Nullable
        Certificate certificate;

        @Nullable
        Boolean publicRoot;

        @Nullable
        Evidence alpnShown;

        @Nullable
        Evidence issuerShown;

        @Nullable
        Evidence limitShown;

        Socket(long id) {
            this.id = id;
        }

        Leg leg() {
            Certificate shown = certificate;
            String issuer = shown == null ? "" : shown.issuerText();
            return new Leg(Long.toString(id), protocol, alpn, tls, issuer, peer, proxy);
        }
    }

    /** An attempt to open a connection. */
    static final class ConnectJob {
        String group = "";
        long begun = -1;
        long ended = -1;
        long socket = -1;
    }

    private final RecordingBuilder recording;
    private final Certificates certificates = new Certificates();
    private final Sources<Socket> sockets = new Sources<>(Socket::new);
    private final Sources<ConnectJob> connectJobs = new Sources<>(id -> new ConnectJob());

    SocketTracker(RecordingBuilder recording) {
        this.recording = recording;
    }

    Sources<Socket> sockets() {
        return sockets;
    }

    Sources<ConnectJob> connectJobs() {
        return connectJobs;
    }

    void register(Handlers handlers) {
        handlers.on(this::connectJob, "CONNECT_JOB", "SOCKET_POOL_CONNECT_JOB");
        handlers.on(this::connectJobCreated, "SOCKET_POOL_CONNECT_JOB_CREATED");
        handlers.on(e -> connectJobs.get(e.source()).socket = e.dependency(), "CONNECT_JOB_SET_SOCKET");
        handlers.on(this::tcpConnect, "TCP_CONNECT");
        handlers.on(this::tls, "SSL_CONNECT");
        handlers.on(this::certificate, "SSL_CERTIFICATES_RECEIVED");
        handlers.on(this::socketAlive, "SOCKET_ALIVE");
    }

    private void connectJob(Event event) {
        ConnectJob job = connectJobs.get(event.source());
        if (event.begins()) {
            job.begun = event.micros();
        } else if (event.ends()) {
            job.ended = event.micros();
            if (job.socket >= 0) {
                Socket socket = sockets.get(job.socket);
                socket.group = job.group;
                socket.opened = job.begun;
            }
        }
    }

    private void connectJobCreated(Event event) {
        connectJobs.get(event.source()).group =
                event.params().first("group_id", "group_name").text();
    }

    private void tcpConnect(Event event) {
        Json remote = event.params().get("remote_address");
        if (event.ends() && remote.exists()) {
            sockets.get(event.source()).peer = remote.text();
        }
    }

    /** Through a secure proxy a socket has two of these; the second, inside the tunnel, is the one that counts. */
    private void tls(Event event) {
        Socket socket = sockets.get(event.source());
        if (event.begins()) {
            socket.tlsBegun = event.micros();
            return;
        }
        Json proto = event.params().get("next_proto");
        socket.tlsEnded = event.micros();
        if (!proto.exists()) {
            return;
        }
        boolean none = proto.text().isEmpty() || proto.text().equals("unknown");
        socket.alpn = none ? "none" : proto.text();
        // Without ALPN there is no HTTP/2 over TLS (RFC 9113, section 3.2).
        socket.protocol = none ? Protocol.HTTP_1 : Protocol.parse(proto.text());
        socket.tls = event.params().get("version").text();
        socket.alpnShown = event.evidence(
                none ? "the peer chose no protocol (no ALPN), which leaves HTTP/1.1" : "ALPN gave " + proto.text());
    }

    private void certificate(Event event) {
        for (Json pem : event.params().get("certificates").elements()) {
            Socket socket = sockets.get(event.source());
            certificates.read(pem.text()).ifPresent(shown -> {
                socket.certificate = shown;
                socket.issuerShown =
                        event.evidence("certificate for " + shown.subject() + ", issued by " + shown.issuerText());
            });
            return;
        }
    }

    private void socketAlive(Event event) {
        Socket socket = sockets.find(event.source());
        if (event.ends() && socket != null) {
            socket.closed = event.micros();
            emit(socket);
            sockets.remove(event.source());
        }
    }

    private void emit(Socket socket) {
        if (socket.group.isEmpty() && socket.origin.isEmpty()) {
            return;
        }
        recording.connection(new Connection(
                socket.leg(),
                socket.origin.isEmpty() ? Groups.origin(socket.group) : socket.origin,
                socket.group,
                socket.opened,
                socket.closed,
                socket.certificate,
                socket.publicRoot,
                socket.interceptor,
                socket.maxStreams,
                socket.alpnShown,
                socket.issuerShown,
                socket.limitShown));
    }

    void end() {
        sockets.all().forEach(this::emit);
    }
}
