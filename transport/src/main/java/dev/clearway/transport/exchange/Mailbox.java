package dev.clearway.transport.exchange;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What other threads have for a connection's event loop: many may put, the loop alone takes. A stack of linked mail
 * that is taken whole and turned around: putting is one compare-and-set, taking one exchange, and whoever puts into an
 * empty box knows that it has to wake the loop.
 */
final class Mailbox {
    private final AtomicReference<@Nullable Mail> top = new AtomicReference<>();

    /** Adds mail. Any thread. Returns whether the box was empty, so that the loop must be woken. */
    boolean put(Mail mail) {
        Mail old;
        do {
            old = top.get();
            mail.next(old);
        } while (!top.compareAndSet(old, mail));
        return old == null;
    }

    /** Takes all mail, linked in the order in which it was put; {@code null} if there is none. */
    @Nullable
    Mail takeAll() {
        if (top.get() == null) {
            return null;
        }
        Mail mail = top.getAndSet(null);
        Mail first = null;
        while (mail != null) {
            Mail below = mail.next();
            mail.next(first);
            first = mail;
            mail = below;
        }
        return first;
    }
}
