package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Piece;

/**
 * Tells an event's type from its last bytes. Chromium writes members in the order of the alphabet, so {@code "type"} is
 * an event's last; where that holds, the events that nobody asked for (nine of ten) need not be parsed.
 */
final class EventBytes {
    private static final byte[] MEMBER = {'"', 't', 'y', 'p', 'e', '"'};
    private static final byte[] LINE = {'{', '"', 't', 'y', 'p', 'e', '"', ':', '"', 'e', 'v', 'e', 'n', 't', '"'};

    private EventBytes() {}

    /** Whether {@code line} begins as an event does in the form of one record a line. */
    static boolean isEventLine(Piece line) {
        if (line.length() < LINE.length) {
            return false;
        }
        for (int i = 0; i < LINE.length; i++) {
            if (line.bytes()[i] != LINE[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The type's code, if the record ends with {@code "type":N} and {@code depth} closing braces; -1 if it does not.
     * What stands before so many final braces is a member of the object that they close, so it can be no other type.
     */
    static int type(Piece event, int depth) {
        byte[] bytes = event.bytes();
        int at = event.length() - 1;
        for (int i = 0; i < depth; i++) {
            at = back(bytes, at);
            if (at < 0 || bytes[at] != '}') {
                return -1;
            }
            at--;
        }
        at = back(bytes, at);
        int code = 0;
        int place = 1;
        int digits = 0;
        while (at >= 0 && bytes[at] >= '0' && bytes[at] <= '9' && digits < 6) {
            code += place * (bytes[at] - '0');
            place *= 10;
            digits++;
            at--;
        }
        at = back(bytes, at);
        if (digits == 0 || at < 0 || bytes[at] != ':') {
            return -1;
        }
        return endsWithMember(bytes, back(bytes, at - 1)) ? code : -1;
    }

    private static int back(byte[] bytes, int from) {
        int at = from;
        while (at >= 0 && bytes[at] <= ' ' && bytes[at] >= 0) {
            at--;
        }
        return at;
    }

    private static boolean endsWithMember(byte[] bytes, int end) {
        int start = end - MEMBER.length + 1;
        // A quote that is escaped would end a string that merely reads like a member.
        if (start < 1 || bytes[start - 1] == '\\') {
            return false;
        }
        for (int i = 0; i < MEMBER.length; i++) {
            if (bytes[start + i] != MEMBER[i]) {
                return false;
            }
        }
        return true;
    }
}
