package dev.clearway.lab.page.site;

/**
 * Of what a page consists, beside its document.
 *
 * @param scripts {@code async} scripts, which browsers find least urgent, 0 to 1000
 * @param images SVG images, 0 to 1000
 * @param fetches calls of {@code fetch()}, 0 to 1000
 * @param leastMillis the shortest delay of a part, 0 to 60,000
 * @param mostMillis the longest delay, from the shortest to 60,000
 */
public record PageSize(int scripts, int images, int fetches, int leastMillis, int mostMillis) {
    /** The published experiment's: 171 requests with the document, 100 to 400 ms each. */
    public static final PageSize DEFAULT = new PageSize(50, 60, 60, 100, 400);

    private static final int MOST_PARTS = 1000;
    private static final int LONGEST_MILLIS = 60_000;

    public PageSize {
        within(scripts, 0, MOST_PARTS, "the number of scripts");
        within(images, 0, MOST_PARTS, "the number of images");
        within(fetches, 0, MOST_PARTS, "the number of fetches");
        within(leastMillis, 0, LONGEST_MILLIS, "the least delay (milliseconds)");
        within(mostMillis, leastMillis, LONGEST_MILLIS, "the most delay (milliseconds)");
        if (scripts + images + fetches == 0) {
            throw new IllegalArgumentException("the page needs at least one script, image or fetch");
        }
    }

    private static void within(int value, int least, int most, String name) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ": " + value);
        }
    }
}
