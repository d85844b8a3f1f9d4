package dev.clearway.transport;

/**
 * What became of a failed request on its way: may it be sent again? In order: of one that the transport sent several times
 * it is the last of these that any of the ways came to.
 */
public enum Delivery {
    /** No byte of it was written: safe to send again, whatever its method. */
    NEVER_SENT,
    /** Written, and the peer said that it did not process it (RFC 9113, section 8.7): safe to send again. */
    UNPROCESSED,
    /** Written, and perhaps processed: safe to send again only where the method is idempotent (RFC 9110, section 9.2.2). */
    MAYBE_PROCESSED
}
