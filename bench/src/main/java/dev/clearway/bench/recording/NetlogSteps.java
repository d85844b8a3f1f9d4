package dev.clearway.bench.recording;

import java.util.List;

/** The events that Chromium 156 writes of one request to a host whose six connections are busy. */
final class NetlogSteps {
    private static final String AGENT =
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/156.0.0.0 Safari/537.36";

    /** What a request's event is about: the source's id is that of its request plus an offset. */
    enum Who {
        REQUEST(0),
        CONTROLLER(1),
        JOB(2);

        private final int offset;

        Who(int offset) {
            this.offset = offset;
        }

        int offset() {
            return offset;
        }
    }

    /** One event of a request: at which of its moments, about what, of which type and phase, with what. */
    record Step(Moment at, Who who, String type, int phase, String params) {}

    /** The moments of a request, as milliseconds after it was issued. */
    enum Moment {
        ISSUED(0),
        STARTED(1),
        GRANTED(2),
        ANSWERED(3),
        DONE(4);

        private final int index;

        Moment(int index) {
            this.index = index;
        }

        int index() {
            return index;
        }
    }

    static final List<Step> ALL = List.of(
            step(
                    Moment.ISSUED,
                    "CORS_REQUEST",
                    1,
                    "\"cors_preflight_policy\":\"consider_preflight\",\"request_headers\":"
                            + "{\"headers\":[\"sec-ch-ua-platform: \\\"Linux\\\"\",\"" + AGENT
                            + "\",\"Accept: image/avif,*/*\"]},"
                            + "\"url\":\"$URL\""),
            step(Moment.ISSUED, "CHECK_CORS_PREFLIGHT_REQUIRED", 0, "\"preflight_required\":false"),
            step(
                    Moment.ISSUED,
                    "REQUEST_ALIVE",
                    1,
                    "\"priority\":\"LOWEST\",\"traffic_annotation\":101845102,\"url\":\"$URL\""),
            step(Moment.ISSUED, "URL_REQUEST_SET_PRIORITY", 0, "\"priority\":\"MEDIUM\""),
            step(Moment.ISSUED, "NETWORK_DELEGATE_BEFORE_URL_REQUEST", 1, ""),
            step(Moment.ISSUED, "NETWORK_DELEGATE_BEFORE_URL_REQUEST", 2, ""),
            step(
                    Moment.STARTED,
                    "TRANSPORT_SECURITY_STATE_SHOULD_UPGRADE_TO_SSL",
                    0,
                    "\"should_upgrade_to_ssl\":false"),
            step(
                    Moment.STARTED,
                    "URL_REQUEST_START_JOB",
                    1,
                    "\"initiator\":\"$SITE\",\"load_flags\":204800,\"method\":\"GET\","
                            + "\"network_isolation_key\":\"$SITE $SITE\",\"request_type\":\"other\",\"url\":\"$URL\""),
            step(Moment.STARTED, "COMPUTED_PRIVACY_MODE", 0, "\"privacy_mode\":\"disabled\""),
            step(Moment.STARTED, "HTTP_CACHE_GET_BACKEND", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_GET_BACKEND", 2, ""),
            step(Moment.STARTED, "HTTP_CACHE_OPEN_OR_CREATE_ENTRY", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_OPEN_OR_CREATE_ENTRY", 2, "\"result\":\"created\""),
            step(Moment.STARTED, "HTTP_CACHE_ADD_TO_ENTRY", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_ADD_TO_ENTRY", 2, ""),
            step(Moment.STARTED, "HTTP_STREAM_REQUEST", 1, ""),
            step(
                    Moment.STARTED,
                    "HTTP_STREAM_JOB_CONTROLLER_BOUND",
                    0,
                    "\"source_dependency\":{\"id\":$CONTROLLER,\"type\":32}"),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_JOB_CONTROLLER",
                    1,
                    "\"is_preconnect\":false,\"url\":\"$URL\""),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_JOB_CONTROLLER_PROXY_SERVER_RESOLVED",
                    0,
                    "\"proxy_chain\":\"[direct://]\""),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_REQUEST_STARTED_JOB",
                    0,
                    "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            of(
                    Moment.STARTED,
                    Who.JOB,
                    "HTTP_STREAM_JOB",
                    1,
                    "\"destination\":\"$SITE\",\"logical_destination\":\"$SITE/\","
                            + "\"priority\":\"MEDIUM\",\"type\":\"main\""),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_WAITING", 1, "\"should_wait\":false"),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_WAITING", 2, ""),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_INIT_CONNECTION", 1, ""),
            of(
                    Moment.STARTED,
                    Who.JOB,
                    "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKET",
                    0,
                    "\"group_id\":\"$SITE <$SITE same_site>\""),
            of(Moment.STARTED, Who.JOB, "SOCKET_POOL", 1, ""),
            of(Moment.STARTED, Who.JOB, "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP", 0, ""),
            of(Moment.GRANTED, Who.JOB, "SOCKET_POOL_REUSED_AN_EXISTING_SOCKET", 0, "\"idle_ms\":0"),
            of(
                    Moment.GRANTED,
                    Who.JOB,
                    "SOCKET_POOL_BOUND_TO_SOCKET",
                    0,
                    "\"source_dependency\":{\"id\":$SOCKET,\"type\":10}"),
            of(Moment.GRANTED, Who.JOB, "SOCKET_POOL", 2, ""),
            of(Moment.GRANTED, Who.JOB, "HTTP_STREAM_REQUEST_PROTO", 0, "\"proto\":\"http/1.1\""),
            step(
                    Moment.GRANTED,
                    "HTTP_STREAM_REQUEST_BOUND_TO_JOB",
                    0,
                    "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            step(Moment.GRANTED, "HTTP_STREAM_REQUEST", 2, ""),
            step(Moment.GRANTED, "HTTP_TRANSACTION_SEND_REQUEST", 1, ""),
            step(
                    Moment.GRANTED,
                    "HTTP_TRANSACTION_SEND_REQUEST_HEADERS",
                    0,
                    "\"headers\":[\"Host: $HOST\",\"Connection:" + " keep-alive\",\"" + AGENT
                            + "\",\"Accept-Encoding: gzip, deflate, br\",\"Cookie: [64 bytes were stripped]\"]"),
            step(Moment.GRANTED, "HTTP_TRANSACTION_SEND_REQUEST", 2, ""),
            step(Moment.GRANTED, "HTTP_TRANSACTION_READ_HEADERS", 1, ""),
            step(Moment.GRANTED, "HTTP_STREAM_PARSER_READ_HEADERS", 1, ""),
            step(Moment.ANSWERED, "HTTP_STREAM_PARSER_READ_HEADERS", 2, ""),
            step(
                    Moment.ANSWERED,
                    "HTTP_TRANSACTION_READ_RESPONSE_HEADERS",
                    0,
                    "\"headers\":[\"HTTP/1.1 200 OK\",\"Date: Mon, 30"
                            + " Nov 2026 08:08:55 GMT\",\"Content-Type: image/png\",\"Content-Length: 12000\",\"Connection: keep-alive\"]"),
            step(Moment.ANSWERED, "HTTP_TRANSACTION_READ_HEADERS", 2, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_INFO", 1, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_INFO", 2, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_DATA", 1, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_DATA", 2, ""),
            step(Moment.ANSWERED, "NETWORK_DELEGATE_HEADERS_RECEIVED", 1, ""),
            step(Moment.ANSWERED, "NETWORK_DELEGATE_HEADERS_RECEIVED", 2, ""),
            step(Moment.ANSWERED, "URL_REQUEST_START_JOB", 2, ""),
            step(Moment.ANSWERED, "HTTP_TRANSACTION_READ_BODY", 1, ""),
            step(Moment.DONE, "HTTP_TRANSACTION_READ_BODY", 2, ""),
            step(Moment.DONE, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, "\"byte_count\":12000"),
            of(Moment.DONE, Who.JOB, "HTTP_STREAM_JOB", 2, ""),
            of(Moment.DONE, Who.CONTROLLER, "HTTP_STREAM_JOB_CONTROLLER", 2, ""),
            step(Moment.DONE, "CORS_REQUEST", 2, ""),
            step(Moment.DONE, "REQUEST_ALIVE", 2, ""),
            // What a browser writes beside, and nobody asks for.
            step(Moment.STARTED, "PROXY_RESOLUTION_SERVICE", 1, ""),
            step(Moment.STARTED, "PROXY_RESOLUTION_SERVICE", 2, ""),
            step(Moment.STARTED, "PROXY_RESOLUTION_SERVICE_RESOLVED_PROXY_LIST", 0, "\"proxy_info\":\"DIRECT\""),
            step(Moment.STARTED, "NETWORK_DELEGATE_BEFORE_START_TRANSACTION", 1, ""),
            step(Moment.STARTED, "NETWORK_DELEGATE_BEFORE_START_TRANSACTION", 2, ""),
            step(
                    Moment.STARTED,
                    "HOST_RESOLVER_MANAGER_REQUEST",
                    1,
                    "\"dns_query_type\":\"UNSPECIFIED\",\"host\":\"$SITE\",\"network_anonymization_key\":\"null\""),
            step(Moment.STARTED, "HOST_RESOLVER_MANAGER_REQUEST", 2, ""),
            step(
                    Moment.STARTED,
                    "QUIC_SESSION_POOL_JOB",
                    1,
                    "\"host\":\"$HOST\",\"port\":443,\"retry_without_alt_svc_on_quic_errors\":true"),
            step(Moment.STARTED, "QUIC_SESSION_POOL_JOB", 2, ""),
            step(
                    Moment.STARTED,
                    "QUIC_SESSION_POOL_JOB_BOUND_TO",
                    0,
                    "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            step(Moment.STARTED, "DNS_TRANSACTION", 1, "\"hostname\":\"$HOST\",\"query_type\":1"),
            step(Moment.STARTED, "DNS_TRANSACTION", 2, ""),
            step(Moment.STARTED, "DNS_TRANSACTION_QUERY", 0, "\"qname\":\"$HOST\""),
            step(Moment.STARTED, "UDP_CONNECT", 1, "\"address\":\"203.0.113.53:53\""),
            step(Moment.STARTED, "UDP_CONNECT", 2, ""),
            step(Moment.STARTED, "SOCKET_OPEN", 1, ""),
            step(Moment.STARTED, "SOCKET_OPEN", 2, ""),
            step(Moment.STARTED, "SOCKET_CONNECT", 1, ""),
            step(Moment.STARTED, "SOCKET_CONNECT", 2, ""),
            step(Moment.STARTED, "UDP_LOCAL_ADDRESS", 0, "\"address\":\"192.0.2.7:49152\""),
            step(
                    Moment.STARTED,
                    "HOST_RESOLVER_MANAGER_IPV6_REACHABILITY_CHECK",
                    0,
                    "\"cached\":true,\"ipv6_available\":false"),
            step(Moment.STARTED, "SIMPLE_CACHE_ENTRY_SET_KEY", 0, "\"key\":\"1/0/_dk_$SITE $SITE $URL\""),
            step(Moment.STARTED, "SIMPLE_CACHE_ENTRY_OPEN_OR_CREATE_CALL", 0, ""),
            step(Moment.STARTED, "SIMPLE_CACHE_ENTRY_CREATE_OPTIMISTIC", 0, ""),
            step(Moment.STARTED, "SIMPLE_CACHE_ENTRY_OPEN_OR_CREATE_BEGIN", 0, ""),
            step(Moment.STARTED, "SIMPLE_CACHE_ENTRY_OPEN_OR_CREATE_END", 0, ""),
            step(Moment.GRANTED, "URL_REQUEST_DELEGATE_CONNECTED", 1, ""),
            step(Moment.GRANTED, "URL_REQUEST_DELEGATE_CONNECTED", 2, ""),
            step(
                    Moment.GRANTED,
                    "LOCAL_NETWORK_ACCESS_CHECK",
                    0,
                    "\"client_address_space\":\"public\",\"resource_address_space\":\"public\",\"result\":\"allowed-no-less-public\""),
            step(Moment.GRANTED, "SOCKET_IN_USE", 1, "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            step(Moment.GRANTED, "SOCKET_IN_USE", 2, ""),
            step(Moment.GRANTED, "SSL_SOCKET_BYTES_SENT", 0, "\"byte_count\":612"),
            step(Moment.GRANTED, "SOCKET_BYTES_SENT", 0, "\"byte_count\":612"),
            step(Moment.ANSWERED, "SSL_SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "SSL_SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "SSL_SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "SOCKET_BYTES_RECEIVED", 0, "\"byte_count\":4096"),
            step(Moment.ANSWERED, "URL_REQUEST_DELEGATE_RESPONSE_STARTED", 1, ""),
            step(Moment.ANSWERED, "URL_REQUEST_DELEGATE_RESPONSE_STARTED", 2, ""),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_CALL",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":0,\"truncate\":true"),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_BEGIN",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":0,\"truncate\":true"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_END", 0, "\"bytes_copied\":4096"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_OPTIMISTIC", 0, "\"buf_len\":4096,\"index\":1"),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_CALL",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":4096,\"truncate\":true"),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_BEGIN",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":4096,\"truncate\":true"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_END", 0, "\"bytes_copied\":4096"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_OPTIMISTIC", 0, "\"buf_len\":4096,\"index\":1"),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_CALL",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":8192,\"truncate\":true"),
            step(
                    Moment.ANSWERED,
                    "SIMPLE_CACHE_ENTRY_WRITE_BEGIN",
                    0,
                    "\"buf_len\":4096,\"index\":1,\"offset\":8192,\"truncate\":true"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_END", 0, "\"bytes_copied\":4096"),
            step(Moment.ANSWERED, "SIMPLE_CACHE_ENTRY_WRITE_OPTIMISTIC", 0, "\"buf_len\":4096,\"index\":1"),
            step(Moment.DONE, "SIMPLE_CACHE_ENTRY", 1, "\"entry_hash\":\"0x1f2e3d4c5b6a7988\""),
            step(Moment.DONE, "SIMPLE_CACHE_ENTRY", 2, ""),
            step(Moment.DONE, "SIMPLE_CACHE_ENTRY_CLOSE_CALL", 0, ""));

    private NetlogSteps() {}

    private static Step step(Moment at, String type, int phase, String params) {
        return new Step(at, Who.REQUEST, type, phase, params);
    }

    private static Step of(Moment at, Who who, String type, int phase, String params) {
        return new Step(at, who, type, phase, params);
    }
}
