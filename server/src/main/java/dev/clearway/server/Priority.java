package dev.clearway.server;

import org.jspecify.annotations.Nullable;

/**
 * What a client says of the order in which it wants its responses (RFC 9218, section 4): in its request's {@code Priority}
 * field, or later in a PRIORITY_UPDATE frame. A hint, not an obligation. Immutable.
 *
 * @param urgency from 0, the most urgent, to 7; 3 where it is not said
 * @param incremental whether a part of the response is of use by itself, so that it may share with others of its urgency
 */
public record Priority(int urgency, boolean incremental) {
    /** The urgency of a response of which nothing is said. */
    public static final int DEFAULT_URGENCY = 3;
    /** How many urgencies there are. */
    static final int URGENCIES = 8;

    public Priority {
        if (urgency < 0 || urgency >= URGENCIES) {
            throw new IllegalArgumentException("urgency must be from 0 to 7: " + urgency);
        }
    }

    /**
     * Reads a {@code Priority} field value, a dictionary (RFC 8941, section 3.2). As RFC 9218 has it, a member that is unknown,
     * of another type or out of range counts as not there; of members with the same key the last counts.
     *
     * @return the priority; {@code null} where the value is no dictionary, which counts as nothing said
     */
    static @Nullable Priority of(String value) {
        int urgency = DEFAULT_URGENCY;
        boolean incremental = false;
        int start = 0;
        while (start <= value.length()) {
            int end = memberEnd(value, start);
            if (end < 0) {
                return null;
            }
            String member = value.substring(start, end).strip();
            int parameters = member.indexOf(';');
            String bare =
                    parameters < 0 ? member : member.substring(0, parameters).strip();
            if (bare.equals("u") || bare.startsWith("u=")) {
                urgency = urgencyOf(bare);
            } else if (bare.equals("i") || bare.startsWith("i=")) {
                incremental = bare.equals("i") || bare.equals("i=?1");
            }
            start = end + 1;
        }
        return new Priority(urgency, incremental);
    }

    private static int urgencyOf(String member) {
        boolean digit = member.length() == 3 && member.charAt(2) >= '0' && member.charAt(2) < '0' + URGENCIES;
        return digit ? member.charAt(2) - '0' : DEFAULT_URGENCY;
    }

    /** Where the member ends that begins there: at a comma outside of strings, or with the text; -1 if a string does not end. */
    private static int memberEnd(String text, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                return i;
            }
        }
        return quoted ? -1 : text.length();
    }

    /** As it stands in a {@code Priority} field. */
    @Override
    public String toString() {
        return "u=" + urgency + (incremental ? ", i" : "");
    }
}
