package dev.clearway.bench.client;

import java.util.Locale;

/** How much of a client's options is used. */
public enum Tuning {
    /** The plain builder, plus only what reaching the server takes: trust, protocol. */
    DEFAULT,
    /** The settings that its documentation offers for this load: connections, windows, threads. */
    BEST;

    /** The word for it in options, tables and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
