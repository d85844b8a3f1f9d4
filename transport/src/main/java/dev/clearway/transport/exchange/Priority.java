package dev.clearway.transport.exchange;

import dev.clearway.transport.Fields;
import dev.clearway.transport.pool.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the urgency from a request's {@code Priority} (RFC 9218, section 4.1): the integer of key {@code u} in a dictionary
 * (RFC 8941, section 3.2). As the RFC has it, what is out of range, of another type or not to be understood counts as not
 * there.
 */
final class Priority {
    private static final String FIELD = "priority";

    private Priority() {}

    /** The urgency of a request with these fields, from 0, the most urgent, to 7. */
    static int urgency(Fields fields) {
        if (fields.first(FIELD) == null) {
            return Waiter.DEFAULT_URGENCY;
        }
        return urgency(String.join(",", fields.all(FIELD)));
    }

    /** The last {@code u} counts, as everywhere in a dictionary. */
    static int urgency(String dictionary) {
        int urgency = Waiter.DEFAULT_URGENCY;
        int start = 0;
        while (start <= dictionary.length()) {
            int end = memberEnd(dictionary, start);
            if (end < 0) {
                return Waiter.DEFAULT_URGENCY;
            }
            String value = valueOfUrgency(dictionary.substring(start, end).strip());
            if (value != null) {
                boolean digit = value.length() == 1 && value.charAt(0) >= '0' && value.charAt(0) <= '7';
                urgency = digit ? value.charAt(0) - '0' : Waiter.DEFAULT_URGENCY;
            }
            start = end + 1;
        }
        return urgency;
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

    /** What stands behind {@code u=}, without parameters; empty for a {@code u} alone; {@code null} for another key. */
    private static @Nullable String valueOfUrgency(String member) {
        int parameters = member.indexOf(';');
        String bare = parameters < 0 ? member : member.substring(0, parameters).strip();
        if (bare.equals("u")) {
            return "";
        }
        return bare.startsWith("u=") ? bare.substring(2) : null;
    }
}
