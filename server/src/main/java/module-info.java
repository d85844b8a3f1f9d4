/** The server side of HTTP connections. */
module dev.clearway.server {
    requires static transitive org.jspecify;
    requires transitive io.netty.buffer;
    requires transitive io.netty.codec.http;
    requires transitive io.netty.common;
    requires transitive io.netty.transport;
    requires io.netty.codec;
    requires io.netty.codec.http2;
    requires io.netty.handler;

    exports dev.clearway.server;
}
