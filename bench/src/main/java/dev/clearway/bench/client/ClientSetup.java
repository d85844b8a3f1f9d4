package dev.clearway.bench.client;

import java.net.URI;
import java.nio.file.Path;

/**
 * What a client needs to know to be opened for one workload.
 *
 * @param wire the protocol to speak, and no other
 * @param port the server's port on {@link #HOST}
 * @param ca a PEM file with the certificate to trust, and no other; unused in cleartext
 * @param connections connections to use; 0 leaves it to the client
 * @param inFlight requests at most under way at once
 * @param streamLimit the server's limit of concurrent streams on a connection
 * @param tuning how much of the client's options to use
 */
public record ClientSetup(Wire wire, int port, Path ca, int connections, int inFlight, int streamLimit, Tuning tuning) {
    /** The server's address: every run stays on the loopback. */
    public static final String HOST = "127.0.0.1";

    /** The same with another port. */
    public ClientSetup withPort(int value) {
        return new ClientSetup(wire, value, ca, connections, inFlight, streamLimit, tuning);
    }

    /** The scheme, host and port to reach the server by. */
    public String base() {
        return (wire.tls() ? "https://" : "http://") + HOST + ":" + port;
    }

    /** The resource of that path. */
    public URI uri(String path) {
        return URI.create(base() + path);
    }

    /** Connections that the load takes: those given, else for HTTP/2 as many as the stream limit asks for and for HTTP/1.1 one a request. */
    public int connectionsWanted() {
        if (connections > 0) {
            return connections;
        }
        return wire.http2() ? Math.max(1, (inFlight + streamLimit - 1) / streamLimit) : inFlight;
    }

    /** Whether the client is to be opened with its best settings. */
    public boolean best() {
        return tuning == Tuning.BEST;
    }
}
