package dev.clearway.analysis;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** The recordings among the tests' resources: see the README beside them. */
public final class Lab {
    private Lab() {}

    /** The recording {@code name}. */
    public static Path file(String name) {
        URL found = Objects.requireNonNull(Lab.class.getResource("/lab/" + name), name);
        try {
            return Path.of(found.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
