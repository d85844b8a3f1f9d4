package dev.clearway.bench.worker;

/** One kind of work that a worker does with its client. */
interface Task {
    /**
     * Does one command and waits for its end.
     *
     * @param words the command and its parameters
     * @return the answer, one line
     */
    String run(String[] words) throws Exception;

    /** Ends what still runs, and writes what was recorded. */
    default void end() throws Exception {}
}
