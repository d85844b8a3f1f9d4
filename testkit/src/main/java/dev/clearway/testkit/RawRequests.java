package dev.clearway.testkit;

import java.util.stream.Stream;

/** Raw HTTP/1.1 requests for tables; each character is a byte. */
public final class RawRequests {
    private static final String POST = "POST /x HTTP/1.1\r\nhost: a\r\n";
    private static final String GET = "GET /x HTTP/1.1\r\nhost: a\r\n";
    private static final String CHUNKED = "transfer-encoding: chunked\r\n";
    private static final String LAST = "0\r\n\r\n";

    private RawRequests() {}

    /** A request, and what is expected of it. */
    public record Case(String request, String expected) {}

    /** Requests that are malformed or that two readers may read in two ways: 400, and the end. */
    public static Stream<String> malformed() {
        return Stream.of(lengths(), codings(), fields(), hosts(), startLines(), targets())
                .flatMap(requests -> requests);
    }

    private static Stream<String> lengths() {
        return Stream.of(
                POST + "content-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
                POST + "content-length: 3\r\ncontent-length: 3\r\n\r\nabc",
                POST + "content-length: 3, 4\r\n\r\nabcd",
                POST + "content-length: 3, 3\r\n\r\nabc",
                POST + "content-length: -1\r\n\r\n",
                POST + "content-length: +3\r\n\r\nabc",
                POST + "content-length: 0x3\r\n\r\nabc",
                POST + "content-length: 3 4\r\n\r\nabcd",
                POST + "content-length: 3a\r\n\r\nabc",
                POST + "content-length: 1e1\r\n\r\n",
                POST + "content-length: \r\n\r\n",
                POST + "content-length: ,\r\n\r\n",
                POST + "content-length: 3,\r\n\r\nabc",
                POST + "content-length: 99999999999999999999\r\n\r\n",
                POST + "content-length: 9223372036854775808\r\n\r\n",
                POST + "content-length:\u000b3\r\n\r\nabc",
                POST + "content-length: 3\r\ncontent-length: -3\r\n\r\nabc");
    }

    private static Stream<String> codings() {
        return Stream.of(
                POST + "content-length: 3\r\n" + CHUNKED + "\r\n" + LAST,
                POST + CHUNKED + "content-length: 3\r\n\r\n" + LAST,
                POST + CHUNKED + "Content-Length: 0\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked, identity\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked, chunked\r\n\r\n" + LAST,
                POST + CHUNKED + CHUNKED + "\r\n" + LAST,
                POST + "transfer-encoding: gzip\r\n\r\n" + LAST,
                POST + "transfer-encoding: identity\r\n\r\n" + LAST,
                POST + "transfer-encoding: xchunked\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunkedx\r\n\r\n" + LAST,
                POST + "transfer-encoding: \"chunked\"\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked;a=b\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked gzip\r\n\r\n" + LAST,
                POST + "transfer-encoding:\u000bchunked\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked\u0000\r\n\r\n" + LAST,
                POST + "transfer-encoding : chunked\r\n\r\n" + LAST,
                POST + "transfer-encoding:\r\n chunked\r\n\r\n" + LAST,
                POST + "transfer-encoding:\r\n\r\n" + LAST,
                POST + "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n" + LAST,
                "POST /x HTTP/1.0\r\nhost: a\r\n" + CHUNKED + "\r\n" + LAST);
    }

