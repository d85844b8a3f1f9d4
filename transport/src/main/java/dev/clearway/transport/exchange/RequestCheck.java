package dev.clearway.transport.exchange;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Request;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;

/** Refuses requests that would be something else on the wire than they are here: what a line break in a value would make of HTTP/1.1. */
public final class RequestCheck {
    private RequestCheck() {}

    /**
     * Checks method, target and fields.
     *
     * @throws IllegalArgumentException if one of them may not stand in a request
     */
    public static void check(Request request) {
        if (!isToken(request.method())) {
            throw new IllegalArgumentException("the method is not a token");
        }
        if (request.method().equals("CONNECT")) {
            throw new IllegalArgumentException("CONNECT makes a tunnel, which is no exchange");
        }
        path(request.path());
        fields(request.fields());
        if (request.upgrade() != null) {
            upgrade(request.upgrade(), request.body().length());
        }
    }

    private static void upgrade(String protocol, long length) {
        int slash = protocol.indexOf('/');
        boolean wellFormed = slash < 0
                ? isToken(protocol)
                : isToken(protocol.substring(0, slash)) && isToken(protocol.substring(slash + 1));
        if (!wellFormed) {
            throw new IllegalArgumentException("the protocol to upgrade to is not a token");
        }
        if (length > 0) {
            throw new IllegalArgumentException("what goes through a tunnel has no length known beforehand: " + length);
        }
    }

    private static boolean isToken(CharSequence text) {
        return text.length() > 0 && HttpHeaderValidationUtil.validateToken(text) < 0;
    }

    private static void path(String path) {
        if (path.isEmpty() || (path.charAt(0) != '/' && !path.equals("*"))) {
            throw new IllegalArgumentException("the path must start with / or be *");
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                throw new IllegalArgumentException("the path has a forbidden character at " + i);
            }
        }
    }

    /**
     * Checks header or trailer fields.
     *
     * @throws IllegalArgumentException if a name or a value may not stand there
     */
    static void fields(Fields fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (!isToken(fields.name(i))) {
                throw new IllegalArgumentException("the name of field " + i + " is not a token");
            }
            CharSequence value = fields.value(i);
            for (int c = 0; c < value.length(); c++) {
                if (value.charAt(c) > 0xff) {
                    throw new IllegalArgumentException("the value of " + fields.name(i) + " is not ISO 8859-1");
                }
            }
            if (HttpHeaderValidationUtil.validateValidHeaderValue(value) >= 0) {
                throw new IllegalArgumentException("the value of " + fields.name(i) + " has a forbidden character");
            }
        }
    }
}
