package dev.clearway.transport.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** HTTP/2 was offered and HTTP/1.1 chosen. */
@Name("dev.clearway.Downgrade")
@Label("Protocol Downgrade")
@Description("HTTP/2 was offered by ALPN and the peer, or a proxy in between, chose HTTP/1.1")
@Category("Clearway")
@StackTrace(false)
final class DowngradeEvent extends Event {
    @Label("Connection")
    @Description("Number within the transport")
    long connection;

    @Label("Origin")
    String origin = "";

    @Label("Issuer")
    @Description("Who issued the certificate that was shown: the name of an inspecting proxy, if it was one")
    String issuer = "";

    @Label("Offered")
    @Description("What was offered by ALPN, in order of preference")
    String offered = "";

    @Label("Chosen")
    @Description("What was chosen; empty for nothing")
    String chosen = "";

    @Label("Concurrency Before")
    @Description("How many requests at once the pool could come to carry by HTTP/2")
    int concurrencyBefore;

    @Label("Concurrency After")
    @Description("How many it can come to carry by HTTP/1.1")
    int concurrencyAfter;
}
