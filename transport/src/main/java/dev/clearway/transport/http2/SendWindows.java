package dev.clearway.transport.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import org.jspecify.annotations.Nullable;

/**
 * The peer's windows, and what waits for them: Netty's, but that a chunk of content is sent as it is where it is large. Chunks
 * that wait together are joined otherwise, and TLS copies what was joined out of it before it copies it once more.
 */
final class SendWindows extends DefaultHttp2RemoteFlowController {
    /** The least bytes of a chunk that is not joined with others: a frame of its own is cheap for it. */
    static final int LARGE = 8 * 1024;

    SendWindows(Http2Connection connection) {
        super(connection, new UniformStreamByteDistributor(connection));
    }

    @Override
    public void addFlowControlled(Http2Stream stream, FlowControlled frame) {
        super.addFlowControlled(stream, frame.size() < LARGE ? frame : new Whole(frame));
    }

    /** A frame that is joined with no other. */
    private record Whole(FlowControlled frame) implements Http2RemoteFlowController.FlowControlled {
        @Override
        public int size() {
            return frame.size();
        }

        @Override
        public void error(@Nullable ChannelHandlerContext ctx, Throwable cause) {
            frame.error(ctx, cause);
        }

        @Override
        public void writeComplete() {
            frame.writeComplete();
        }

        @Override
        public void write(ChannelHandlerContext ctx, int allowedBytes) {
            frame.write(ctx, allowedBytes);
        }

        @Override
        public boolean merge(ChannelHandlerContext ctx, FlowControlled next) {
            return false;
        }
    }
}
