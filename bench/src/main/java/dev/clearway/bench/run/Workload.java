package dev.clearway.bench.run;

import dev.clearway.bench.client.Wire;
import java.util.List;

/**
 * A steady load of one kind.
 *
 * @param name by which it is chosen and reported
 * @param wire the protocol
 * @param connections how many it takes: as many as the server's stream limit asks for
 * @param inFlight requests under way at once
 */
public record Workload(String name, Wire wire, int connections, int inFlight) {
    /** The server's limit of concurrent streams on a connection. */
    public static final int STREAM_LIMIT = 100;
    /** Length of each response's content in bytes. */
    public static final int LENGTH = 1024;
    /** What is asked for. */
    public static final String PATH = "/bytes/" + LENGTH;

    /** Every workload, the one that matters most first. */
    public static final List<Workload> ALL = List.of(
            new Workload("h2-1x100", Wire.H2, 1, 100),
            new Workload("h2-4x400", Wire.H2, 4, 400),
            new Workload("h2c-1x100", Wire.H2C, 1, 100),
            new Workload("h1-tls-64", Wire.H1_TLS, 64, 64));

    /** The workload in words. */
    public String title() {
        String protocol = (wire.http2() ? "HTTP/2" : "HTTP/1.1") + (wire.tls() ? " over TLS" : " in cleartext");
        String plural = connections == 1 ? " connection, " : " connections, ";
        return protocol + ", " + connections + plural + inFlight + " requests in flight, GET " + PATH;
    }
}
