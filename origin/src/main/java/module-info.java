/** The test server and the relay. */
module dev.clearway.origin {
    requires static transitive org.jspecify;
    requires transitive dev.clearway.certs;
    requires dev.clearway.server;
    requires io.netty.buffer;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;

    exports dev.clearway.origin;
}
