package dev.clearway.analysis.read;

import java.io.IOException;

/** A file of which nothing can be judged. The message says what it is and what to do about it. */
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1;

    /** A file of which {@code message} says why nothing can be judged. */
    public UnreadableException(String message) {
        super(message);
    }
}
