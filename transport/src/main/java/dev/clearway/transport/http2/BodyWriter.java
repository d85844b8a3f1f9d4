package dev.clearway.transport.http2;

import dev.clearway.transport.Fields;
import dev.clearway.transport.exchange.Upload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;

/** Writes one request's body: the codec sends it as the peer's windows allow, and says when bytes have left. */
final class BodyWriter implements Upload.Output {
    private final ChannelHandlerContext ctx;
    private final Http2ConnectionEncoder encoder;
    private final StreamState state;
    private final Upload upload;

    BodyWriter(ChannelHandlerContext ctx, Http2ConnectionEncoder encoder, StreamState state, Upload upload) {
        this.ctx = ctx;
        this.encoder = encoder;
        this.state = state;
        this.upload = upload;
    }

    @Override
    public void write(ByteBuf data, boolean last) {
        int bytes = data.readableBytes();
        ChannelFuture written = encoder.writeData(ctx, state.stream.id(), data, 0, last, ctx.newPromise());
        written.addListener(done -> {
            if (done.isSuccess()) {
                upload.written(bytes);
                if (last) {
                    state.exchange.requestSent();
                }
            }
        });
    }

    @Override
    public void end(Fields trailers) {
        int id = state.stream.id();
        ChannelFuture written = trailers.size() == 0
                ? encoder.writeData(ctx, id, Unpooled.EMPTY_BUFFER, 0, true, ctx.newPromise())
                : encoder.writeHeaders(ctx, id, RequestHeaders.trailers(trailers), 0, true, ctx.newPromise());
        written.addListener(done -> {
            if (done.isSuccess()) {
                state.exchange.requestSent();
            }
        });
    }
}
