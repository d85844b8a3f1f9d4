package dev.clearway.analysis.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A value of JSON that answers every question: a member that is not there, or is of another kind than was asked for, is
 * simply {@link #ABSENT}, empty, or the given default. So the readers can say what they want and need not check what a
 * stranger wrote. Immutable.
 */
public final class Json {
    /** What is not there. */
    public static final Json ABSENT = new Json(null);

    /** Nesting beyond this is refused: the deepest honest records (a browser's asynchronous stacks) stay below. */
    public static final int DEEPEST = 96;

    private static final int LONGEST_WORD = 64;

    private static final JsonFactory PARSER = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(40)
                    .maxStringLength(PieceReader.LONGEST_STRING + 64)
                    .maxNameLength(4_096)
                    .build())
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    /** {@link Members}, a {@code List<Json>}, a {@code String}, {@code Long}, {@code Double} or {@code Boolean}. */
    private final @Nullable Object value;

    private Json(@Nullable Object value) {
        this.value = value;
    }

    /** An object of {@code members}. */
    public static Json object(Map<String, Json> members) {
        Members copy = new Members();
        members.forEach(copy::add);
        return new Json(copy);
    }

    /**
     * Parses the one value in the first {@code length} bytes. Bytes that are not UTF-8 become U+FFFD.
     *
     * @throws IOException if it is not JSON, or deeper or longer in its strings and numbers than this package reads
     */
    public static Json parse(byte[] bytes, int length) throws IOException {
        try (JsonParser in = PARSER.createParser(bytes, 0, length)) {
            return document(in);
        } catch (JsonParseException | CharConversionException e) {
            // Strict about UTF-8 at full speed first; a document that is wrong in another way fails again below.
            try (JsonParser in = PARSER.createParser(new String(bytes, 0, length, UTF_8))) {
                return document(in);
            }
        }
    }

    private static Json document(JsonParser in) throws IOException {
        in.nextToken();
        Tree tree = new Tree(in);
        Json read = tree.value();
        if (in.nextToken() != null) {
            throw new JsonParseException(in, "more than one value");
        }
        if (read.value instanceof Members members) {
            members.duplicate = tree.duplicate;
        }
        return read;
    }

    /** Reads one document. */
    private static final class Tree {
        private final JsonParser in;
        private @Nullable String duplicate;

        Tree(JsonParser in) {
            this.in = in;
        }

        Json value() throws IOException {
            JsonToken token = in.currentToken();
            if (token == null) {
                throw new JsonParseException(in, "no value");
            }
            return switch (token) {
                case START_OBJECT -> object();
                case START_ARRAY -> array();
                case VALUE_STRING -> new Json(in.getText());
                case VALUE_NUMBER_INT -> integer();
                case VALUE_NUMBER_FLOAT -> new Json(in.getDoubleValue());
                case VALUE_TRUE -> new Json(true);
                case VALUE_FALSE -> new Json(false);
                case VALUE_NULL -> ABSENT;
                default -> throw new JsonParseException(in, "unexpected " + token);
            };
        }

        private Json integer() throws IOException {
            return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                    ? new Json(in.getDoubleValue())
                    : new Json(in.getLongValue());
        }

        private Json object() throws IOException {
            Members members = new Members();
            for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                in.nextToken();
                if (!members.add(name, value()) && duplicate == null) {
                    duplicate = name;
                }
            }
            return new Json(members);
        }

        private Json array() throws IOException {
            List<Json> elements = new ArrayList<>();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value());
            }
            return new Json(elements);
        }
    }

    /** Whether an object anywhere in the document of which this is the root has two members of one name. */
    public boolean repeats() {
        return value instanceof Members members && members.duplicate != null;
    }

    /** The member {@code name} of an object. */
    public Json get(String name) {
        return value instanceof Members members ? members.find(name) : ABSENT;
    }

    /** The first of these members that is there. */
    public Json first(String... names) {
        for (String name : names) {
            Json found = get(name);
            if (found.exists()) {
                return found;
            }
        }
        return ABSENT;
    }

    /** The elements of an array. */
    public List<Json> elements() {
        return value instanceof List<?> list ? Collections.unmodifiableList(cast(list)) : List.of();
    }

    /** The members of an object, in the order in which they were written; of equal names the first. */
    public Map<String, Json> members() {
        return value instanceof Members members ? Collections.unmodifiableMap(members) : Map.of();
    }

    /** Calls {@code each} with the members of an object. */
    public void forEach(BiConsumer<String, Json> each) {
        members().forEach(each);
    }

    /** Whether it is there and not {@code null}. */
    public boolean exists() {
        return value != null;
    }

    /** Whether it is an object. */
    public boolean isObject() {
        return value instanceof Members;
    }

    /** Whether it is an array. */
    public boolean isArray() {
        return value instanceof List;
    }

    /** Whether it is a string. */
    public boolean isText() {
        return value instanceof String;
    }

    /** Whether it is a number (that is finite). */
    public boolean isNumber() {
        return value instanceof Number number && Double.isFinite(number.doubleValue());
    }

    /** Whether it is a number without a fraction that fits a {@code long}. */
    public boolean isWhole() {
        return value instanceof Long;
    }

    /** A string, or a number or truth value as it would be written; otherwise empty. */
    public String text() {
        return value instanceof Members || value instanceof List || value == null ? "" : value.toString();
    }

    /** {@link #text()} of which few different ones occur: equal words are one object. Anything long is cut. */
    public String word() {
        String text = text();
        return (text.length() > LONGEST_WORD ? text.substring(0, LONGEST_WORD) : text).intern();
    }

    /** A whole number, or a string or fraction that reads as one; otherwise {@code otherwise}. */
    public long integer(long otherwise) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof String text && digits(text)) {
            return Long.parseLong(text);
        }
        double number = number(Double.NaN);
        return Math.abs(number) < 9e18 ? (long) number : otherwise;
    }

    /** Whether it is digits, few enough for a {@code long}. */
    private static boolean digits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= 18;
    }

    /** A number, or a string that reads as one, if it is finite; otherwise {@code otherwise}. */
    public double number(double otherwise) {
        double number = otherwise;
        if (value instanceof Number given) {
            number = given.doubleValue();
        } else if (value instanceof String text && text.length() <= 40) {
            try {
                number = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }
        return Double.isFinite(number) ? number : otherwise;
    }

    /** A truth value, or the string of one; {@code null} if it is neither. */
    public @Nullable Boolean truth() {
        if (value instanceof Boolean truth) {
            return truth;
        }
        return "true".equals(value) ? Boolean.TRUE : "false".equals(value) ? Boolean.FALSE : null;
    }

    /** Whether it is true, or the string {@code true}. */
    public boolean isTrue() {
        return Boolean.TRUE.equals(truth());
    }

    /** A member's name as a step of a JSON pointer (RFC 6901, section 3). */
    public static String escapePointer(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    @SuppressWarnings("unchecked")
    private static List<Json> cast(List<?> list) {
        return (List<Json>) list;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
