package dev.clearway.transport.exchange;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.Downgrade;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import org.jspecify.annotations.Nullable;

/** Keeps what a listener throws away from the transport. */
final class GuardedListener implements TransportListener {
    private static final System.Logger LOG = System.getLogger("dev.clearway.transport");

    private final TransportListener listener;

    GuardedListener(TransportListener listener) {
        this.listener = listener;
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error thrown) {
            LOG.log(System.Logger.Level.WARNING, "a transport listener threw", thrown);
        }
    }

    @Override
    public void exchangeStarted(long exchange, Origin origin) {
        guarded(() -> listener.exchangeStarted(exchange, origin));
    }

    @Override
    public void exchangeQueued(long exchange, Origin origin, WaitReason reason) {
        guarded(() -> listener.exchangeQueued(exchange, origin, reason));
    }

    @Override
    public void exchangeGranted(long exchange, Origin origin, long connection) {
        guarded(() -> listener.exchangeGranted(exchange, origin, connection));
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        guarded(() -> listener.exchangeRetried(exchange, origin, why));
    }

    @Override
    public void exchangeEnded(ExchangeRecord exchange) {
        guarded(() -> listener.exchangeEnded(exchange));
    }

    @Override
    public void connectStarted(long connection, Origin origin) {
        guarded(() -> listener.connectStarted(connection, origin));
    }

    @Override
    public void connectFailed(long connection, Origin origin, Throwable cause) {
        guarded(() -> listener.connectFailed(connection, origin, cause));
    }

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        guarded(() -> listener.connectionOpened(connection, origin, protocol, timings));
    }

    @Override
    public void downgraded(long connection, Origin origin, Downgrade downgrade) {
        guarded(() -> listener.downgraded(connection, origin, downgrade));
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        guarded(() -> listener.connectionClosed(connection, origin, cause));
    }
}
