package dev.clearway.analysis.read;

import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Stall;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;

/** What our own recordings tell of waits: each by its name, so that a wait at a limit is a fact as it stands. Stateless. */
public final class OwnWaits {
    private static final Wait[] LIMITS = {Wait.CONNECTION_LIMIT, Wait.STREAM_LIMIT, Wait.POOL_LIMIT};

    private OwnWaits() {}

    /** Says which kinds of wait the recording tells of. */
    public static void told(RecordingBuilder recording) {
        recording.tells(Wait.CONNECTING, Wait.CONNECTION_LIMIT, Wait.STREAM_LIMIT, Wait.REQUEST_LIMIT, Wait.DRAINING);
    }

    /** Adds the limits that a request met. */
    public static void stalls(RequestLife life, String where, long offset, RecordingBuilder recording) {
        for (Wait limit : LIMITS) {
            if (life.waits().of(limit) > 0) {
                Evidence evidence =
                        new Evidence("waited " + life.waits().of(limit) / 1_000 + " ms: " + limit, where, offset);
                recording.stall(new Stall(limit, life.id(), -1, evidence));
            }
        }
    }
}
