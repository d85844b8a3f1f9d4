package dev.clearway.proxy.forward;

import dev.clearway.transport.Origin;

/**
 * For whom a request is.
 *
 * @param origin who is connected to
 * @param authority the value of {@code Host} or {@code :authority} upstream
 */
public record Target(Origin origin, String authority) {}
