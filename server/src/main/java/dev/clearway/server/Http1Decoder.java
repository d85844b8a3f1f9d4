package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests, no further than it may: what follows a request stays bytes until that request is answered, so that the
 * connection can still become a tunnel, and what a client can store is one read. Stricter than its superclass: a head
 * with folded lines (RFC 9112, section 5.2) or with more than one blank in its first line is malformed. Confined to the
 * event loop of its connection.
 */
final class Http1Decoder extends HttpRequestDecoder {
    private static final int MOST_LINE = 8 * 1024;
    private static final int MOST_CHUNK = 64 * 1024;

    private final BooleanSupplier mayDecode;

    private @Nullable ChannelHandlerContext context;
    private int wordEnd;
    private byte lastOfHead;
    private boolean inHead = true;
    private boolean folded;
    private boolean decoding;
    private boolean headBegun;

    Http1Decoder(ServerSettings settings, BooleanSupplier mayDecode) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST_LINE)
                .setMaxHeaderSize(settings.maxHeaderBytes())
                .setMaxChunkSize(MOST_CHUNK));
        this.mayDecode = mayDecode;
    }

    /** Goes on with what was read already, if it may. */
    void resume() throws Exception {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !decoding && buffered() > 0 && mayDecode.getAsBoolean()) {
            channelRead(ctx, Unpooled.EMPTY_BUFFER);
        }
    }

    /** How many bytes were read that have not been decoded. */
    int buffered() {
        return decoding ? 0 : actualReadableBytes();
    }

    /** Whether bytes of a head have come, and not its end. */
    boolean isHeadBegun() {
        return headBegun;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        context = ctx;
        decoding = true;
        try {
            super.channelRead(ctx, message);
        } finally {
            decoding = false;
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) throws Exception {
        context = null;
        super.handlerRemoved0(ctx);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (!mayDecode.getAsBoolean()) {
            return;
        }
        int from = buffer.readerIndex();
        int size = out.size();
        super.decode(ctx, buffer, out);
        if (inHead) {
            folded |= hasFold(buffer, from);
            headBegun = out.size() == size && (headBegun || buffer.readerIndex() > from || buffer.isReadable());
            if (folded && out.size() > size && out.get(size) instanceof HttpMessage message) {
                message.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("a folded line")));
            }
        }
        for (int i = size; i < out.size(); i++) {
            inHead = out.get(i) instanceof LastHttpContent;
            folded = false;
            lastOfHead = 0;
        }
    }

    @Override
    protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
        if (start > 0 && isBlank(line[start - 1])) {
            throw new IllegalArgumentException("a blank before the method");
        }
        wordEnd = start + length;
        return super.splitFirstWordInitialLine(line, start, length);
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        checkOneBlank(line, start);
        wordEnd = start + length;
        return super.splitSecondWordInitialLine(line, start, length);
    }

    @Override
    protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
        checkOneBlank(line, start);
        if (length == 0 || line[start] != 'H') {
            throw new IllegalArgumentException("the name of the protocol is in lower case");
        }
        return super.splitThirdWordInitialLine(line, start, length);
    }

    private void checkOneBlank(byte[] line, int start) {
        if (start != wordEnd + 1 || line[wordEnd] != ' ') {
            throw new IllegalArgumentException("the words of the first line are not parted by one blank");
        }
    }

    /** Whether a line begins with a blank among the bytes of a head that were just decoded. */
    private boolean hasFold(ByteBuf buffer, int from) {
        int to = buffer.readerIndex();
        if (to == from) {
            return false;
        }
        boolean found = lastOfHead == '\n' && isBlank(buffer.getByte(from));
        int feed = buffer.indexOf(from, to, (byte) '\n');
        while (!found && feed >= 0 && feed + 1 < to) {
            found = isBlank(buffer.getByte(feed + 1));
            feed = buffer.indexOf(feed + 1, to, (byte) '\n');
        }
        lastOfHead = buffer.getByte(to - 1);
        return found;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
