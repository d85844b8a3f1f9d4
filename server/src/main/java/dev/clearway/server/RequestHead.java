package dev.clearway.server;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * A request's head, found well-formed and unambiguous (RFC 9112, sections 3 and 6; RFC 9113, section 8).
 *
 * @param method the method
 * @param scheme {@code http} or {@code https}, from the target where it names one, else from the connection; empty for CONNECT
 * @param authority host and perhaps port, from the target where it names one, else from {@code Host}; may be empty only where HTTP/1.0 allows it
 * @param path the path with its query, {@code *}, or empty for CONNECT
 * @param upgrade what the connection or stream is to become if the handler agrees, in lower case: the one protocol of {@code Upgrade} (RFC 9110, section 7.8) or of {@code :protocol} (RFC 8441); empty for nothing
 * @param fields header fields in order, without pseudo-header fields; {@code Host} is among them only where HTTP/1.1 sent it
 * @param contentLength length of the content in bytes: 0 for none, -1 where it is not known beforehand
 * @param expectsContinue whether the peer waits to be asked for the content (RFC 9110, section 10.1.1)
 */
public record RequestHead(
        String method,
        String scheme,
        String authority,
        String path,
        String upgrade,
        HttpHeaders fields,
        long contentLength,
        boolean expectsContinue) {}
