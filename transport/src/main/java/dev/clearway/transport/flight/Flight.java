package dev.clearway.transport.flight;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.observe.Downgrade;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Makes the events that somebody records. Stateless. */
public final class Flight {
    private static final boolean AVAILABLE = available();

    private Flight() {}

    /** Apart, so that nothing of the JDK's recorder is loaded where it is missing. Whether a kind is recorded is a static fact that only an instance tells. */
    private static final class Kinds {
        static final Event EXCHANGE = new ExchangeEvent();
        static final Event QUEUE_WAIT = new QueueWaitEvent();
        static final Event OPENED = new ConnectionOpenedEvent();
        static final Event CLOSED = new ConnectionClosedEvent();
        static final Event DOWNGRADE = new DowngradeEvent();
    }

    private static boolean available() {
        try {
            Class.forName("jdk.jfr.Event", false, Flight.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    /** Whether anybody records anything. Until then the kinds are not touched, since to register them costs the JDK a tenth of a second once. */
    private static boolean on() {
        return AVAILABLE && FlightRecorder.isInitialized();
    }

    /** An exchange begins; {@code null} if exchanges are not recorded. */
    public static @Nullable OpenEvent exchange() {
        if (!on() || !Kinds.EXCHANGE.isEnabled()) {
            return null;
        }
        ExchangeEvent event = new ExchangeEvent();
        event.begin();
        return event;
    }

    /** A stay in the line begins; {@code null} if those are not recorded. */
    public static @Nullable OpenEvent queueWait() {
        if (!on() || !Kinds.QUEUE_WAIT.isEnabled()) {
            return null;
        }
        QueueWaitEvent event = new QueueWaitEvent();
        event.begin();
        return event;
    }

    /** An attempt to connect begins; {@code null} if those are not recorded. */
    public static @Nullable OpeningEvent opening() {
        if (!on() || !Kinds.OPENED.isEnabled()) {
            return null;
        }
        ConnectionOpenedEvent event = new ConnectionOpenedEvent();
        event.begin();
        return event;
    }

    /**
     * A connection is closed.
     *
     * @param ageNanos how long it was open
     * @param cause what closed it; {@code null} where that was orderly
     */
    public static void closed(
            long connection, Origin origin, @Nullable Protocol spoken, long ageNanos, @Nullable Throwable cause) {
        if (!on() || !Kinds.CLOSED.isEnabled()) {
            return;
        }
        ConnectionClosedEvent event = new ConnectionClosedEvent();
        event.connection = connection;
        event.origin = origin.toString();
        event.protocol = spoken == null ? "" : spoken.toString();
        event.age = ageNanos;
        event.cause = cause == null ? "" : cause.toString();
        event.commit();
    }

    /** HTTP/2 was offered and HTTP/1.1 chosen. */
    public static void downgraded(long connection, Origin origin, Downgrade downgrade) {
        if (!on() || !Kinds.DOWNGRADE.isEnabled()) {
            return;
        }
        DowngradeEvent event = new DowngradeEvent();
        event.connection = connection;
        event.origin = origin.toString();
        String issuer = downgrade.issuer();
        event.issuer = issuer == null ? "" : issuer;
        event.offered = String.join(",", downgrade.offered());
        event.chosen = downgrade.chosen();
        event.concurrencyBefore = downgrade.concurrencyBefore();
        event.concurrencyAfter = downgrade.concurrencyAfter();
        event.commit();
    }
}
