package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.TargetRule;
import org.jspecify.annotations.Nullable;

/** What becomes of a TLS connection. */
sealed interface Way {
    /**
     * It is taken over.
     *
     * @param leaf the name on the certificate that the client is shown
     * @param rule finds the targets of its requests
     */
    record Intercept(String leaf, TargetRule rule) implements Way {}

    /**
     * It is passed on as it is.
     *
     * @param host the target's host
     * @param port the target's port
     */
    record Bypass(String host, int port) implements Way {}

    /** It is closed: nobody could say for whom it is. */
    record Close() implements Way {}

    /** Chooses the way of a connection. */
    @FunctionalInterface
    interface Choice {
        /**
         * The way of the connection that begins with this name.
         *
         * @param sni the name in SNI, in lower case; {@code null} for none
         */
        Way of(@Nullable String sni);
    }
}
