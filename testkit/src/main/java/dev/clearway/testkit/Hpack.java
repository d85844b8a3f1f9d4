package dev.clearway.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;

/** Both directions of one connection's header compression, by Netty's coder, without its checks of names and values. */
final class Hpack {
    private static final long LARGEST_LIST = 1 << 20;

    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, LARGEST_LIST);

    byte[] encode(int stream, String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("names and values come in pairs");
        }
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(stream, headers, block);
            return ByteBufUtil.getBytes(block);
        } catch (Http2Exception e) {
            throw new IllegalArgumentException("cannot encode " + headers, e);
        } finally {
            block.release();
        }
    }

    Http2Headers decode(int stream, byte[] block) throws Http2Exception {
        return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block));
    }

    /** Lets the client use a table of a size, as announced to it. */
    void allowTable(long size) {
        try {
            decoder.configuration().maxHeaderTableSize(size);
        } catch (Http2Exception e) {
            throw new IllegalArgumentException("a table of " + size, e);
        }
    }

    /** Keeps to the size of the table that the client allows. */
    void limitTable(long size) {
        try {
            encoder.configuration().maxHeaderTableSize(size);
        } catch (Http2Exception e) {
            throw new IllegalArgumentException("a table of " + size, e);
        }
    }
}
