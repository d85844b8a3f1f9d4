package dev.clearway.transport.http1;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import dev.clearway.transport.exchange.FieldNames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/** Writes a request's head (RFC 9112, sections 3 and 5). What it is given has been checked before. */
final class RequestHead {
    private static final AsciiString VERSION_HOST = AsciiString.cached(" HTTP/1.1\r\nhost: ");
    private static final AsciiString CHUNKED = AsciiString.cached("transfer-encoding: chunked\r\n");
    private static final AsciiString SEPARATOR = AsciiString.cached(": ");
    private static final AsciiString UPGRADE = AsciiString.cached("connection: Upgrade\r\nupgrade: ");
    private static final AsciiString CLOSE = AsciiString.cached("close");
    private static final short CRLF = 0x0d0a;

    private RequestHead() {}

    /** Whether a request with that method may be sent twice without harm (RFC 9110, section 9.2.2). */
    static boolean isIdempotent(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE" -> true;
            default -> false;
        };
    }

    /** Writes it. Returns whether the request lets the connection be kept. */
    static boolean write(ByteBuf out, Request request, AsciiString authority) {
        Fields fields = request.fields();
        CharSequence host = fields.first(FieldNames.HOST);
        text(out, request.method());
        out.writeByte(' ');
        text(out, request.path());
        ByteBufUtil.copy(VERSION_HOST, out);
        text(out, host == null ? authority : host);
        out.writeShort(CRLF);
        boolean keep = true;
        for (int i = 0; i < fields.size(); i++) {
            AsciiString lower = FieldNames.lowerCase(fields.name(i));
            FieldNames.Kind kind = FieldNames.kind(lower);
            if (kind == FieldNames.Kind.HOST || kind == FieldNames.Kind.FRAMING) {
                continue;
            }
            if (kind == FieldNames.Kind.CONNECTION && AsciiString.containsIgnoreCase(fields.value(i), CLOSE)) {
                keep = false;
            }
            if (kind == FieldNames.Kind.CONNECTION && request.upgrade() != null) {
                continue;
            }
            line(out, fields.name(i), fields.value(i));
        }
        framing(out, request);
        out.writeShort(CRLF);
        return keep;
    }

    private static void framing(ByteBuf out, Request request) {
        if (request.upgrade() != null) {
            ByteBufUtil.copy(UPGRADE, out);
            text(out, request.upgrade());
            out.writeShort(CRLF);
            return;
        }
        if (request.body().length() < 0) {
            ByteBufUtil.copy(CHUNKED, out);
            return;
        }
        String length = FieldNames.contentLength(request);
        if (length != null) {
            line(out, FieldNames.CONTENT_LENGTH, length);
        }
    }

    /** Writes one field line. */
    static void line(ByteBuf out, CharSequence name, CharSequence value) {
        text(out, name);
        ByteBufUtil.copy(SEPARATOR, out);
        text(out, value);
        out.writeShort(CRLF);
    }

    private static void text(ByteBuf out, CharSequence text) {
        if (text instanceof AsciiString ascii) {
            ByteBufUtil.copy(ascii, out);
        } else {
            out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        }
    }
}
