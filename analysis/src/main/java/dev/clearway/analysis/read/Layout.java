package dev.clearway.analysis.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a file is laid out, as its first bytes tell. */
public enum Layout {
    /** A netlog that is one document. */
    NETLOG,
    /** A netlog of one record a line. */
    NETLOG_LINES,
    /** A HAR file, or what may be one. */
    HAR,
    /** Our own journal. */
    JOURNAL;

    private static final Pattern FIRST_MEMBER =
            Pattern.compile("\\s*\\{\\s*\"([^\"\\\\]{1,40})\"\\s*:\\s*(?:\"([^\"\\\\]{0,40})\")?");

    /**
     * Of a file that begins with {@code start}.
     *
     * @throws UnreadableException if it is none of these
     */
    public static Layout of(String start) throws UnreadableException {
        if (start.isBlank()) {
            throw new UnreadableException("The file is empty.");
        }
        if (start.startsWith("Logging is in progress")) {
            throw new UnreadableException(
                    "This is the notice that Chrome leaves while a size-limited netlog is being written, not the log."
                            + " The browser ended before it put the log together. The events are in the folder that the"
                            + " notice names (with the ending .inprogress): join them with Chromium's"
                            + " net/tools/stitch_net_log_files.py, or record again without a size limit and stop the"
                            + " log before closing the browser.");
        }
        Matcher first = FIRST_MEMBER.matcher(start);
        if (!first.lookingAt()) {
            if (start.stripLeading().startsWith("{")) {
                return HAR;
            }
            throw new UnreadableException(
                    "This is neither a netlog nor a HAR file nor a journal: it does not begin as an"
                            + " object of JSON.");
        }
        String value = first.group(2) == null ? "" : first.group(2);
        return switch (first.group(1)) {
            case "constants", "events", "polledData" -> NETLOG;
            case "journal" -> JOURNAL;
            case "type" -> value.equals("constants") || value.equals("event") ? NETLOG_LINES : HAR;
            default -> HAR;
        };
    }
}
