package dev.clearway.analysis.read;

import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.JournalLine;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads our own journal. It is the one recorder that names each limit that it waited at, so its waits are facts as they
 * stand: a wait at a limit is a {@link dev.clearway.analysis.model.Stall} of the recording.
 */
final class JournalReader {
    private final ReadOptions options;
    private final RecordingBuilder recording;

    private JournalReader(ReadOptions options, RecordingBuilder recording) {
        this.options = options;
        this.recording = recording;
    }

    static void read(InputStream in, ReadOptions options, RecordingBuilder recording) throws IOException {
        recording.producer("Clearway");
        recording.tellsIssuer();
        OwnWaits.told(recording);
        JournalReader reader = new JournalReader(options, recording);
        PieceReader lines = PieceReader.ofLines(in);
        for (Piece line = lines.next(); line != null; line = lines.next()) {
            recording.record();
            reader.line(line);
        }
        recording.bytes(lines.offset());
        if (recording.size() == 0) {
            recording.note("The journal holds no request.", "");
        }
    }

    private void line(Piece line) {
        String where = "line " + (line.index() + 1);
        if (line.state() == Piece.State.CUT) {
            recording.cut();
        }
        try {
            if (line.state() != Piece.State.WHOLE) {
                throw new IOException("not a whole line");
            }
            take(JournalLine.read(line.bytes(), 0, line.length()), where, line.offset());
        } catch (IOException e) {
            recording.skip("A line that cannot be read was skipped.", where);
        }
    }

    private void take(RequestLife read, String where, long offset) {
        RequestLife life = read.withUrl(options.mask().url(read.url()));
        recording.request(life);
        String origin = Target.of(life.url()).origin();
        recording.connection(connection(life.leg(), origin, new Evidence("the line's leg", where, offset)));
        OwnWaits.stalls(life, where, offset, recording);
    }

    private static Connection connection(Leg leg, String origin, Evidence evidence) {
        boolean protocolKnown = leg.protocol() != Protocol.UNKNOWN;
        return new Connection(
                leg,
                origin,
                "",
                -1,
                -1,
                null,
                null,
                false,
                -1,
                protocolKnown ? evidence.saying("spoke " + leg.protocol()) : null,
                leg.issuer().isEmpty() ? null : evidence.saying("certificate issued by " + leg.issuer()),
                null);
    }
}
