package dev.clearway.analysis.mask;

import dev.clearway.journal.Redaction;

/** Takes out of a URL what may be a secret. */
public enum Mask {
    /** The query, the fragment, user names and passwords, session ids and tokens in paths are left out. */
    ON,
    /** Nothing is left out. */
    OFF;

    /** What may be shown of {@code url}. */
    public String url(String url) {
        return this == OFF ? Redaction.shortened(url) : Redaction.url(url);
    }
}
