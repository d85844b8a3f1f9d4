package dev.clearway.origin;

/**
 * What all connections of a server share.
 *
 * @param settings what the server was built with
 * @param router decides answers
 * @param tally counts
 */
record ServerContext(OriginSettings settings, Router router, Tally tally) {}
