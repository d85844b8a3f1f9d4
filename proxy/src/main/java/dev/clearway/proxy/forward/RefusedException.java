package dev.clearway.proxy.forward;

import java.util.Objects;

/** A request that the proxy answers by itself, with a page that says why. Has no stack trace: peers can cause any number. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final ProxyError error;

    /**
     * @param status the answer's status code
     * @param error the word for it in {@code Proxy-Status}
     * @param text one or two sentences for a person; printed escaped
     */
    public RefusedException(int status, ProxyError error, String text) {
        super(Objects.requireNonNull(text, "text"), null, false, false);
        this.status = status;
        this.error = error;
    }

    /** The answer's status code. */
    public int status() {
        return status;
    }

    /** The word for it in {@code Proxy-Status}. */
    public ProxyError error() {
        return error;
    }

    /** One or two sentences for a person. */
    public String text() {
        return Objects.requireNonNull(getMessage());
    }
}