    private static Stream<String> fields() {
        return Stream.of(
                GET + "x : y\r\n\r\n",
                GET + "x\t: y\r\n\r\n",
                GET + " x: y\r\n\r\n",
                GET + "\tx: y\r\n\r\n",
                GET + "x: y\r\n folded\r\n\r\n",
                GET + "x: y\r\n\tfolded\r\n\r\n",
                GET + "x: y\r\n \r\n\r\n",
                GET + "x: y\u0000\r\n\r\n",
                GET + "x: y\u0001z\r\n\r\n",
                GET + "x: y\u007f\r\n\r\n",
                GET + "x: y\rz: w\r\n\r\n",
                GET + "x: y\r\r\n\r\n",
                GET + "x: y\nz: w\r\n\r\n",
                GET + "x\u0000: y\r\n\r\n",
                GET + "x y: z\r\n\r\n",
                GET + "x(y): z\r\n\r\n",
                GET + "x\u00e9: z\r\n\r\n",
                GET + "\"x\": z\r\n\r\n",
                GET + ": nameless\r\n\r\n",
                GET + "colonless\r\n\r\n",
                GET + "x: y\r\n\n",
                "GET /x HTTP/1.1\nhost: a\n\n",
                "GET /x HTTP/1.1\r\nhost: a\n\r\n",
                "GET /x HTTP/1.1\nhost: a\r\n\r\n");
    }

    private static Stream<String> hosts() {
        return Stream.of(
                "GET /x HTTP/1.1\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a\r\nHost: a\r\n\r\n",
                "GET /x HTTP/1.0\r\nhost: a\r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a, b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: user@a\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a/b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a?b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a#b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a:b\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: a:99999\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: [::1\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost: ::1\r\n\r\n",
                "GET /x HTTP/1.1\r\nhost : a\r\n\r\n",
                "GET /x HTTP/1.1\r\n host: a\r\n\r\n");
    }

    private static Stream<String> startLines() {
        return Stream.of(
                "GET  /x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x  HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET\t/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x\tHTTP/1.1\r\nhost: a\r\n\r\n",
                "GET\u000b/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.1 \r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.1 y\r\nhost: a\r\n\r\n",
                "GET /x y HTTP/1.1\r\nhost: a\r\n\r\n",
                " GET /x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x\r\nhost: a\r\n\r\n",
                "GET\r\nhost: a\r\n\r\n",
                "G\u0000T /x HTTP/1.1\r\nhost: a\r\n\r\n",
                "G(T /x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x HTTP/x\r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.1x\r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.\r\nhost: a\r\n\r\n",
                "GET /x HTTP 1.1\r\nhost: a\r\n\r\n",
                "GET /x http/1.1\r\nhost: a\r\n\r\n",
                "GET /x HTTP/1.1\r\r\nhost: a\r\n\r\n");
    }

    private static Stream<String> targets() {
        return Stream.of(
                "GET x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET * HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /x#y HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /\u0001 HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET /\u00e9 HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET a:80 HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET ftp://a/ HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET http:/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET http:///x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET http://user@a/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET http://a\\b/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "GET http://a#/x HTTP/1.1\r\nhost: a\r\n\r\n",
                "CONNECT a HTTP/1.1\r\nhost: a\r\n\r\n",
                "CONNECT /x HTTP/1.1\r\nhost: a\r\n\r\n",
                "CONNECT http://a:80 HTTP/1.1\r\nhost: a\r\n\r\n",
                "CONNECT a:80 HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc",
                "CONNECT a:80 HTTP/1.1\r\nhost: a\r\n" + CHUNKED + "\r\n" + LAST,
                "CONNECT user@a:80 HTTP/1.1\r\nhost: a\r\n\r\n");
    }

