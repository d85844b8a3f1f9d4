package dev.clearway.lab.page;

/**
 * Which of a mode's loads one is.
 *
 * @param kind what it is for
 * @param number of those that are timed which, from 1; 0 for the others
 */
public record Turn(Kind kind, int number) {
    /** The load before those that count: caches are cold, certificates are made. */
    public static final Turn FIRST = new Turn(Kind.FIRST, 0);

    /** The load after those that count, of which every request is recorded. */
    public static final Turn RECORDED = new Turn(Kind.RECORDED, 0);

    /** What a load is for. */
    public enum Kind {
        /** For nothing but to make the others alike. */
        FIRST,
        /** For the time that it takes. */
        TIMED,
        /** For where its requests wait. */
        RECORDED
    }

    /** One that counts. */
    static Turn timed(int number) {
        return new Turn(Kind.TIMED, number);
    }

    /** In a few words, where so many are timed. */
    public String label(int runs) {
        return switch (kind) {
            case FIRST -> "first run";
            case TIMED -> "run " + number + " of " + runs;
            case RECORDED -> "recorded";
        };
    }

    /** As it stands in the names of files. */
    String suffix() {
        return switch (kind) {
            case FIRST -> "first";
            case TIMED -> Integer.toString(number);
            case RECORDED -> "recorded";
        };
    }
}
