package dev.clearway.transport.flight;

import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ExchangeRecord;
import java.time.Duration;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/** One stay in the line, from its beginning to a place or the exchange's end. By default those of 1 ms and more. */
@Name("dev.clearway.QueueWait")
@Label("Queue Wait")
@Description("One exchange's stay in the line for a place on a connection, and what it waited for")
@Category("Clearway")
@Threshold("1 ms")
@StackTrace(false)
final class QueueWaitEvent extends Event implements OpenEvent {
    @Label("Exchange")
    @Description("Number within the transport")
    long exchange;

    @Label("Origin")
    String origin = "";

    @Label("Reason")
    @Description("What it waited for last")
    String reason = "";

    @Label("Granted")
    @Description("Whether it was given a place in the end")
    boolean granted;

    @Label("Refusal")
    @Description("Why the line sent it away; empty if it did not")
    String refusal = "";

    @Label("Connection")
    @Description("Number of the connection on which it was given a place; 0 if it was not")
    long connection;

    @Label("For Connecting")
    @Description("Time for reason CONNECTING, in all stays of the exchange so far")
    @Timespan(Timespan.NANOSECONDS)
    long connecting;

    @Label("For Stream Limit")
    @Description("Time for reason STREAM_LIMIT, in all stays of the exchange so far")
    @Timespan(Timespan.NANOSECONDS)
    long streamLimit;

    @Label("For Connection Limit")
    @Description("Time for reason CONNECTION_LIMIT, in all stays of the exchange so far")
    @Timespan(Timespan.NANOSECONDS)
    long connectionLimit;

    @Label("For Request Limit")
    @Description("Time for reason REQUEST_LIMIT, in all stays of the exchange so far")
    @Timespan(Timespan.NANOSECONDS)
    long requestLimit;

    @Label("For Draining")
    @Description("Time for reason DRAINING, in all stays of the exchange so far")
    @Timespan(Timespan.NANOSECONDS)
    long draining;

    @Override
    public boolean ends() {
        end();
        return shouldCommit();
    }

    @Override
    public void write(ExchangeRecord facts) {
        exchange = facts.id();
        origin = facts.origin().toString();
        WaitReason last = facts.waitingFor();
        reason = last == null ? "" : last.name();
        granted = facts.grantedNanos() != 0;
        refusal = facts.refusal() == null ? "" : facts.refusal().name();
        connection = facts.connection();
        Map<WaitReason, Duration> waits = facts.waits();
        connecting = nanos(waits, WaitReason.CONNECTING);
        streamLimit = nanos(waits, WaitReason.STREAM_LIMIT);
        connectionLimit = nanos(waits, WaitReason.CONNECTION_LIMIT);
        requestLimit = nanos(waits, WaitReason.REQUEST_LIMIT);
        draining = nanos(waits, WaitReason.DRAINING);
        commit();
    }

    private static long nanos(Map<WaitReason, Duration> waits, WaitReason why) {
        return waits.getOrDefault(why, Duration.ZERO).toNanos();
    }
}
