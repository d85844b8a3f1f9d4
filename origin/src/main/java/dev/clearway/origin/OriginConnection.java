package dev.clearway.origin;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The identity and the counts of one connection. Written by the connection's event loop, read by any thread.
 */
final class OriginConnection {
    /** Seeded with the time, so that ids of two servers that follow one another on a port differ. */
    private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis() << 16);

    private static final char[] DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV".toCharArray();
    private static final int ID_LENGTH = 13;

    private final String id = sortable(IDS.incrementAndGet());
    private final OriginPort port;
    private final int remotePort;

    private volatile String protocol = "";
    private volatile boolean open = true;
    private volatile long requests;
    private volatile int active;
    private volatile int peak;
    private volatile long refused;

    OriginConnection(OriginPort port, int remotePort) {
        this.port = port;
        this.remotePort = remotePort;
    }

    String id() {
        return id;
    }

    OriginPort port() {
        return port;
    }

    int remotePort() {
        return remotePort;
    }

    String protocol() {
        return protocol;
    }

    boolean isOpen() {
        return open;
    }

    int active() {
        return active;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer, the event loop
    void requestBegan() {
        requests++;
        active++;
        if (active > peak) {
            peak = active;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer, the event loop
    void requestEnded() {
        active--;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer, the event loop
    void streamRefused() {
        refused++;
    }

    void protocolChosen(String name) {
        protocol = name;
    }

    void closed() {
        open = false;
    }

    ConnectionStats stats() {
        return new ConnectionStats(id, port, remotePort, protocol, requests, peak, refused, open);
    }

    /** The number in base 32, so that ids sort as they were given. */
    private static String sortable(long number) {
        char[] text = new char[ID_LENGTH];
        for (int i = ID_LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS[(int) (number & 31)];
            number >>>= 5;
        }
        return new String(text);
    }
}
