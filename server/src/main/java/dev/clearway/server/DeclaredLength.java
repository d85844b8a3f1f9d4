package dev.clearway.server;

import org.jspecify.annotations.Nullable;

/** What is left to be sent of a response whose length was declared. Confined to the event loop of its connection. */
final class DeclaredLength {
    private static final long NONE = -1;

    private long left = NONE;

    /** Takes a {@code Content-Length}; {@code null} for none. */
    void declare(@Nullable String length) {
        left = length == null ? NONE : Long.parseLong(length);
    }

    /** Takes content off; tells whether it was more than was left. */
    boolean isExceededBy(int bytes) {
        if (left == NONE) {
            return false;
        }
        boolean exceeded = bytes > left;
        left = Math.max(0, left - bytes);
        return exceeded;
    }

    /** Whether all content is there. */
    boolean isReached() {
        return left == 0;
    }

    /** Whether content is missing. */
    boolean isShort() {
        return left > 0;
    }
}
