package dev.clearway.transport.flight;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.observe.ConnectTimings;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A connection came up; the event lasts as long as that took. */
@Name("dev.clearway.ConnectionOpened")
@Label("Connection Opened")
@Description("A connection came up, and how long the parts of that took")
@Category("Clearway")
@StackTrace(false)
final class ConnectionOpenedEvent extends Event implements OpeningEvent {
    @Label("Connection")
    @Description("Number within the transport")
    long connection;

    @Label("Origin")
    String origin = "";

    @Label("Protocol")
    String protocol = "";

    @Label("Resolving")
    @Description("Time for finding the address")
    @Timespan(Timespan.NANOSECONDS)
    long resolving;

    @Label("Connecting")
    @Description("Time for the TCP handshake")
    @Timespan(Timespan.NANOSECONDS)
    long connecting;

    @Label("TLS")
    @Description("Time for the TLS handshake; 0 in cleartext")
    @Timespan(Timespan.NANOSECONDS)
    long tls;

    @Override
    public void opened(long id, Origin to, Protocol spoken, ConnectTimings parts) {
        connection = id;
        origin = to.toString();
        protocol = spoken.toString();
        resolving = parts.resolve().toNanos();
        connecting = parts.connect().toNanos();
        tls = parts.tls().toNanos();
        commit();
    }
}
