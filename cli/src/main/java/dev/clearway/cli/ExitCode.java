package dev.clearway.cli;

/** What the command ends with. */
final class ExitCode {
    /** Everything was done and held. */
    static final int OK = 0;
    /** Something did not hold, or could not be done. */
    static final int FAILED = 1;
    /** The command was called wrongly. */
    static final int USAGE = 2;
    /** It was interrupted, as shells put it: 128 and the number of SIGINT. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
