/** Sends HTTP requests over pooled connections and says where each waited. */
module dev.clearway.transport {
    requires static transitive org.jspecify;
    requires transitive java.net.http;
    requires transitive io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires static java.management;
    requires static jdk.jfr;

    exports dev.clearway.transport;
    exports dev.clearway.transport.jmx;
    exports dev.clearway.transport.observe;
}
