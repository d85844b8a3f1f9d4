package dev.clearway.transport.http1;

import dev.clearway.transport.Fields;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Upload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;

/**
 * What is sent on a connection after 101 (Switching Protocols): raw bytes, and then the end of this side alone, by
 * {@code close_notify} over TLS, which before TLS 1.3 ends the other side, too, and by a FIN in cleartext.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel, which tells of it
final class Tunnel implements Upload.Output {
    private final Http1Wire wire;
    private final Channel channel;
    private final Upload upload;
    private boolean sent;

    Tunnel(Http1Wire wire, Channel channel, ActiveExchange exchange) {
        this.wire = wire;
        this.channel = channel;
        this.upload = new Upload(exchange);
        exchange.upload(upload);
    }

    /** Begins: the head is told, and either side may end by itself. */
    void begin() {
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        upload.begin();
    }

    /** Whether this side has ended. */
    boolean isSent() {
        return sent;
    }

    @Override
    public void write(ByteBuf data, boolean last) {
        int bytes = data.readableBytes();
        channel.write(data).addListener(done -> {
            if (done.isSuccess()) {
                upload.written(bytes);
            }
        });
        if (last) {
            end(Fields.EMPTY);
        }
    }

    @Override
    public void end(Fields trailers) {
        channel.write(Unpooled.EMPTY_BUFFER).addListener(done -> {
            if (done.isSuccess()) {
                sent = true;
                finish();
                wire.outputEnded();
            }
        });
    }

    private void finish() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel instanceof SocketChannel socket) {
            socket.shutdownOutput();
        }
    }
}
