package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response, from the server's side. Methods are called on the connection's event loop
 * ({@link #executor}), except where they say otherwise; after the end of the exchange they do nothing but release. The
 * response goes out in this order: any number of {@link #informational}, {@link #head}, any number of {@link #data},
 * {@link #end}; {@link #reset} may take the place of any.
 *
 * <p>An exchange becomes a tunnel when a request with an {@link RequestHead#upgrade} is answered with 101 (HTTP/1.1) or
 * 2xx (RFC 8441), or a CONNECT with 2xx: data then passes as it is, both ways, until both sides have ended.
 */
public interface ServerExchange {
    /** The connection that the request came on. */
    ServerConnection connection();

    /** The event loop of the connection. Any thread. */
    EventExecutor executor();

    /**
     * What the client has said so far of the order in which it wants this response; {@code null} for nothing. Over HTTP/2 the
     * server heeds it: see {@link Priority}. HTTP/1.1 has one response at a time.
     */
    @Nullable
    Priority priority();

    /** Asks for that many more bytes of the content; adds up, {@link Long#MAX_VALUE} means all; the last buffer may go beyond, which counts for the next. The peer is held back by flow control or by not reading. Nothing is asked for at first. */
    void request(long bytes);

    /** Sends an interim response (RFC 9110, section 15.2), 100 and 103 among them. Dropped where HTTP/1.0 knows none. */
    void informational(int status, HttpHeaders fields);

    /**
     * Sends the final response's head. {@code Content-Length} is kept as given and held to; its last
     * bytes leave an HTTP/1.1 server with {@link #end}, so that what is cut is never taken for whole. Without one, content is
     * framed as the protocol can. Fields of one connection (RFC 9110, section 7.6.1) are the protocol's own business and
     * dropped. A {@code Date} is added where there is none.
     *
     * @throws IllegalArgumentException if the status is no final one, or a name or value may not be sent
     * @throws IllegalStateException if there was a head already
     */
    void head(int status, HttpHeaders fields);

    /** Sends bytes of the content. Takes the buffer over. Where {@link #isWritable} is not heeded they are buffered without bound. */
    void data(ByteBuf data);

    /** Ends the response with these trailer fields, dropped where they cannot be sent. */
    void end(HttpHeaders trailers);

    /** Sends a whole response, as {@link #head}, {@link #data} and {@link #end} would. Takes the buffer over. */
    default void respond(int status, HttpHeaders fields, ByteBuf content) {
        try {
            head(status, fields);
        } catch (RuntimeException e) {
            content.release();
            throw e;
        }
        data(content);
        end(EmptyHttpHeaders.INSTANCE);
    }

    /** Cuts the exchange: a stream is reset with that HTTP/2 error code, an HTTP/1.1 connection closed without its message being complete. The receiver is told nothing more. */
    void reset(long errorCode);

    /** Whether more content may be sent now; {@link RequestReceiver#writable} tells of the change back to true. */
    boolean isWritable();

    /** Sends what was written. Calls made while a request is being read are flushed by the connection itself. */
    void flush();

    /**
     * Answers a CONNECT on HTTP/1.1 with 200 and gives the connection away: its handlers are removed, {@code next}
     * takes their place and is given the bytes that were read already.
     *
     * @throws IllegalStateException if the request is no CONNECT, came by HTTP/2, or has been answered
     */
    void handOver(ChannelHandler next);
}
