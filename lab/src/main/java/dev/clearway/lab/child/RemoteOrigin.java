package dev.clearway.lab.child;

import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.scenario.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** One server of the child process. */
public final class RemoteOrigin implements AutoCloseable {
    private static final double NANOS = 1e9;

    private final OriginProcess process;
    private final long id;
    private final int tls;
    private final int h1;
    private final int h2c;

    RemoteOrigin(OriginProcess process, Reply opened) throws IOException {
        this.process = process;
        id = opened.number("id");
        tls = (int) opened.number("tls");
        h1 = (int) opened.number("h1");
        h2c = (int) opened.number("h2c");
    }

    /** Where it listens for that wire. */
    public InetSocketAddress address(Wire wire) {
        int port = wire.tls() ? tls : wire == Wire.H2C ? h2c : h1;
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Leaves what happened so far out of what {@link #read} tells. */
    public void mark() throws IOException {
        process.ask("mark " + id, "marked");
    }

    /** What happened since the mark, once no request is being handled any more or two seconds have passed. */
    public ServerFigures read() throws IOException {
        Reply reply = process.ask("read " + id, "read");
        long answered = reply.number("answered");
        return new ServerFigures(
                reply.number("requests"),
                reply.number("longestNanos") / NANOS,
                (int) reply.number("connections"),
                reply.number("cpuNanos") / NANOS,
                answered == 0 ? Double.NaN : reply.number("answeredNanos") / NANOS / answered,
                Double.NaN);
    }

    @Override
    public void close() throws IOException {
        process.ask("close " + id, "closed");
    }
}
