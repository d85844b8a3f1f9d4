package dev.clearway.origin;

import dev.clearway.origin.Answer.WebSocket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtension;

/**
 * A WebSocket that sends back what it receives, frame by frame (RFC 6455). Netty's frame codecs run in a channel of
 * their own, which is fed with the tunnel's bytes. Confined to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes of an embedded channel end at once
final class WebSocketAnswer extends AnswerExchange {
    /** The longest frame, and the longest message after inflating: they are held in memory. */
    static final int MOST_BYTES = 1024 * 1024;

    private final WebSocket socket;
    private final EchoDemand demand;
    private final EmbeddedChannel codec;
    private boolean ended;

    WebSocketAnswer(Asked asked, WebSocket socket) {
        super(asked);
        this.socket = socket;
        demand = new EchoDemand(asked.exchange());
        WebSocketDecoderConfig config = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(MOST_BYTES)
                .allowExtensions(socket.extension() != null)
                .build();
        // The decoder writes close frames too: the encoder has to stand before it.
        codec = new EmbeddedChannel(new WebSocket13FrameEncoder(false), new WebSocket13FrameDecoder(config));
        WebSocketServerExtension extension = socket.extension();
        if (extension != null) {
            codec.pipeline().addLast(extension.newExtensionDecoder(), extension.newExtensionEncoder());
        }
        codec.pipeline().addLast(new Utf8FrameValidator(), new EchoFrames());
    }

    @Override
    void write() {
        exchange().head(answer().status(), socket.fields());
        demand.renew();
        exchange().flush();
    }

    @Override
    public void data(ByteBuf data) {
        demand.received(data.readableBytes());
        if (ended) {
            data.release();
            return;
        }
        try {
            codec.writeInbound(data);
        } catch (RuntimeException e) {
            if (codec.isOpen()) {
                codec.writeOutbound(new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_PAYLOAD_DATA));
                codec.close();
            }
        }
        for (ByteBuf frame = codec.readOutbound(); frame != null; frame = codec.readOutbound()) {
            exchange().data(frame);
        }
        if (!codec.isOpen()) {
            endSide();
        }
        demand.renew();
        exchange().flush();
    }

    @Override
    public void end(HttpHeaders trailers) {
        endSide();
        exchange().flush();
    }

    @Override
    public void writable() {
        demand.renew();
    }

    @Override
    void released() {
        codec.finishAndReleaseAll();
    }

    private void endSide() {
        if (!ended) {
            ended = true;
            exchange().end(EmptyHttpHeaders.INSTANCE);
        }
    }

    private static final class EchoFrames extends SimpleChannelInboundHandler<WebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
            if (frame instanceof PingWebSocketFrame) {
                ctx.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
            } else if (frame instanceof CloseWebSocketFrame) {
                ctx.writeAndFlush(frame.retain()).addListener(ChannelFutureListener.CLOSE);
            } else if (!(frame instanceof PongWebSocketFrame)) {
                ctx.writeAndFlush(frame.retain());
            }
        }
    }
}
