package dev.clearway.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the command shows of what others log. */
final class ServerLog extends Handler {
    private static final Formatter FORMATTER = new Formatter() {
        @Override
        public String format(LogRecord entry) {
            return formatMessage(entry);
        }
    };

    /** The logging system holds its loggers weakly; this keeps those that were set up. */
    private static final List<Logger> SHOWN = new CopyOnWriteArrayList<>();

    /** Netty tells at INFO of frames that it drops for streams that were reset, which is nobody's concern here. */
    private static final Logger NETTY = Logger.getLogger("io.netty");

    private final Screen screen;

    private ServerLog(Screen screen) {
        this.screen = screen;
        setLevel(Level.FINE);
    }

    /** Shows warnings, and no less, of the networking library. */
    static void quieten() {
        NETTY.setLevel(Level.WARNING);
    }

    /** Shows what the logger of that name and those below it tell, down to DEBUG, until the process ends. */
    static void show(String name, Screen screen) {
        Logger logger = Logger.getLogger(name);
        SHOWN.add(logger);
        logger.setLevel(Level.FINE);
        logger.addHandler(new ServerLog(screen));
        logger.setUseParentHandlers(false);
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            String level = entry.getLevel().equals(Level.FINE)
                    ? "DEBUG"
                    : entry.getLevel().getName();
            String text = FORMATTER.format(entry).replaceAll("\\p{Cntrl}+", " ");
            screen.line(entry.getInstant() + " " + level + " " + text);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
