package dev.clearway.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Watches from a test's beginning to its end, when {@link #close()} says what it left behind. */
final class Watch implements AutoCloseable {
    private final ExtensionContext context;
    private final Duration patience;
    private final EventLog log = new EventLog();
    private final EventLog outerLog = EventLog.current();
    private final NettyLeaks.Owner outerOwner = NettyLeaks.owner();
    private final StrayExceptions strays;
    private final NettyLeaks.@Nullable Owner owner;
    private final @Nullable ThreadCensus threads;
    private final @Nullable SocketCensus sockets;

    /** Of everything, or of exceptions alone where the rest is judged after the whole class. */
    Watch(ExtensionContext context, LeakExtension.Options options, boolean everything) {
        this.context = context;
        patience = options.patience();
        EventLog.use(log);
        threads = everything ? new ThreadCensus(options.ignoredThreads()) : null;
        sockets = everything && options.countSockets() ? new SocketCensus() : null;
        owner = everything ? new NettyLeaks.Owner(name(context)) : null;
        if (owner != null) {
            NettyLeaks.owner(owner);
        }
        strays = new StrayExceptions(options.expectedExceptions());
    }

    EventLog log() {
        return log;
    }

    @Override
    public void close() {
        List<String> faults = faults();
        EventLog.use(outerLog);
        boolean failed = context.getExecutionException().isPresent();
        if (failed || !faults.isEmpty()) {
            System.err.println("Events of " + name(context) + ":\n" + log);
        }
        if (!faults.isEmpty()) {
            throw new AssertionError(name(context) + " left behind:\n    " + String.join("\n    ", faults));
        }
    }

    private List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (threads != null) {
            faults.addAll(threads.awaitEnd(patience));
        }
        if (sockets != null) {
            faults.addAll(sockets.awaitClosed(patience));
        }
        if (owner != null) {
            NettyLeaks.takeLeaks(owner).forEach(leak -> faults.add(leak.toString()));
            NettyLeaks.owner(outerOwner);
        }
        strays.close();
        strays.found().forEach(stray -> faults.add("stray exception, " + stray));
        return faults;
    }

    private static String name(ExtensionContext context) {
        return context.getTestClass().map(Class::getSimpleName).orElse("?")
                + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
    }
}
