package dev.clearway.transport.http2;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the answers that pile up for a peer that asks much and reads nothing: acknowledgements of PING and SETTINGS,
 * and resets (CVE-2019-9512, CVE-2019-9515).
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close has nothing to tell
final class ControlFrameLimit extends DecoratingHttp2ConnectionEncoder {
    private static final int MAX_WAITING = 10_000;

    private final ChannelFutureListener written = done -> forget();
    private @Nullable Http2LifecycleManager manager;
    private int waiting;
    private boolean exceeded;

    ControlFrameLimit(Http2ConnectionEncoder encoder) {
        super(encoder);
    }

    @Override
    public void lifecycleManager(Http2LifecycleManager lifecycleManager) {
        manager = lifecycleManager;
        super.lifecycleManager(lifecycleManager);
    }

    @Override
    public ChannelFuture writeSettingsAck(ChannelHandlerContext ctx, ChannelPromise promise) {
        return allowed(ctx) ? super.writeSettingsAck(ctx, counted(promise)) : promise;
    }

    @Override
    public ChannelFuture writePing(ChannelHandlerContext ctx, boolean ack, long data, ChannelPromise promise) {
        if (!ack) {
            return super.writePing(ctx, false, data, promise);
        }
        return allowed(ctx) ? super.writePing(ctx, true, data, counted(promise)) : promise;
    }

    @Override
    public ChannelFuture writeRstStream(
            ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
        return allowed(ctx) ? super.writeRstStream(ctx, streamId, errorCode, counted(promise)) : promise;
    }

    private void forget() {
        waiting--;
    }

    private ChannelPromise counted(ChannelPromise promise) {
        waiting++;
        return promise.unvoid().addListener(written);
    }

    private boolean allowed(ChannelHandlerContext ctx) {
        if (exceeded) {
            return false;
        }
        if (waiting >= MAX_WAITING) {
            ctx.flush();
        }
        if (waiting >= MAX_WAITING) {
            exceeded = true;
            if (manager != null) {
                manager.onError(
                        ctx,
                        false,
                        Http2Exception.connectionError(
                                Http2Error.ENHANCE_YOUR_CALM,
                                "more than %d control frames wait to be read",
                                MAX_WAITING));
            }
            ctx.close();
        }
        return !exceeded;
    }
}
