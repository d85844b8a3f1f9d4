package dev.clearway.transport.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A connection that was open is closed. */
@Name("dev.clearway.ConnectionClosed")
@Label("Connection Closed")
@Description("An open connection is closed")
@Category("Clearway")
@StackTrace(false)
final class ConnectionClosedEvent extends Event {
    @Label("Connection")
    @Description("Number within the transport")
    long connection;

    @Label("Origin")
    String origin = "";

    @Label("Protocol")
    String protocol = "";

    @Label("Age")
    @Description("How long it was open")
    @Timespan(Timespan.NANOSECONDS)
    long age;

    @Label("Cause")
    @Description("What closed it; empty where that was orderly")
    String cause = "";
}
