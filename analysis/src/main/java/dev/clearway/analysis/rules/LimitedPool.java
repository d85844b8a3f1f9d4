package dev.clearway.analysis.rules;

import dev.clearway.journal.RequestLife;
import java.util.List;

/**
 * The requests of one pool some of which waited at its limit.
 *
 * @param origin whom they led to
 * @param requests all of them, those that did not wait too
 * @param limit how many places there were; 0 if not known
 * @param streams whether the places were streams; connections otherwise
 */
public record LimitedPool(String origin, List<RequestLife> requests, int limit, boolean streams) {}
