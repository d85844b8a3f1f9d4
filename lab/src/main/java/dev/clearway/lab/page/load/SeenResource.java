package dev.clearway.lab.page.load;

import dev.clearway.journal.Timings;

/**
 * What the page itself sees of one of its requests, by Resource Timing. Times are microseconds, {@link Timings#UNKNOWN}
 * where the page may not see them: those of other origins, unless they permit it.
 *
 * @param url the request's URL
 * @param protocol how it travelled, by its name in ALPN; empty where the page may not see it
 * @param waitMicros from asking for it to sending it: queued, stalled, and opening a connection
 * @param ttfbMicros from sending it to the first byte of its answer
 */
public record SeenResource(String url, String protocol, long waitMicros, long ttfbMicros) {}
