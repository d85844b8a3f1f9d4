package dev.clearway.analysis.model;

/** What kind of recording a file is. */
public enum Kind {
    /** A Chromium network log, as made by {@code chrome://net-export} or {@code --log-net-log}. */
    NETLOG("netlog"),
    /** An HTTP archive, HAR 1.2. */
    HAR("HAR"),
    /** Our own journal of JSON lines. */
    JOURNAL("journal"),
    /** What a browser told over its DevTools protocol while it loaded a page. */
    DEVTOOLS("DevTools protocol");

    private final String label;

    Kind(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
