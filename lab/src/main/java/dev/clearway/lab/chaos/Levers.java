package dev.clearway.lab.chaos;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.ArrayDeque;
import java.util.Objects;

/**
 * What the origin does to an HTTP/2 connection beyond answering: limits that move, and GOAWAY. It knows which limit its
 * client has acknowledged. Confined to the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the connection, which tells of it
final class Levers {
    private final Http2ConnectionHandler handler;
    private final ChannelHandlerContext ctx;

    /** The limits of SETTINGS that are not acknowledged yet, oldest first. */
    private final ArrayDeque<Integer> announced = new ArrayDeque<>();

    private int limit;
    private int acknowledged = Integer.MAX_VALUE;
    private boolean gone;

    /**
     * Levers on a connection whose first SETTINGS are under way.
     *
     * @param first the limit that they announce
     */
    Levers(Http2ConnectionHandler handler, ChannelHandlerContext ctx, int first) {
        this.handler = handler;
        this.ctx = ctx;
        this.limit = first;
        announced.add(first);
        handler.decoder()
                .frameListener(new Http2FrameListenerDecorator(handler.decoder().frameListener()) {
                    @Override
                    public void onSettingsAckRead(ChannelHandlerContext context) throws Http2Exception {
                        super.onSettingsAckRead(context);
                        acknowledged = Objects.requireNonNullElse(announced.poll(), acknowledged);
                    }
                });
    }

    /** Whether the client may not know yet that there are to be no more than so many. */
    boolean isAbove(int active) {
        return active >= limit;
    }

    /** Whether the client knows that it was to open no more than so many. */
    boolean isAboveAcknowledged(int active) {
        return active >= acknowledged && active >= limit;
    }

    /** Whether the client has acknowledged no limit at all. */
    boolean knowsNone() {
        return acknowledged == Integer.MAX_VALUE;
    }

    void limit(int value) {
        limit = value;
        announce(new Http2Settings().maxConcurrentStreams(value));
    }

    void window(int value) {
        announce(new Http2Settings().initialWindowSize(value));
    }

    private void announce(Http2Settings settings) {
        if (!gone) {
            announced.add(limit);
            handler.encoder().writeSettings(ctx, settings, ctx.newPromise());
            flushSoon();
        }
    }

    /** Says that no stream from this one on was or will be processed. */
    void goAwayBelow(Http2Error why) {
        goAway(Math.max(0, lastStream() - 2), why);
    }

    /** Ends the connection with an error, whatever is open. */
    void goAwayAbruptly() {
        goAway(lastStream(), Http2Error.INTERNAL_ERROR);
    }

    /** Says that the connection is about to go away, while streams are still taken. */
    void announceGoAway() {
        goAway(Integer.MAX_VALUE, Http2Error.NO_ERROR);
        gone = false;
    }

    /** Says after which stream none is taken. */
    void goAway() {
        goAway(lastStream(), Http2Error.NO_ERROR);
    }

    boolean isGone() {
        return gone;
    }

    private int lastStream() {
        return handler.connection().remote().lastStreamCreated();
    }

    private void goAway(int last, Http2Error why) {
        if (!gone && ctx.channel().isActive()) {
            gone = true;
            handler.goAway(ctx, last, why.code(), Unpooled.EMPTY_BUFFER, ctx.newPromise());
            flushSoon();
        }
    }

    private void flushSoon() {
        ctx.executor().execute(ctx::flush);
    }
}
