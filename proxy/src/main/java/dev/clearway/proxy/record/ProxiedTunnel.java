package dev.clearway.proxy.record;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * A blind tunnel that is closed: bytes passed on without a look.
 *
 * @param id the tunnel's number within the proxy, from 1
 * @param startedAt when it was asked for, by the wall clock
 * @param lasted how long it lasted
 * @param peer the client's address
 * @param host the target's host
 * @param port the target's port
 * @param sentBytes bytes from the client to the target
 * @param receivedBytes bytes from the target to the client
 * @param cutBy who cut it
 * @param failure why it failed, in one line; empty if it did not
 */
public record ProxiedTunnel(
        long id,
        Instant startedAt,
        Duration lasted,
        SocketAddress peer,
        String host,
        int port,
        long sentBytes,
        long receivedBytes,
        CutBy cutBy,
        String failure) {}
