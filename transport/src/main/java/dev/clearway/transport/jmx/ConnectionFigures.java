package dev.clearway.transport.jmx;

import dev.clearway.transport.observe.PoolSnapshot;

/** One connection as JMX shows it. Its accessors are named as JMX wants them. Immutable. */
public final class ConnectionFigures {
    private final PoolSnapshot.Connection connection;

    ConnectionFigures(PoolSnapshot.Connection connection) {
        this.connection = connection;
    }

    /** Its number within the transport. */
    public long getId() {
        return connection.id();
    }

    /** What it speaks. */
    public String getProtocol() {
        return connection.protocol().toString();
    }

    /** Places taken on it. */
    public int getUsed() {
        return connection.used();
    }

    /** Places that it has. */
    public int getAllowed() {
        return connection.allowed();
    }

    /** {@code OPEN}, {@code DRAINING} or {@code SUSPECT}. */
    public String getState() {
        return connection.state().name();
    }

    /** How long it has been open, in seconds. */
    public double getAgeSeconds() {
        return JmxPools.seconds(connection.age());
    }
}
