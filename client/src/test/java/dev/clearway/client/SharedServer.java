package dev.clearway.client;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Starts the one {@link ContractServer} of the test run before the first class that needs it, and closes it after the last. */
final class SharedServer implements BeforeAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(SharedServer.class);

    @SuppressWarnings("NullAway") // set before the first test
    private static volatile ContractServer server;

    /** The server of this run. */
    static ContractServer get() {
        return server;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(ContractServer.class, type -> start(), ContractServer.class);
    }

    private static ContractServer start() {
        try {
            return new ContractServer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
