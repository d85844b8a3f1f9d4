package dev.clearway.transport.flight;

import dev.clearway.transport.observe.ExchangeRecord;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** One exchange, from its handing over to its end. By default those of 20 ms and more, as with the JDK's own events of I/O. */
@Name("dev.clearway.Exchange")
@Label("HTTP Exchange")
@Description("One HTTP exchange from its handing over to its end, and where its time went")
@Category("Clearway")
@Threshold("20 ms")
@StackTrace(false)
final class ExchangeEvent extends Event implements OpenEvent {
    @Label("Exchange")
    @Description("Number within the transport")
    long exchange;

    @Label("Origin")
    String origin = "";

    @Label("Method")
    String method = "";

    @Label("Path")
    @Description("The request's path, without its query")
    String path = "";

    @Label("Protocol")
    @Description("Protocol of its connection; empty if it had none")
    String protocol = "";

    @Label("Connection")
    @Description("Number of its connection; 0 if it had none")
    long connection;

    @Label("Status")
    @Description("Status code of the response; 0 if there was none")
    int status;

    @Label("Waited")
    @Description("Time in the line for a place on a connection")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Waited For")
    @Description("What it waited for last; empty if it never waited")
    String waitedFor = "";

    @Label("Sending")
    @Description("From its place on a connection to the request's last byte")
    @Timespan(Timespan.NANOSECONDS)
    long sending;

    @Label("Answering")
    @Description("From the request's head to the response's")
    @Timespan(Timespan.NANOSECONDS)
    long answering;

    @Label("Retries")
    @Description("How often it was sent again; sending and answering are of the last time")
    int retries;

    @Label("Delivery")
    @Description("What is known of its delivery")
    String delivery = "";

    @Label("Refusal")
    @Description("Why the line sent it away; empty if it did not")
    String refusal = "";

    @Label("Failure")
    @Description("Type of the exception that it failed with; empty if it succeeded")
    String failure = "";

    @Override
    public boolean ends() {
        end();
        return shouldCommit();
    }

    @Override
    public void write(ExchangeRecord facts) {
        exchange = facts.id();
        origin = facts.origin().toString();
        method = facts.method();
        path = withoutQuery(facts.path());
        protocol = word(facts.protocol());
        connection = facts.connection();
        status = facts.status();
        waited = facts.waited().toNanos();
        waitedFor = word(facts.waitingFor());
        sending = between(facts.grantedNanos(), facts.requestSentNanos());
        answering = between(facts.headSentNanos(), facts.headReceivedNanos());
        retries = facts.retries();
        delivery = facts.delivery().name();
        refusal = word(facts.refusal());
        Throwable thrown = facts.failure();
        failure = thrown == null ? "" : thrown.getClass().getName();
        commit();
    }

    private static String withoutQuery(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** 0 where one of the moments did not come. What a loop does in one go has one moment, which may be a little before a grant in it. */
    private static long between(long from, long to) {
        return from == 0 || to == 0 ? 0 : Math.max(0, to - from);
    }

    private static String word(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
