package dev.clearway.analysis.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.NetlogText.Request;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import dev.clearway.analysis.model.Kind;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Selection;
import dev.clearway.analysis.read.har.HarReader;
import dev.clearway.analysis.read.netlog.NetlogReader;
import dev.clearway.analysis.report.HtmlReport;
import dev.clearway.analysis.report.JsonReport;
import dev.clearway.analysis.report.MarkdownReport;
import dev.clearway.analysis.report.TextReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;

/**
 * Whatever bytes a file holds: it is read or refused, and what was read can be judged and reported. Run as a test, each
 * method takes the inputs among the resources; the profile {@code fuzz} looks for more.
 */
class ReadersFuzzTest {
    private static final String TIME = "2m";

    private static RecordingBuilder builder(Kind kind) {
        return new RecordingBuilder("fuzz", kind, Selection.ALL);
    }

    private static void report(RecordingBuilder recording) {
        Analysis analysis = Analysis.of(recording.build());
        TextReport.of(analysis);
        JsonReport.of(analysis);
        MarkdownReport.of(analysis);
        HtmlReport.of(analysis);
    }

    /** Reads {@code bytes} in one way. */
    private interface Reading {
        void read(ByteArrayInputStream in, RecordingBuilder recording) throws IOException;
    }

    private static void read(byte[] bytes, Kind kind, Reading reading) throws IOException {
        RecordingBuilder recording = builder(kind);
        try {
            reading.read(new ByteArrayInputStream(bytes), recording);
        } catch (UnreadableException e) {
            return;
        }
        report(recording);
    }

    @FuzzTest(maxDuration = TIME)
    void har(byte[] bytes) throws IOException {
        read(bytes, Kind.HAR, (in, recording) -> HarReader.read(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void harEntry(byte[] bytes) throws IOException {
        byte[] whole = join("{\"log\":{\"creator\":{\"name\":\"WebInspector\"},\"entries\":[", bytes);
        read(whole, Kind.HAR, (in, recording) -> HarReader.read(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void netlog(byte[] bytes) throws IOException {
        read(bytes, Kind.NETLOG, (in, recording) -> NetlogReader.document(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void netlogEvents(byte[] bytes) throws IOException {
        NetlogText log = new NetlogText(1);
        log.socket(900, 5, "https://a.example", "http/1.1", "");
        log.session(900, 6, 5, 4);
        log.http1(Request.of(10, "https://a.example/", 1_000, 1_100, 10), 5, "https://a.example", "[direct://]", true);
        log.http2(Request.of(11, "https://a.example/", 1_000, 1_100, 10), 6, "https://a.example", "[direct://]", true);
        byte[] whole = join("{\"constants\":" + log.constants() + ",\n\"events\": [\n", bytes);
        read(whole, Kind.NETLOG, (in, recording) -> NetlogReader.document(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void netlogLines(byte[] bytes) throws IOException {
        read(bytes, Kind.NETLOG, (in, recording) -> NetlogReader.lines(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void journal(byte[] bytes) throws IOException {
        read(bytes, Kind.JOURNAL, (in, recording) -> JournalReader.read(in, ReadOptions.DEFAULT, recording));
    }

    @FuzzTest(maxDuration = TIME)
    void pieces(byte[] bytes) throws IOException {
        long last = 0;
        PieceReader pieces = PieceReader.ofDocument(new ByteArrayInputStream(bytes), Set.of("log", "a", "a[]"));
        for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
            if (piece.offset() < last || piece.length() > PieceReader.LARGEST_PIECE || pieces.offset() > bytes.length) {
                throw new AssertionError("piece at " + piece.offset() + " after " + last);
            }
            last = piece.offset();
        }
        if (pieces.offset() != bytes.length) {
            throw new AssertionError("read " + pieces.offset() + " of " + bytes.length);
        }
    }

    private static byte[] join(String text, byte[] bytes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(text.getBytes(UTF_8));
        all.writeBytes(bytes);
        return all.toByteArray();
    }
}
