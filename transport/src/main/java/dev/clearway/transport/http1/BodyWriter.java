package dev.clearway.transport.http1;

import dev.clearway.transport.Fields;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Upload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/** Writes one request's body, in chunks (RFC 9112, section 7.1) where its length was not announced. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the channel, which tells of it
final class BodyWriter implements Upload.Output {
    private static final AsciiString LAST_CHUNK = AsciiString.cached("0\r\n");
    private static final short CRLF = 0x0d0a;
    private static final int CHUNK_FRAME = 12;

    private final Channel channel;
    private final ActiveExchange exchange;
    private final Upload upload;
    private final boolean chunked;

    BodyWriter(Channel channel, ActiveExchange exchange, Upload upload) {
        this.channel = channel;
        this.exchange = exchange;
        this.upload = upload;
        this.chunked = exchange.request().body().length() < 0;
    }

    @Override
    public boolean endsByLength() {
        return !chunked;
    }

    @Override
    public void write(ByteBuf data, boolean last) {
        int bytes = data.readableBytes();
        if (chunked) {
            ByteBuf size = channel.alloc().ioBuffer(CHUNK_FRAME);
            size.writeCharSequence(Integer.toHexString(bytes), StandardCharsets.US_ASCII);
            size.writeShort(CRLF);
            channel.write(size, channel.voidPromise());
        }
        ChannelFuture written = channel.write(data);
        written.addListener(done -> {
            if (done.isSuccess()) {
                upload.written(bytes);
            }
        });
        if (chunked) {
            ByteBuf end = channel.alloc().ioBuffer(CHUNK_FRAME);
            end.writeShort(CRLF);
            channel.write(end, channel.voidPromise());
        }
        if (last) {
            end(Fields.EMPTY);
        }
    }

    @Override
    public void end(Fields trailers) {
        ByteBuf end = channel.alloc().ioBuffer(CHUNK_FRAME);
        if (chunked) {
            ByteBufUtil.copy(LAST_CHUNK, end);
            for (int i = 0; i < trailers.size(); i++) {
                RequestHead.line(end, trailers.name(i), trailers.value(i));
            }
            end.writeShort(CRLF);
        }
        channel.write(end).addListener(done -> {
            if (done.isSuccess()) {
                exchange.requestSent();
            }
        });
    }
}