    /** Requests that are not served, with the status that says so. */
    public static Stream<Case> refused() {
        return Stream.of(
                new Case("GET /x HTTP/2.0\r\nhost: a\r\n\r\n", "505"),
                new Case("GET /x HTTP/1.2\r\nhost: a\r\n\r\n", "505"),
                new Case("GET /x HTTP/0.9\r\nhost: a\r\n\r\n", "505"),
                new Case("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
                new Case("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\nhost: a\r\n\r\n", "414"),
                new Case(GET + "x: " + "y".repeat(40_000) + "\r\n\r\n", "431"),
                new Case(GET + "x: y\r\n".repeat(300) + "\r\n", "431"),
                new Case(GET + "a:\r\n".repeat(20_000) + "\r\n", "431"),
                new Case(GET + "expect: miracle\r\n\r\n", "417"),
                new Case(POST + "transfer-encoding: gzip, chunked\r\n\r\n" + LAST, "501"),
                new Case(POST + "transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n" + LAST, "501"));
    }

    /** Content in chunks that are none. */
    public static Stream<String> badContent() {
        return Stream.of(
                "x\r\nab\r\n",
                "\r\nab\r\n",
                "-1\r\n",
                "+2\r\nab\r\n" + LAST,
                "0x2\r\nab\r\n" + LAST,
                "2 \r\nab\r\n" + LAST,
                " 2\r\nab\r\n" + LAST,
                "2\nab\r\n" + LAST,
                "2\rab\r\n" + LAST,
                "2\r\nab\n" + LAST,
                "2\r\nabXY" + LAST,
                "2\r\nabc\r\n" + LAST,
                "2;a\rb\r\nab\r\n" + LAST,
                "2;a\nb\r\nab\r\n" + LAST,
                "2;\u0000\r\nab\r\n" + LAST,
                "FFFFFFFF\r\nab\r\n",
                "100000002\r\nab\r\n" + LAST,
                "2,2\r\nab\r\n" + LAST,
                "2\r\nab\r\n0\r\nno colon\r\n\r\n",
                "2\r\nab\r\n0\r\nx : y\r\n\r\n",
                "2\r\nab\r\n0\r\nx: \u0000\r\n\r\n");
    }

    /** Requests that are odd and have one meaning, with what a server's test script says of them. */
    public static Stream<Case> oddButClear() {
        return Stream.of(
                new Case("\r\n\r\n" + GET + "\r\n", "GET http a /x upgrade= length=0"),
                new Case("GET http://B:8080/x?y HTTP/1.1\r\nhost: a\r\n\r\n", "GET http B:8080 /x?y upgrade= length=0"),
                new Case("GET https://b HTTP/1.1\r\nhost: a\r\n\r\n", "GET https b / upgrade= length=0"),
                new Case("GET http://b?q HTTP/1.1\r\nhost: a\r\n\r\n", "GET http b /?q upgrade= length=0"),
                new Case("OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n", "OPTIONS http a * upgrade= length=0"),
                new Case("GET /x HTTP/1.1\r\nhost:\r\n\r\n", "GET http  /x upgrade= length=0"),
                new Case("GET /x HTTP/1.1\r\nHOST:\t[::1]:8\t\r\n\r\n", "GET http [::1]:8 /x upgrade= length=0"),
                new Case("UNHEARD-OF /x HTTP/1.1\r\nhost: a\r\n\r\n", "UNHEARD-OF http a /x upgrade= length=0"),
                new Case(POST + "content-length: 003\r\n\r\nabc", "POST http a /x upgrade= length=3"),
                new Case(POST + "content-length: 0\r\n\r\n", "POST http a /x upgrade= length=0"),
                new Case(POST + "Transfer-Encoding: CHUNKED\r\n\r\n" + LAST, "POST http a /x upgrade= length=-1"),
                new Case(
                        POST + CHUNKED + "\r\n3;a=\"b\\\"c\"\r\nabc\r\n00\r\nx: y\r\n\r\n",
                        "POST http a /x upgrade= length=-1"),
                new Case(GET + "connection: upgrade\r\nupgrade: h2c\r\n\r\n", "GET http a /x upgrade= length=0"),
                new Case(GET + "connection: upgrade\r\nupgrade: a, b\r\n\r\n", "GET http a /x upgrade= length=0"),
                new Case(GET + "upgrade: websocket\r\n\r\n", "GET http a /x upgrade= length=0"),
                new Case(
                        GET + "connection: upgrade\r\nupgrade: WebSocket\r\n\r\n",
                        "GET http a /x upgrade=websocket length=0"));
    }
}
