package dev.clearway.origin;

import java.time.Duration;

/**
 * A request that a server has done with.
 *
 * @param connection the id of the connection that carried it, as in {@link ConnectionStats}
 * @param method its method
 * @param target its target as it was sent, query and all
 * @param status status of the answer; 0 if the client gave the request up
 * @param duration from its head to the last byte of its answer, or to its cancelling
 */
public record EndedRequest(String connection, String method, String target, int status, Duration duration) {}
