package dev.clearway.server;

/** A request that no handler is to see, and what it is answered with. Carries no stack trace. */
final class RequestRejected extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    RequestRejected(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static RequestRejected malformed(String message) {
        return new RequestRejected(400, message);
    }

    int status() {
        return status;
    }
}
