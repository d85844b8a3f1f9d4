package dev.clearway.lab.child;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A line that the child answers with: a word, then {@code name=value} pairs, parted by single spaces.
 *
 * @param word what it says
 * @param values the pairs
 */
record Reply(String word, Map<String, String> values) {
    /** The word that stands before a message about what went wrong. */
    static final String ERROR = "error";

    /**
     * Reads a line.
     *
     * @throws IOException if the line reports an error, or is not the awaited word with pairs
     */
    static Reply parse(String line, String awaited) throws IOException {
        String[] parts = line.split(" ", -1);
        if (parts[0].equals(ERROR)) {
            throw new IOException("the lab's server says:" + line.substring(ERROR.length()));
        }
        if (!parts[0].equals(awaited)) {
            throw new IOException("the lab's server answered \"" + line + "\" where \"" + awaited + "\" was awaited");
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new IOException("the lab's server answered \"" + line + "\"");
            }
            values.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
        }
        return new Reply(parts[0], values);
    }

    /** A value that must be there. */
    String text(String name) throws IOException {
        String value = values.get(name);
        if (value == null) {
            throw new IOException("the lab's server left out " + name);
        }
        return value;
    }

    /** A value that must be there and a whole number. */
    long number(String name) throws IOException {
        String value = text(name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IOException("the lab's server gave " + name + " as " + value, e);
        }
    }
}
