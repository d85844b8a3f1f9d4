package dev.clearway.transport;

import java.net.InetAddress;

/**
 * Decides which addresses connections may go to. What is asked for is the very address that is connected to next, so that
 * a name which means one thing when it is judged and another when it is used gains nothing by that.
 */
@FunctionalInterface
public interface AddressFilter {
    /** Every address may be connected to. */
    AddressFilter ALL = (origin, address) -> true;

    /**
     * Whether a connection to the origin may go to that address. Called for each attempt, on an event loop: it must be
     * quick and must not block. What it throws refuses the address, too.
     *
     * @param origin whom the request is for
     * @param address what the origin's host was found to be
     */
    boolean permits(Origin origin, InetAddress address);
}
