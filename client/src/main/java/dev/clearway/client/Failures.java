package dev.clearway.client;

import dev.clearway.transport.TransportFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * What {@code send} throws for what became of its exchange. A {@link TransportFailure} belongs to one exchange, so it is
 * thrown itself, with its facts, and with the stack of the thread that called {@code send}. Everything else, which may
 * be shared, becomes the cause of a new exception of the JDK type that the JDK's client would throw.
 */
final class Failures {
    private Failures() {}

    /** What is to be thrown on this thread for that cause. */
    static IOException inSend(Throwable cause) {
        Throwable bare = unwrap(cause);
        if (bare instanceof IOException failure && bare instanceof TransportFailure) {
            return atThisThread(failure);
        }
        if (bare instanceof IllegalArgumentException) {
            throw new IllegalArgumentException(bare.getMessage(), bare);
        }
        return sameType(bare);
    }

    private static Throwable unwrap(Throwable cause) {
        Throwable bare = cause;
        while (bare instanceof CompletionException && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare;
    }

    /** Shows where {@code send} was called; where the failure was found stays visible as suppressed. */
    private static IOException atThisThread(IOException failure) {
        Throwable found = new Found();
        found.setStackTrace(failure.getStackTrace());
        StackTraceElement[] stack = new Throwable().getStackTrace();
        failure.setStackTrace(Arrays.copyOfRange(stack, Math.min(2, stack.length), stack.length));
        failure.addSuppressed(found);
        return failure;
    }

    private static IOException sameType(Throwable bare) {
        @Nullable String message = bare.getMessage();
        IOException copy;
        if (bare instanceof HttpConnectTimeoutException) {
            copy = new HttpConnectTimeoutException(message);
        } else if (bare instanceof HttpTimeoutException) {
            copy = new HttpTimeoutException(message);
        } else if (bare instanceof ConnectException) {
            copy = new ConnectException(message);
        } else if (bare instanceof SSLHandshakeException) {
            copy = new SSLHandshakeException(message);
        } else if (bare instanceof SSLException) {
            copy = new SSLException(message);
        } else if (bare instanceof ProtocolException) {
            copy = new ProtocolException(message);
        } else if (bare instanceof CancellationException && message == null) {
            copy = new IOException("cancelled");
        } else {
            copy = new IOException(message);
        }
        copy.initCause(bare);
        return copy;
    }

    /** Carries the stack of the thread that found a failure. */
    private static final class Found extends Throwable {
        private static final long serialVersionUID = 1L;

        Found() {
            super("found here", null, false, true);
        }
    }
}
