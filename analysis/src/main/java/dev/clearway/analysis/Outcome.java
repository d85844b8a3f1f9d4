package dev.clearway.analysis;

/** What an analysis came to, and what the command exits with for it. */
public enum Outcome {
    /** Nothing was found. */
    NOTHING_FOUND(0),
    /** Something was found. */
    FINDINGS(1),
    /** The file could not be read at all. */
    UNREADABLE(2),
    /** Nothing was found in the part that could be read, or the recording cannot show what one would look for. */
    NOTHING_FOUND_IN_PART(3);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** The exit code. */
    public int exitCode() {
        return exitCode;
    }
}
