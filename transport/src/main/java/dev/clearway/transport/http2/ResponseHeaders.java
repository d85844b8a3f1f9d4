package dev.clearway.transport.http2;

import dev.clearway.transport.Fields;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response's head or trailers as the decoder adds them, checked as it does (RFC 9113, sections 8.2.1 and 8.3): what it
 * refuses becomes an error of the stream. The status stands apart; the fields become {@link Fields} without a copy in between.
 */
final class ResponseHeaders extends FlatHeaders {
    private static final int USUAL_LINES = 12;

    private @Nullable AsciiString status;

    private ResponseHeaders() {
        super(USUAL_LINES);
    }

    /** Makes the decoder of a connection whose peer may send so many bytes of header fields a message. */
    static DefaultHttp2HeadersDecoder decoder(long maxBytes) {
        return new DefaultHttp2HeadersDecoder(true, maxBytes) {
            @Override
            protected Http2Headers newHeaders() {
                return new ResponseHeaders();
            }
        };
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (name.length() > 0 && name.charAt(0) == ':') {
            pseudo(name, value);
            return this;
        }
        checkName(name);
        int bad = HttpHeaderValidationUtil.validateValidHeaderValue(value);
        if (bad >= 0) {
            throw new IllegalArgumentException("a field's value has a forbidden character at " + bad);
        }
        put(name, value);
        return this;
    }

    private void pseudo(CharSequence name, CharSequence value) {
        if (!PseudoHeaderName.STATUS.value().contentEquals(name)) {
            throw new IllegalArgumentException("a response has another pseudo-header field than :status");
        }
        if (status != null) {
            throw new IllegalArgumentException(":status stands twice");
        }
        if (value.length() != 3 || code(value) < 100) {
            throw new IllegalArgumentException(":status is not three digits of 100 and above");
        }
        status = AsciiString.of(value);
    }

    private static void checkName(CharSequence name) {
        if (name.length() == 0 || HttpHeaderValidationUtil.validateToken(name) >= 0) {
            throw new IllegalArgumentException("a field's name is not a token");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                throw new IllegalArgumentException("a field's name has upper-case letters");
            }
        }
    }

    private static int code(CharSequence digits) {
        int code = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            code = 10 * code + (c - '0');
        }
        return code;
    }

    @Override
    public @Nullable CharSequence status() {
        return status;
    }

    /** The status code. */
    int code() {
        return code(Objects.requireNonNull(status));
    }

    /** The fields without {@code :status}. */
    Fields fields() {
        Fields.Builder fields = Fields.builder(size());
        for (int i = 0; i < size(); i++) {
            fields.add(nameAt(i), valueAt(i));
        }
        return fields.build();
    }

    /** Asked by the decoder for {@code content-length} alone. */
    @Override
    public List<CharSequence> getAll(CharSequence name) {
        List<CharSequence> values = List.of();
        for (int i = 0; i < size(); i++) {
            if (AsciiString.contentEquals(nameAt(i), name)) {
                values = values.isEmpty() ? new ArrayList<>(1) : values;
                values.add(valueAt(i));
            }
        }
        return values;
    }

    /** Called by the decoder to write {@code content-length} anew: it stands already. */
    @Override
    public Http2Headers setLong(CharSequence name, long value) {
        return this;
    }

    /** Whether there is a pseudo-header field: forbidden in trailers. */
    boolean hasStatus() {
        return status != null;
    }
}
