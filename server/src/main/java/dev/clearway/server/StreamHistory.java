package dev.clearway.server;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of the streams that a connection no longer knows, as far as it decides how a late frame is answered
 * (RFC 9113 section 5.1). Ended is the rule and costs nothing; the exceptions are remembered, the latest of each kind up
 * to a bound. Confined to the event loop of its connection.
 */
final class StreamHistory {
    /** How a stream came to be closed. */
    enum Fate {
        /** The client ended its side, so that it has no more to send. */
        ENDED,
        /** The server reset it while the client may still have been sending. */
        CUT_BY_SERVER,
        /** The client reset it. */
        CUT_BY_CLIENT,
        /** The client never opened it, and opened a higher one. */
        SKIPPED
    }

    private static final int CUTS_KEPT = 1_000;
    private static final int GAPS_KEPT = 100;

    private final Map<Integer, Fate> cuts = new LinkedHashMap<>();
    private final ArrayDeque<Gap> gaps = new ArrayDeque<>();
    private int highest = -1;

    /** A stream of the client's was opened. */
    void opened(int streamId) {
        if (streamId > highest + 2) {
            gaps.addLast(new Gap(highest, streamId));
            if (gaps.size() > GAPS_KEPT) {
                gaps.removeFirst();
            }
        }
        highest = Math.max(highest, streamId);
    }

    /** A stream was closed by a reset before the client had ended its side. */
    void cut(int streamId, Fate by) {
        cuts.put(streamId, by);
        if (cuts.size() > CUTS_KEPT) {
            cuts.remove(cuts.keySet().iterator().next());
        }
    }

    /** What became of a stream that is not open, with an id not above the highest that was. */
    Fate fate(int streamId) {
        Fate cut = cuts.get(streamId);
        if (cut != null) {
            return cut;
        }
        for (Gap gap : gaps) {
            if (streamId > gap.after && streamId < gap.before) {
                return Fate.SKIPPED;
            }
        }
        return Fate.ENDED;
    }

    private record Gap(int after, int before) {}
}
