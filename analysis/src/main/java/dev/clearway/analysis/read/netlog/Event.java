package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.read.netlog.Constants.Phase;

/**
 * One event.
 *
 * @param type the name of its type
 * @param phase whether it begins or ends something
 * @param source id of the source that it is about
 * @param micros when: microseconds since 1970
 * @param params its parameters; {@link Json#ABSENT} if it has none
 * @param record its record in the file
 * @param line whether that is a line of its own
 */
record Event(String type, Phase phase, long source, long micros, Json params, Piece record, boolean line) {
    boolean begins() {
        return phase == Phase.BEGIN;
    }

    boolean ends() {
        return phase == Phase.END;
    }

    /** The id of the other source that it points to; -1 if to none. */
    long dependency() {
        return params.get("source_dependency").get("id").integer(-1);
    }

    /** Where a record stands, in words. */
    static String where(Piece record, boolean line) {
        return line ? "line " + (record.index() + 1) : record.pointer();
    }

    /** It as evidence, with a sentence of ours after its own name. */
    Evidence evidence(String sentence) {
        return new Evidence(type + " of source " + source + ": " + sentence, where(record, line), record.offset());
    }
}
