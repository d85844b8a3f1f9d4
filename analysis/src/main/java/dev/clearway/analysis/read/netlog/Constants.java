package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import java.util.HashMap;
import java.util.Map;

/** What the integers of one netlog mean: the names that the file itself gives them. */
final class Constants {
    private final Map<Long, String> eventTypes;
    private final long begin;
    private final long end;
    private final long tickOffset;
    private final Map<String, Json> certStatus;
    private final Map<Long, String> netErrors;

    Constants(Json constants) {
        eventTypes = inverse(constants.get("logEventTypes"));
        Json phases = constants.get("logEventPhase");
        begin = phases.get("PHASE_BEGIN").integer(-1);
        end = phases.get("PHASE_END").integer(-1);
        tickOffset = constants.get("timeTickOffset").integer(0);
        certStatus = constants.get("certStatusFlag").members();
        netErrors = inverse(constants.get("netError"));
    }

    private static Map<Long, String> inverse(Json names) {
        Map<Long, String> inverse = new HashMap<>();
        names.forEach((name, code) -> {
            if (code.isNumber()) {
                inverse.put(code.integer(-1), name);
            }
        });
        return inverse;
    }

    /** Whether events can be read by them at all. */
    boolean usable() {
        return !eventTypes.isEmpty() && begin >= 0 && end >= 0;
    }

    /** The names of event types by their code. */
    Map<Long, String> eventTypes() {
        return eventTypes;
    }

    Phase phase(long code) {
        return code == begin ? Phase.BEGIN : code == end ? Phase.END : Phase.NONE;
    }

    /** Microseconds since 1970 for a tick of the log, which is a millisecond. */
    long micros(long tick) {
        return Math.multiplyExact(Math.addExact(tickOffset, tick), 1_000L);
    }

    /** Whether {@code status} has the bit that the file names {@code flag}. */
    boolean certStatus(long status, String flag) {
        Json bit = certStatus.get(flag);
        return bit != null && (status & bit.integer(0)) != 0;
    }

    /** The name of a network error, such as {@code ERR_ABORTED}; its number where the file has no name. */
    String netError(long code) {
        return netErrors.getOrDefault(code, Long.toString(code));
    }

    /** Whether an event begins something, ends it, or stands alone. */
    enum Phase {
        BEGIN,
        END,
        NONE
    }
}
