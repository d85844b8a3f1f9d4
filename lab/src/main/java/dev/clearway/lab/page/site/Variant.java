package dev.clearway.lab.page.site;

import java.util.Locale;

/** The ways in which the same content is served. */
public enum Variant {
    /** As it is. */
    PLAIN("as it is"),
    /** Scripts bundled by ten, images in sprites of ten, calls batched by ten. */
    FEWER("bundled by ten, each bundle as slow as its slowest part"),
    /** Scripts and images spread over three hosts, as pages once did against the limit of six connections. */
    SHARD("scripts and images from three hosts"),
    /** {@code fetchpriority} says what matters first, and images are {@code loading=lazy}. */
    PRIORITISED("fetchpriority on scripts and images, lazy images");

    private final String what;

    Variant(String what) {
        this.what = what;
    }

    /** What it is, in a few words. */
    public String what() {
        return what;
    }

    /** As it stands in a path and in a mode's name. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
