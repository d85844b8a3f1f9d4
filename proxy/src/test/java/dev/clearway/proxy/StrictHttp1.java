package dev.clearway.proxy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads requests as RFC 9112 has them and in no other way: CRLF alone ends a line, one blank parts words, a length is
 * digits and stands once, chunks have no extensions, and no byte is where it need not be. Shares no code with what it is
 * held against.
 */
final class StrictHttp1 {
    /** A field's name, in lower case, and its value. */
    record Field(String name, String value) {}

    /** A whole request. */
    record Request(String method, String target, List<Field> fields, String content, List<Field> trailers) {}

    /** The bytes are no request, or one that could be read in another way. */
    static final class AmbiguousException extends IOException {
        private static final long serialVersionUID = 1;

        AmbiguousException(String message) {
            super(message);
        }
    }

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private final InputStream in;
    private boolean begun;

    StrictHttp1(InputStream in) {
        this.in = in;
    }

    /** Whether the request that is being read has begun. */
    boolean isBegun() {
        return begun;
    }

    /** Reads the next request; EOFException where the bytes end before it does. */
    Request read() throws IOException {
        begun = false;
        String[] words = line().split(" ", -1);
        require(words.length == 3, "three words", String.join(" ", words));
        require(words[0].matches(TOKEN), "a method", words[0]);
        require(words[1].matches("/[!-\"$-~]*|\\*"), "a target", words[1]);
        require(words[2].equals("HTTP/1.1"), "HTTP/1.1", words[2]);
        List<Field> fields = fields();
        String content = "";
        List<Field> trailers = List.of();
        List<String> codings = values(fields, "transfer-encoding");
        List<String> lengths = values(fields, "content-length");
        require(codings.size() + lengths.size() <= 1, "one framing", fields.toString());
        require(values(fields, "host").size() == 1, "one Host", fields.toString());
        if (!codings.isEmpty()) {
            require(codings.get(0).equals("chunked"), "chunked", codings.get(0));
            content = chunks();
            trailers = fields();
        } else if (!lengths.isEmpty()) {
            require(lengths.get(0).matches("0|[1-9][0-9]{0,8}"), "a length", lengths.get(0));
            content = bytes(Integer.parseInt(lengths.get(0)));
        }
        return new Request(words[0], words[1], fields, content, trailers);
    }

    static List<String> values(List<Field> fields, String name) {
        return fields.stream()
                .filter(field -> field.name.equals(name))
                .map(Field::value)
                .toList();
    }

    private List<Field> fields() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            require(colon > 0, "a field", line);
            String name = line.substring(0, colon);
            require(name.matches(TOKEN), "a name", name);
            String value = line.substring(colon + 1);
            require(
                    value.matches("( [!-~\u0080-\u00ff]([\t -~\u0080-\u00ff]*[!-~\u0080-\u00ff])?)?|  *"),
                    "a value",
                    value);
            fields.add(new Field(name.toLowerCase(Locale.ROOT), value.strip()));
        }
        return fields;
    }

    private String chunks() throws IOException {
        StringBuilder content = new StringBuilder();
        while (true) {
            String size = line();
            require(size.matches("0|[1-9a-fA-F][0-9a-fA-F]{0,7}"), "a chunk's size", size);
            int length = Integer.parseInt(size, 16);
            if (length == 0) {
                return content.toString();
            }
            content.append(bytes(length));
            require(line().isEmpty(), "a chunk's end", "");
        }
    }

    private String bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException();
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            begun = true;
            require(next != '\n', "CRLF", line.toString(StandardCharsets.ISO_8859_1));
            line.write(next);
        }
        int feed = in.read();
        if (feed < 0) {
            throw new EOFException();
        }
        require(feed == '\n', "CRLF", line.toString(StandardCharsets.ISO_8859_1));
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private static void require(boolean holds, String what, String found) throws AmbiguousException {
        if (!holds) {
            throw new AmbiguousException("not " + what + ": " + found);
        }
    }
}
