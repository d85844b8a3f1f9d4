package dev.clearway.proxy;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A request drawn by lot, as an HTTP/2 client sends it: most are well-formed, the others have one or two faults. */
final class DrawnRequest {
    private static final String[] METHODS = {
        "GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "get", "X-Y_Z.~"
    };
    private static final String[] PATHS = {
        "/", "/a/b?c=d&e", "/%00%0d%0a", "//x/../y", "/a;b=c@d:e", "/?", "/~!$'()*+,[]"
    };
    private static final String[] NAMES = {
        "x", "accept", "cookie", "x-a_b.c", "user-agent", "expect-ct", "via", "range", "forwarded", "content-type"
    };
    private static final String[] VALUES = {
        "",
        "1",
        "a b",
        "a,b",
        "a=1",
        "trailers",
        "\"q\\\"\"",
        "\u00e9\u00ff",
        "a: b",
        "0\t1",
        "chunked",
        "GET / HTTP/1.1"
    };
    private static final String[] ODD_NAMES = {
        "",
        "X",
        "a b",
        "a:b",
        "a\r\nb",
        "a\u0000",
        "connection",
        "keep-alive",
        "proxy-connection",
        "transfer-encoding",
        "upgrade",
        "te",
        "host",
        "content-length",
        ":path",
        ":status",
        ":x",
        "content-length ",
        "\u00e9",
        "(x)",
        "http2-settings",
        "proxy-authorization",
        "trailer",
        "expect"
    };
    private static final String[] ODD_VALUES = {
        " a",
        "a ",
        "\ta",
        "a\r\nx: y",
        "a\nb",
        "a\rb",
        "a\u0000b",
        "\u0001",
        "\u007f",
        "a\r\n\r\nGET /hidden HTTP/1.1\r\nhost: a\r\n",
        "chunked",
        "3",
        "close",
        "100-continue"
    };
    private static final String[] ODD_PATHS = {
        "",
        "a",
        "*",
        "/a b",
        "/a\r\nx: y",
        "/#a",
        "http://a/",
        "/a\u0000",
        "/ HTTP/1.1\r\nhost: b\r\n\r\nGET /",
        "/\u00e9",
        "/\t"
    };
    private static final String[] ODD_METHODS = {
        "", "G T", "GET / HTTP/1.1\r\nx:", "CONNECT", "G\u0000T", "(GET)", " GET"
    };

    final String authority;
    final boolean faulty;
    final List<StrictHttp1.Field> fields = new ArrayList<>();
    final List<StrictHttp1.Field> trailers = new ArrayList<>();
    String method;
    String path;
    String content = "";
    private boolean ends = true;
    private final List<String> head = new ArrayList<>();
    private final Random random;

    DrawnRequest(Random random, String authority) {
        this.random = random;
        this.authority = authority;
        method = one(METHODS);
        path = one(PATHS);
        for (int i = random.nextInt(5); i > 0; i--) {
            fields.add(new StrictHttp1.Field(one(NAMES), one(VALUES)));
        }
        if (random.nextInt(3) == 0) {
            drawContent();
        }
        List<String> pseudo =
                new ArrayList<>(List.of(":method", method, ":scheme", "http", ":authority", authority, ":path", path));
        faulty = random.nextInt(3) == 0;
        if (faulty) {
            fault(pseudo);
        }
        head.addAll(pseudo);
        fields.forEach(field -> head.addAll(List.of(field.name(), field.value())));
    }

    private String one(String[] of) {
        return of[random.nextInt(of.length)];
    }

    private void drawContent() {
        ends = false;
        char[] text = new char[random.nextInt(200)];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) random.nextInt(256);
        }
        content = random.nextInt(4) == 0 ? "0\r\n\r\nGET /hidden HTTP/1.1\r\nhost: a\r\n\r\n" : new String(text);
        if (random.nextBoolean()) {
            fields.add(new StrictHttp1.Field("content-length", Integer.toString(content.length())));
        }
        for (int i = random.nextInt(4) == 0 ? 2 : 0; i > 0; i--) {
            trailers.add(new StrictHttp1.Field("x-" + random.nextInt(3), one(VALUES)));
        }
    }

    private void fault(List<String> pseudo) {
        switch (random.nextInt(9)) {
            case 0 -> fields.add(new StrictHttp1.Field(one(ODD_NAMES), one(VALUES)));
            case 1 -> fields.add(new StrictHttp1.Field(one(NAMES), one(ODD_VALUES)));
            case 2 -> fields.add(new StrictHttp1.Field(one(ODD_NAMES), one(ODD_VALUES)));
            case 3 -> pseudo.set(7, one(ODD_PATHS));
            case 4 -> pseudo.set(1, one(ODD_METHODS));
            case 5 ->
                pseudo.set(5, one(new String[] {
                    "u@" + authority, authority + "/x", authority + "\r\nx: y", "", " " + authority
                }));
            case 6 -> fields.add(new StrictHttp1.Field("content-length", Integer.toString(random.nextInt(50))));
            case 7 ->
                pseudo.addAll(pseudo.subList(2 * random.nextInt(4), 8).subList(0, 2).stream()
                        .toList());
            default -> trailers.add(new StrictHttp1.Field(one(ODD_NAMES), one(ODD_VALUES)));
        }
        method = pseudo.get(1);
        path = pseudo.get(7);
    }

    /** Queues the frames of it. */
    void queue(FrameClient client, int stream) {
        boolean onlyHead = ends && trailers.isEmpty();
        client.queue(Http2Frame.of(
                FrameKind.HEADERS,
                Http2Frame.END_HEADERS | (onlyHead ? Http2Frame.END_STREAM : 0),
                stream,
                client.rawBlock(stream, head.toArray(String[]::new))));
        if (onlyHead) {
            return;
        }
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        int cut = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
        client.queue(Http2Frames.paddedData(stream, Arrays.copyOf(bytes, cut), random.nextInt(10)));
        client.queue(trailers.isEmpty() ? Http2Frames.lastData(stream, rest) : Http2Frames.data(stream, rest));
        if (!trailers.isEmpty()) {
            String[] last = trailers.stream()
                    .flatMap(field -> List.of(field.name(), field.value()).stream())
                    .toArray(String[]::new);
            client.queue(Http2Frame.of(
                    FrameKind.HEADERS,
                    Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                    stream,
                    client.rawBlock(stream, last)));
        }
    }

    @Override
    public String toString() {
        return head + " " + content + " " + trailers;
    }
}
