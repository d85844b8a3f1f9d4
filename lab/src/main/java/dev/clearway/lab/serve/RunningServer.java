package dev.clearway.lab.serve;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A test server that listens. Any thread may call any method. */
public final class RunningServer {
    /** The system logger that tells of the server's work, at DEBUG. */
    public static final String LOGGER = "dev.clearway.origin";

    private static final String PURPOSE = "origin";

    private final OriginServer server;
    private final int maxStreams;

    private RunningServer(OriginServer server, int maxStreams) {
        this.server = server;
        this.maxStreams = maxStreams;
    }

    /**
     * Starts it.
     *
     * @throws IOException if a port cannot be listened on, or the authority not be used: the message says which and why
     */
    public static RunningServer start(ServePlan plan) throws IOException {
        Path given = plan.authorityDirectory();
        Path directory = given == null ? LocalAuthority.defaultDirectory(PURPOSE) : given;
        OriginServer.Builder builder = OriginServer.builder()
                .name(plan.name())
                .maxStreams(plan.maxStreams())
                .authority(LocalAuthority.open(directory, PURPOSE))
                .listen(OriginPort.TLS, plan.tlsPort())
                .listen(OriginPort.TLS_HTTP1, plan.tlsH1Port())
                .listen(OriginPort.HTTP1, plan.h1Port())
                .listen(OriginPort.H2C, plan.h2cPort());
        try {
            return new RunningServer(builder.start(), plan.maxStreams());
        } catch (IOException e) {
            if (e.getCause() instanceof BindException) {
                throw new IOException(
                        e.getMessage() + ". Is another one running? Choose another port, or 0 for any free one.", e);
            }
            throw e;
        }
    }

    /** Where it listens, what to trust, and how to ask it. */
    public List<String> greeting() {
        List<String> lines = new ArrayList<>();
        lines.add("Listening, " + maxStreams + " streams on an HTTP/2 connection:");
        for (OriginPort port : OriginPort.values()) {
            lines.add(String.format("  %-24s  %s", server.uri(port), port.description()));
        }
        String ca =
                server.authority().certificateFile().map(RunningServer::quoted).orElse("");
        lines.add("Certificate authority to trust: " + ca);
        lines.add("Try:");
        lines.add("  curl --http2 --cacert " + ca + " " + server.uri(OriginPort.TLS, "/whoami"));
        lines.add("  curl --http1.1 --cacert " + ca + " " + server.uri(OriginPort.TLS_HTTP1, "/conn"));
        lines.add("  curl --http1.1 " + server.uri(OriginPort.HTTP1, "/delay/500"));
        lines.add("  curl --http2-prior-knowledge '" + server.uri(OriginPort.H2C, "/conn?delay=500") + "'");
        return lines;
    }

    /** Takes nothing new, waits that long for the requests being answered, and ends. */
    public void shutdown(Duration grace) {
        server.shutdown(grace);
    }

    /** A path as a shell takes it. */
    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
