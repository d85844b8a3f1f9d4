package dev.clearway.transport.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;

/** What a peer says in GOAWAY and RST_STREAM, made fit for a message: bounded, printable. */
final class GoAwayText {
    private static final int SHOWN = 100;

    private GoAwayText() {}

    static String name(long errorCode) {
        Http2Error known = Http2Error.valueOf(errorCode);
        return known == null ? "0x" + Long.toHexString(errorCode) : known.name();
    }

    static String of(long errorCode, ByteBuf debugData) {
        StringBuilder text = new StringBuilder(name(errorCode));
        int n = Math.min(debugData.readableBytes(), SHOWN);
        if (n > 0) {
            text.append(" \"");
            for (int i = 0; i < n; i++) {
                char c = (char) debugData.getUnsignedByte(debugData.readerIndex() + i);
                text.append(c >= ' ' && c < 0x7f && c != '"' ? c : '?');
            }
            text.append('"');
        }
        return text.toString();
    }
}
