package dev.clearway.proxy.forward;

import java.util.Locale;

/** Why a proxy answers by itself, in the words of {@code Proxy-Status} (RFC 9209, section 2.3). */
public enum ProxyError {
    /** The name has no address. */
    DNS_ERROR,
    /** No connection in the time that there was. */
    CONNECTION_TIMEOUT,
    /** The upstream refused the connection, or cannot be reached. */
    CONNECTION_REFUSED,
    /** The connection broke before the answer was complete. */
    CONNECTION_TERMINATED,
    /** The upstream's certificate is not trusted or not for its host. */
    TLS_CERTIFICATE_ERROR,
    /** TLS failed otherwise. */
    TLS_PROTOCOL_ERROR,
    /** The upstream broke the rules of HTTP. */
    HTTP_PROTOCOL_ERROR,
    /** No answer in the time that there was. */
    HTTP_RESPONSE_TIMEOUT,
    /** The queue for the upstream is full, or the time in it ran out. */
    CONNECTION_LIMIT_REACHED,
    /** Policy forbids the target. */
    DESTINATION_IP_PROHIBITED,
    /** The client may not use the proxy. */
    HTTP_REQUEST_DENIED,
    /** The request is none that can be passed on. */
    HTTP_REQUEST_ERROR,
    /** The request has passed this proxy before. */
    PROXY_LOOP_DETECTED,
    /** The fault is the proxy's own. */
    PROXY_INTERNAL_ERROR;

    /** As {@code Proxy-Status} writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
