package dev.clearway.analysis.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PieceReaderTest {
    private static final Set<String> OPEN = Set.of("log", "entries", "deep", "deep[]");

    /** What a test looks at of a piece, copied since the piece's bytes do not last. */
    private record Seen(String pointer, long offset, Piece.State state, String text) {}

    private static List<Seen> read(PieceReader reader) throws IOException {
        List<Seen> seen = new ArrayList<>();
        for (Piece piece = reader.next(); piece != null; piece = reader.next()) {
            seen.add(new Seen(piece.pointer(), piece.offset(), piece.state(), piece.text()));
        }
        return seen;
    }

    private static PieceReader document(String text) {
        return PieceReader.ofDocument(new ByteArrayInputStream(text.getBytes(UTF_8)), OPEN);
    }

    private static Piece first(String text) throws IOException {
        return Objects.requireNonNull(document(text).next());
    }

    @Test
    void membersAndElementsAreHandedOutWithTheirPlace() throws IOException {
        String text =
                "{\"log\": {\"v\": 1.2, \"entries\": [ {\"a\":[1,{\"b\":\"}]\"}]}, 7 ], \"a/b~\": \"x\"}, \"z\": null}";

        PieceReader reader = document(text);

        assertThat(read(reader))
                .containsExactly(
                        new Seen("/log/v", text.indexOf("1.2"), Piece.State.WHOLE, "1.2"),
                        new Seen(
                                "/log/entries/0",
                                text.indexOf("{\"a\""),
                                Piece.State.WHOLE,
                                "{\"a\":[1,{\"b\":\"}]\"}]}"),
                        new Seen("/log/entries/1", text.indexOf('7'), Piece.State.WHOLE, "7"),
                        new Seen("/log/a~1b~0", text.indexOf("\"x\""), Piece.State.WHOLE, "\"x\""),
                        new Seen("/z", text.indexOf("null"), Piece.State.WHOLE, "null"));
        assertThat(reader.cut()).isFalse();
        assertThat(reader.strays()).isZero();
    }

    @Test
    void elementsOfAnOpenedArrayAreWalkedThrough() throws IOException {
        assertThat(read(document("{\"deep\":[{\"a\":1},{\"b\":{}}]}")))
                .extracting(Seen::pointer, Seen::text)
                .containsExactly(tuple("/deep/0/a", "1"), tuple("/deep/1/b", "{}"));
    }

    @Test
    void cutAnywhereGivesThePiecesBeforeTheCutAndSaysSo() throws IOException {
        String text = "{\"log\":{\"entries\":[{\"a\":\"x\\\"y\"},\n{\"b\":[1,2]},\n{\"c\":true}]}}";
        List<Seen> whole = read(document(text));
        for (int end = 1; end < text.length(); end++) {
            PieceReader reader = document(text.substring(0, end));
            List<Seen> seen = read(reader);
            int cut = end;
            assertThat(reader.cut()).as("cut at %d", end).isTrue();
            assertThat(seen.stream().filter(s -> s.state() == Piece.State.WHOLE))
                    .as("cut at %d", cut)
                    .isEqualTo(whole.stream()
                            .filter(s -> s.offset() + s.text().length() <= cut)
                            .toList());
        }
    }

    @Test
    void brokenRecordEndsWithItsLineAndCostsNoOther() throws IOException {
        String text = "{\"entries\":[\n{\"a\":1},\n{\"b\":\"never closed,\n{\"c\":[[3,\n{\"d\":4}]}";

        assertThat(read(document(text)))
                .extracting(Seen::pointer, Seen::state)
                .containsExactly(
                        tuple("/entries/0", Piece.State.WHOLE),
                        tuple("/entries/1", Piece.State.BROKEN),
                        tuple("/entries/2", Piece.State.BROKEN),
                        tuple("/entries/3", Piece.State.WHOLE));
    }

    @Test
    void recordsOverManyLinesAreWhole() throws IOException {
        String text = "{\"entries\": [\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": 2\n  }\n]}";

        assertThat(read(document(text))).extracting(Seen::state).containsOnly(Piece.State.WHOLE);
    }

    @Test
    void longStringsAreShortenedAndStayJson() throws IOException {
        for (String unit : List.of("a", "ä", "\\n", "\\u00e4", "\\\\", "\\\"", "\uD83D\uDE00")) {
            String text = "{\"entries\":[{\"s\":\"" + unit.repeat(PieceReader.LONGEST_STRING) + "\",\"t\":1}]}";
            Piece piece = first(text);
            Json json = piece.json();
            assertThat(piece.length()).as(unit).isLessThan(PieceReader.LONGEST_STRING + 100);
            assertThat(json.get("s").text()).as(unit).endsWith("…").doesNotContain("\uFFFD");
            assertThat(json.get("t").integer(0)).as(unit).isOne();
        }
    }

    @Test
    void pieceThatIsTooLargeIsDroppedAndTheNextOneRead() throws IOException {
        String large = "[" + "1,".repeat(PieceReader.LARGEST_PIECE) + "1]";
        List<Seen> seen = read(document("{\"entries\":[" + large + ",{\"a\":1}]}"));

        assertThat(seen).extracting(Seen::state).containsExactly(Piece.State.TOO_LARGE, Piece.State.WHOLE);
    }

    @Test
    void endlessInputOfBracketsNeedsNoMemory() throws IOException {
        InputStream endless = new SequenceInputStream(Collections.enumeration(List.of(
                new ByteArrayInputStream("{\"entries\":[".getBytes(UTF_8)),
                new ByteArrayInputStream("[{\"a\":".repeat(1_000_000).getBytes(UTF_8)))));
        PieceReader reader = PieceReader.ofDocument(endless, OPEN);

        assertThat(read(reader)).extracting(Seen::state).containsExactly(Piece.State.CUT);
    }

    @Test
    void strayBytesAreCountedAndSkipped() throws IOException {
        PieceReader reader = document("{\"log\":{\"a\":1 xxx}}");

        assertThat(read(reader)).extracting(Seen::pointer).containsExactly("/log/a");
        assertThat(reader.strays()).isEqualTo(3);
    }

    @Test
    void deepPieceIsRefusedByTheParserNotByTheStack() throws IOException {
        Piece piece = first("{\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");

        assertThatThrownBy(piece::json).isInstanceOf(IOException.class);
    }

    @Test
    void hugeNumbersAreRefusedOrRead() throws IOException {
        Piece digits = first("{\"x\":" + "9".repeat(100_000) + "}");
        assertThatThrownBy(digits::json).isInstanceOf(IOException.class);

        Piece large = first("{\"x\":123456789012345678901234567890}");
        assertThat(large.json().integer(-7)).isEqualTo(-7);
        assertThat(large.json().number(0)).isEqualTo(1.2345678901234568E29);
    }

    @Test
    void numbersThatAreNoneAreUnknown() throws IOException {
        Piece piece = first("{\"x\":[NaN,1e999,\"12.5\",\"x\",null,-1]}");
        List<Json> values = piece.json().elements();

        assertThat(values).extracting(v -> v.number(-5)).containsExactly(-5.0, -5.0, 12.5, -5.0, -5.0, -1.0);
    }

    @Test
    void bytesThatAreNotUtf8BecomeReplacementCharacters() throws IOException {
        byte[] text = "{\"x\":{\"a\":\"bad: # end\"}}".getBytes(UTF_8);
        text[new String(text, UTF_8).indexOf('#')] = (byte) 0xFF;
        Piece piece = Objects.requireNonNull(
                PieceReader.ofDocument(new ByteArrayInputStream(text), OPEN).next());

        assertThat(piece.json().get("a").text()).isEqualTo("bad: \uFFFD end");
    }

    @Test
    void linesAreHandedOutOneByOne() throws IOException {
        PieceReader reader = PieceReader.ofLines(
                new ByteArrayInputStream("{\"a\":1}\n\n{\"b\":\"cut\n{\"c\":3}\r\n{\"d\"".getBytes(UTF_8)));

        assertThat(read(reader))
                .extracting(Seen::state)
                .containsExactly(Piece.State.WHOLE, Piece.State.BROKEN, Piece.State.WHOLE, Piece.State.CUT);
        assertThat(reader.cut()).isTrue();
    }
}
