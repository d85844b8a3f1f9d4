package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * What must hold for all requests together, where a single request's history cannot tell: which streams a codec refused,
 * and which of the requests on a connection were struck with it. Stateless.
 */
final class Whole {
    private static final Happening[] REFUSALS = {
        Happening.REFUSED, Happening.ABOVE_LIMIT, Happening.ABOVE_FIRST_LIMIT, Happening.ABOVE_LIMIT_UNKNOWN
    };

    /** What breaks one connection each. */
    private static final Happening[] BREAKS = {
        Happening.RESET,
        Happening.RESET_MIDWAY,
        Happening.SILENT,
        Happening.GOAWAY_GRACEFUL,
        Happening.GOAWAY_ABRUPT,
        Happening.GOAWAY_BELOW,
        Happening.GOAWAY_CALM,
        Happening.STALLED,
        Happening.CUT_UNSEEN,
        Happening.CUT,
        Happening.CUT_MIDWAY,
        Happening.ENDED_UNSEEN,
        Happening.ENDED,
        Happening.ENDED_MIDWAY,
        Happening.CLOSED_AFTER,
        Happening.CONNECTION_REFUSED,
        Happening.CONNECTION_DEAF
    };

    private Whole() {}

    /**
     * What does not hold.
     *
     * @param broken how many connections the clients say broke, or could not be made
     */
    static List<String> objections(Histories histories, long broken) {
        List<String> found = new ArrayList<>();
        long refused = sum(histories, REFUSALS);
        long again = histories.counted(Happening.AGAIN_REFUSED);
        if (again > refused) {
            found.add(again + " streams are said to have been refused, and " + refused + " were");
        }
        long struck = sum(histories, BREAKS);
        if (broken > struck) {
            found.add(broken + " connections broke, and " + struck + " were made to");
        }
        return found;
    }

    private static long sum(Histories histories, Happening... any) {
        long sum = 0;
        for (Happening each : any) {
            sum += histories.counted(each);
        }
        return sum;
    }
}
