package dev.clearway.lab.page.load;

import java.io.IOException;

/**
 * Loads the experiment's page, with nothing kept from loads before. Recording every request costs a browser as much
 * processor time as the page itself, so a load is either timed or recorded. Used by one thread.
 */
public interface Loader {
    /**
     * Loads it once, and asks for nothing until it is done.
     *
     * @param access how it is reached
     * @param name what its files are called, not used before
     * @throws IOException if that cannot be done
     */
    TimedLoad time(Access access, String name) throws IOException;

    /**
     * Loads it once and records every request.
     *
     * @param access how it is reached
     * @param name what the recording and its files are called, not used before
     * @throws IOException if that cannot be done
     */
    PageLoad record(Access access, String name) throws IOException;

    /** Whether it asks a proxy for a tunnel to the page's host. */
    boolean connects();
}
