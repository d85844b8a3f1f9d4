package dev.clearway.transport.exchange;

import org.jspecify.annotations.Nullable;

/** Something that lies in a {@link Mailbox}, in one at a time; it carries its own link, so that posting allocates nothing. */
interface Mail {
    /** The mail behind it. */
    @Nullable
    Mail next();

    /** Sets the mail behind it. */
    void next(@Nullable Mail mail);

    /** Acts on it, on the connection's event loop. */
    void deliver(Connection connection);
}
