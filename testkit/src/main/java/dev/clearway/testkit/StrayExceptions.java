package dev.clearway.testkit;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions that nobody caught while a test ran: those that ended a thread, and those that Netty caught for want of
 * anybody else and logged as a warning or worse. Thread-safe.
 */
final class StrayExceptions implements AutoCloseable {
    // The log manager holds loggers weakly; a handler on one that is collected is lost.
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger NETTY = Logger.getLogger("io.netty");

    private final List<String> found = new CopyOnWriteArrayList<>();
    private final Predicate<Throwable> expected;
    private final Thread.@Nullable UncaughtExceptionHandler previous;
    private final Handler handler = new Ear();

    StrayExceptions(Predicate<Throwable> expected) {
        this.expected = expected;
        previous = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> note("ended thread " + thread.getName(), thrown));
        ROOT.addHandler(handler);
    }

    /** Sends Netty's log to the JDK's, whatever other logging a test's class path holds. Before Netty makes loggers. */
    static void install() {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        NETTY.getLevel();
    }

    /** What was found so far. */
    List<String> found() {
        return new ArrayList<>(found);
    }

    @Override
    public void close() {
        ROOT.removeHandler(handler);
        Thread.setDefaultUncaughtExceptionHandler(previous);
    }

    private void note(String how, Throwable thrown) {
        EventLog.current().add(how + ": " + thrown);
        if (!expected.test(thrown)) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            found.add(how + ": " + trace);
        }
    }

    /** Hears every record of the JDK's log. */
    private final class Ear extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            String message = record.getLevel() + " " + record.getLoggerName() + ": " + formatter.formatMessage(record);
            Throwable thrown = record.getThrown();
            boolean ofNetty = String.valueOf(record.getLoggerName()).startsWith("io.netty");
            if (thrown != null && ofNetty && record.getLevel().intValue() >= Level.WARNING.intValue()) {
                note(message, thrown);
            } else {
                EventLog.current().add(thrown == null ? message : message + ": " + thrown);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
