package dev.clearway.analysis.read;

/** Is told how far the reading of a file has come. Called by the reading thread, often; it must not take long. */
@FunctionalInterface
public interface Progress {
    /** Nobody is told. */
    Progress NONE = (read, size) -> {};

    /**
     * So much was read.
     *
     * @param read bytes of the file itself, packed as it is
     * @param size the file's size; -1 if it has none, as a pipe
     */
    void read(long read, long size);
}
