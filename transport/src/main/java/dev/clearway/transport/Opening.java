package dev.clearway.transport;

import dev.clearway.transport.connect.Connector;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.exchange.Wire;
import dev.clearway.transport.flight.Flight;
import dev.clearway.transport.flight.OpeningEvent;
import dev.clearway.transport.http1.Http1Wire;
import dev.clearway.transport.http2.Http2Connections;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.TransportListener;
import dev.clearway.transport.pool.Need;
import java.nio.channels.ClosedChannelException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Opens the connections of one pool, and puts on each what it speaks. */
final class Opening {
    private final Origin origin;
    private final Need need;
    private final Resources resources;
    private final TransportListener listener;
    private final BiFunction<Connection, Connector.Downgraded, Downgrade> downgrades;

    /** {@code downgrades} tells the pool of one, and what it means there. */
    Opening(
            Origin origin,
            Need need,
            Resources resources,
            BiFunction<Connection, Connector.Downgraded, Downgrade> downgrades) {
        this.origin = origin;
        this.need = need;
        this.resources = resources;
        this.downgrades = downgrades;
        this.listener = resources.shared().listener();
    }

    /** Begins an attempt. Not under a lock. */
    void open(Connection connection) {
        OpeningEvent recording = Flight.opening();
        listener.connectStarted(connection.id(), origin);
        resources.connector().open(origin, need, connection, new Connector.Outcome() {
            @Override
            public void opened(Connector.Opened opened) {
                Opening.this.opened(connection, opened, recording);
            }

            @Override
            public void failed(Throwable cause, ConnectTimings timings) {
                connection.openFailed(cause, timings);
            }
        });
    }

    private void opened(Connection connection, Connector.Opened opened, @Nullable OpeningEvent recording) {
        if (!opened.channel().isActive()) {
            connection.openFailed(new ClosedChannelException(), opened.timings());
            return;
        }
        int maxHead = resources.maxHeadBytes();
        Wire wire = opened.protocol() == Protocol.HTTP_2
                ? Http2Connections.on(
                        connection, opened.channel(), opened.session(), maxHead, resources.settingsNanos())
                : Http1Wire.on(connection, opened.channel(), opened.session(), maxHead);
        if (recording != null) {
            recording.opened(connection.id(), origin, opened.protocol(), opened.timings());
        }
        listener.connectionOpened(connection.id(), origin, opened.protocol(), opened.timings());
        Connector.Downgraded downgraded = opened.downgrade();
        if (downgraded != null) {
            Downgrade downgrade = downgrades.apply(connection, downgraded);
            Flight.downgraded(connection.id(), origin, downgrade);
            listener.downgraded(connection.id(), origin, downgrade);
        }
        connection.opened(wire, opened.protocol(), opened.timings());
        opened.channel().config().setAutoRead(true);
    }
}
