package dev.clearway.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import java.util.Locale;

/**
 * Reads heads of requests and finds what is malformed or ambiguous in them (RFC 9112, sections 3 and 6). The decoder has
 * seen to lines, names, values, lengths and codings. Stateless.
 */
final class Http1Requests {
    private Http1Requests() {}

    /** Reads a head that came on a connection of a scheme, with at most so many fields. */
    static RequestHead read(HttpRequest request, String scheme, int maxFields) throws RequestRejected {
        checkDecoded(request, maxFields);
        String method = request.method().name();
        HttpHeaders fields = request.headers();
        String host = host(request);
        String expectation = fields.get(HttpHeaderNames.EXPECT, "");
        if (!expectation.isEmpty() && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
            throw new RequestRejected(417, "The only expectation that can be met is 100-continue.");
        }
        long length = contentLength(request);
        String target = request.uri();
        if (method.equals("CONNECT")) {
            return connect(target, fields, length);
        }
        int authority = target.startsWith("/") ? -1 : absoluteAuthority(target);
        if (authority < 0) {
            checkOriginForm(method, target);
            return head(request, scheme, host, target, length);
        }
        int path = endOfAuthority(target, authority);
        String named = target.substring(authority, path);
        if (!Authority.isValid(named)) {
            throw RequestRejected.malformed("The authority of the request target is no host and port.");
        }
        String rest = target.substring(path);
        String local = rest.startsWith("/") ? rest : "/" + rest;
        checkOriginForm(method, local);
        return head(request, target.substring(0, authority - 3).toLowerCase(Locale.ROOT), named, local, length);
    }

    private static RequestHead head(HttpRequest request, String scheme, String authority, String path, long length) {
        boolean continues = length != 0
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.headers().contains(HttpHeaderNames.EXPECT);
        return new RequestHead(
                request.method().name(),
                scheme,
                authority,
                path,
                length == 0 ? upgrade(request) : "",
                request.headers(),
                length,
                continues);
    }

    private static RequestHead connect(String target, HttpHeaders fields, long length) throws RequestRejected {
        if (length != 0 || fields.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            throw RequestRejected.malformed("CONNECT has no content.");
        }
        if (!Authority.isValid(target) || !Authority.hasPort(target)) {
            throw RequestRejected.malformed("CONNECT asks for a host and a port.");
        }
        return new RequestHead("CONNECT", "", target, "", "", fields, 0, false);
    }

    private static void checkDecoded(HttpRequest request, int maxFields) throws RequestRejected {
        Throwable cause = request.decoderResult().cause();
        if (cause instanceof TooLongHttpHeaderException || request.headers().size() > maxFields) {
            throw new RequestRejected(431, "The header fields are too long or too many.");
        }
        if (cause instanceof TooLongHttpLineException) {
            throw new RequestRejected(414, "The request target is too long.");
        }
        if (request.decoderResult().isFailure()) {
            throw RequestRejected.malformed("This is not a well-formed HTTP/1.1 request.");
        }
        HttpVersion version = request.protocolVersion();
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw new RequestRejected(505, "This port speaks HTTP/1.1 only, not " + version.text() + ".");
        }
    }

    private static String host(HttpRequest request) throws RequestRejected {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        boolean needed = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (hosts.size() > 1 || (hosts.isEmpty() && needed)) {
            throw RequestRejected.malformed("A request has one Host field, this one has " + hosts.size() + ".");
        }
        String host = hosts.isEmpty() ? "" : hosts.get(0);
        if (!host.isEmpty() && !Authority.isValid(host)) {
            throw RequestRejected.malformed("The Host field is no host and port.");
        }
        return host;
    }

    /** The length of the content; -1 for chunked. */
    private static long contentLength(HttpRequest request) throws RequestRejected {
        if (request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            if (!request.headers().get(HttpHeaderNames.TRANSFER_ENCODING, "").equalsIgnoreCase("chunked")
                    || request.headers()
                                    .getAll(HttpHeaderNames.TRANSFER_ENCODING)
                                    .size()
                            > 1) {
                throw new RequestRejected(501, "The only transfer coding that is understood is chunked.");
            }
            return -1;
        }
        return HttpUtil.getContentLength(request, 0L);
    }

    /** Where the authority of an absolute-form target begins; -1 if it is none (RFC 9112, section 3.2.2). */
    private static int absoluteAuthority(String target) {
        if (target.regionMatches(true, 0, "http://", 0, 7)) {
            return 7;
        }
        return target.regionMatches(true, 0, "https://", 0, 8) ? 8 : -1;
    }

    private static int endOfAuthority(String target, int from) {
        for (int i = from; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return target.length();
    }

    private static void checkOriginForm(String method, String target) throws RequestRejected {
        boolean asterisk = target.equals("*") && method.equals("OPTIONS");
        if (!asterisk && !Authority.isPath(target)) {
            throw RequestRejected.malformed("The request target is no path.");
        }
    }

    /** The one protocol that the connection may be upgraded to; empty for none, for several, and for HTTP/2. */
    private static String upgrade(HttpRequest request) {
        HttpHeaders fields = request.headers();
        if (!fields.contains(HttpHeaderNames.UPGRADE)
                || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                || !fields.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)) {
            return "";
        }
        List<String> protocols = fields.getAll(HttpHeaderNames.UPGRADE);
        String protocol = protocols.get(0).strip().toLowerCase(Locale.ROOT);
        boolean several = protocols.size() > 1 || protocol.contains(",");
        return several || protocol.equals("h2c") ? "" : protocol;
    }
}
