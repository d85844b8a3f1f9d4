package dev.clearway.transport.http2;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import dev.clearway.transport.exchange.FieldNames;
import io.netty.util.AsciiString;

/** A request's head as the encoder takes it, the pseudo-header fields first (RFC 9113, section 8.3.1). */
final class RequestHeaders extends FlatHeaders {
    private static final AsciiString CONNECT = AsciiString.cached("CONNECT");
    private static final AsciiString GET = AsciiString.cached("GET");
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");
    private static final AsciiString TRAILERS = AsciiString.cached("trailers");
    private static final int AUTHORITY_LINE = 2;

    private RequestHeaders(int lines) {
        super(lines);
    }

    /** The head of a request, without the fields that HTTP/2 forbids (section 8.2.2). */
    static RequestHeaders of(Request request, CharSequence authority) {
        Fields fields = request.fields();
        RequestHeaders head = new RequestHeaders(fields.size() + 6);
        String upgrade = request.upgrade();
        head.put(PseudoHeaderName.METHOD.value(), upgrade == null ? method(request) : CONNECT);
        head.put(PseudoHeaderName.SCHEME.value(), request.origin().secure() ? HTTPS : HTTP);
        head.put(PseudoHeaderName.AUTHORITY.value(), authority);
        head.put(PseudoHeaderName.PATH.value(), request.path());
        if (upgrade != null) {
            head.put(PseudoHeaderName.PROTOCOL.value(), upgrade);
        }
        for (int i = 0; i < fields.size(); i++) {
            if (upgrade == null || !FieldNames.WEBSOCKET_KEY.contentEqualsIgnoreCase(fields.name(i))) {
                head.field(fields.name(i), fields.value(i));
            }
        }
        String length = FieldNames.contentLength(request);
        if (length != null) {
            head.put(FieldNames.CONTENT_LENGTH, length);
        }
        return head;
    }

    private static CharSequence method(Request request) {
        return request.method().equals("GET") ? GET : request.method();
    }

    private void field(CharSequence anyName, CharSequence value) {
        AsciiString name = FieldNames.lowerCase(anyName);
        switch (FieldNames.kind(name)) {
            case HOST -> replace(AUTHORITY_LINE, value);
            case TE -> {
                if (AsciiString.contentEqualsIgnoreCase(TRAILERS, value)) {
                    put(name, TRAILERS);
                }
            }
            case CONNECTION, FRAMING -> {
                // The connection's own, or written by the transport.
            }
            case OTHER -> put(name, value);
        }
    }

    /** Trailer fields. */
    static RequestHeaders trailers(Fields fields) {
        RequestHeaders trailers = new RequestHeaders(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            AsciiString name = FieldNames.lowerCase(fields.name(i));
            if (FieldNames.kind(name) == FieldNames.Kind.OTHER) {
                trailers.put(name, fields.value(i));
            }
        }
        return trailers;
    }
}
