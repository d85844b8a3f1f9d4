package dev.clearway.testkit;

import java.io.OutputStream;

/**
 * One connection that a scripted peer has accepted. Reads only when the script asks for something, and bounds each wait
 * by the peer's patience; what does not come in time fails the script with the dialogue so far.
 *
 * <p>For one thread at a time, except {@link #reset()} and {@link #close()}.
 */
public abstract sealed class ScriptedConnection implements AutoCloseable
        permits ScriptedHttp1Connection, ScriptedHttp2Connection {
    final Wire wire;
    private final String alpn;

    ScriptedConnection(Wire wire, String alpn) {
        this.wire = wire;
        this.alpn = alpn;
    }

    /** The protocol that ALPN chose, empty if the client offered none, on cleartext, or if the peer speaks no ALPN. */
    public String alpn() {
        return alpn;
    }

    /** Sends bytes just as they are, in one write. */
    public void sendRaw(byte[] bytes) {
        wire.write(bytes);
        wire.dialogue().sent(bytes.length + " raw bytes");
    }

    /** Ends the peer's output in order: over TLS with {@code close_notify}, then FIN. Reading goes on. */
    public void finish() {
        wire.finish();
    }

    /** Sends a bare FIN: over TLS without {@code close_notify}, as when a connection is cut short. Reading goes on. */
    public void cut() {
        wire.cut();
    }

    /** Ends the peer's output over TLS alone: {@code close_notify}, and no FIN after it. Reading goes on. */
    public void closeNotify() {
        wire.closeNotify();
    }

    /** Sends RST and gives the connection up. */
    public void reset() {
        wire.reset();
    }

    /**
     * Waits for the client to end its side, and discards what it still sends.
     *
     * @throws AssertionError when it does not in time
     */
    public End awaitEnd() {
        return wire.awaitEnd(OutputStream.nullOutputStream());
    }

    /** Closes the socket: a FIN if all input was read, else RST, as TCP does. */
    @Override
    public void close() {
        wire.close();
    }

    /** What was said so far, for messages. */
    @Override
    public String toString() {
        return wire.dialogue().toString();
    }
}
