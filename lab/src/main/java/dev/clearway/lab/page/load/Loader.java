package dev.clearway.lab.page.load;

import java.io.IOException;

/** Loads the experiment's page and records it. Used by one thread. */
public interface Loader {
    /**
     * Loads it once, with nothing kept from loads before.
     *
     * @param access how it is reached
     * @param name what the recording is called, not used before
     * @throws IOException if that cannot be done
     */
    PageLoad load(Access access, String name) throws IOException;

    /** Whether it asks a proxy for a tunnel to the page's host. */
    boolean connects();
}
