package dev.clearway.analysis.model;

import dev.clearway.journal.Wait;

/**
 * The recorder's own word that a request had to wait because a limit was reached.
 *
 * @param kind which limit
 * @param request id of the request
 * @param limit how many there were to have, if the record says; otherwise -1
 * @param evidence where it stands
 */
public record Stall(Wait kind, String request, long limit, Evidence evidence) {}
