package dev.clearway.testkit;

import java.util.stream.Stream;

/**
 * Heads of HTTP/2 requests for tables: {@code name=value} parted by blanks, and within them {@code ~SP}, {@code ~TAB},
 * {@code ~CR}, {@code ~LF} and {@code ~NUL} for those characters.
 */
public final class RawHeads {
    private RawHeads() {}

    /** Heads that are malformed by RFC 9113, section 8. */
    public static Stream<String> malformed() {
        return Stream.concat(malformedPseudoHeaders(), malformedFields());
    }

    private static Stream<String> malformedPseudoHeaders() {
        return Stream.of(
                ":scheme=http :authority=a :path=/x",
                ":method=G(T :scheme=http :authority=a :path=/x",
                ":method= :scheme=http :authority=a :path=/x",
                ":method=GET :authority=a :path=/x",
                ":method=GET :scheme=ftp :authority=a :path=/x",
                ":method=GET :scheme=http :authority=a",
                ":method=GET :scheme=http :authority=a :path=",
                ":method=GET :scheme=http :authority=a :path=x",
                ":method=GET :scheme=http :authority=a :path=*",
                ":method=GET :scheme=http :authority=a :path=http://a/x",
                ":method=GET :scheme=http :authority=a :path=/x#y",
                ":method=GET :scheme=http :authority=a :path=/x~SPy",
                ":method=GET :scheme=http :authority= :path=/x",
                ":method=GET :scheme=http :authority=u@a :path=/x",
                ":method=GET :scheme=http :authority=a/b :path=/x",
                ":method=GET :scheme=http :authority=a:b :path=/x",
                ":method=GET :scheme=http :authority=a :authority=a :path=/x",
                ":method=GET :method=GET :scheme=http :authority=a :path=/x",
                ":method=GET :scheme=http :authority=a :path=/x :status=200",
                ":method=GET :scheme=http :authority=a :path=/x :other=1",
                ":method=GET :scheme=http :authority=a :path=/x :protocol=websocket",
                ":method=CONNECT :scheme=http :authority=a:1 :path=/x",
                ":method=CONNECT :authority=a",
                ":method=CONNECT",
                ":method=CONNECT :protocol=websocket :authority=a");
    }

    private static Stream<String> malformedFields() {
        String get = ":method=GET :scheme=http :authority=a :path=/x ";
        return Stream.of(
                get + "x=1 :late=1",
                get + "host=b",
                get + "host=a host=a",
                get + "host=a host=b",
                get + "X=1",
                get + "connection=close",
                get + "keep-alive=1",
                get + "proxy-connection=close",
                get + "transfer-encoding=chunked",
                get + "upgrade=h2c",
                get + "te=gzip",
                get + "te=trailers,gzip",
                get + "x=a~LFb",
                get + "x=a~CRb",
                get + "x=a~NULb",
                get + "x=~SPa",
                get + "x=a~SP",
                get + "x=~TABa",
                get + "x=a~TAB",
                get + "=1",
                get + "x~SPy=1",
                get + "x~NUL=1",
                get + "x~LFy=1",
                get + "content-length=1",
                get + "content-length=-1",
                get + "content-length=1 content-length=2");
    }

    /** Names and values in turn, as the text says. */
    public static String[] pairs(String fields) {
        return Stream.of(fields.strip().split(" "))
                .flatMap(field -> {
                    int equals = field.indexOf('=', 1);
                    boolean nameless = field.startsWith("=");
                    return nameless
                            ? Stream.of("", field.substring(1))
                            : Stream.of(field.substring(0, Math.max(equals, 0)), field.substring(equals + 1));
                })
                .map(text -> text.replace("~LF", "\n")
                        .replace("~CR", "\r")
                        .replace("~NUL", "\0")
                        .replace("~SP", " ")
                        .replace("~TAB", "\t"))
                .toArray(String[]::new);
    }
}
