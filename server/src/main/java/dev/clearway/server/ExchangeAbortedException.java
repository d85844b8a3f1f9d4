package dev.clearway.server;

import java.io.IOException;

/** An exchange has ended before it was complete. */
public final class ExchangeAbortedException extends IOException {
    private static final long serialVersionUID = 1;

    private final long errorCode;

    ExchangeAbortedException(String message, long errorCode) {
        super(message);
        this.errorCode = errorCode;
    }

    /** The HTTP/2 error code of the reset (RFC 9113, section 7), the peer's or ours; -1 where the connection ended. */
    public long errorCode() {
        return errorCode;
    }

    /** Carries no stack trace: it tells what a peer did, and peers do it often. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
