package dev.clearway.cli;

import dev.clearway.lab.page.site.PageSize;
import picocli.CommandLine.Option;

/** The page's size on the command line and in the environment. */
final class PageSizeOptions {
    @Option(
            names = "--scripts",
            paramLabel = "N",
            defaultValue = "${env:N_JS:-50}",
            description = "Scripts of the page. Default: the variable N_JS, else 50.")
    private int scripts;

    @Option(
            names = "--images",
            paramLabel = "N",
            defaultValue = "${env:N_IMG:-60}",
            description = "Images of the page. Default: N_IMG, else 60.")
    private int images;

    @Option(
            names = "--fetches",
            paramLabel = "N",
            defaultValue = "${env:N_API:-60}",
            description = "Calls of fetch() by the page. Default: N_API, else 60.")
    private int fetches;

    @Option(
            names = "--delay-min",
            paramLabel = "MS",
            defaultValue = "${env:DELAY_MIN:-100}",
            description = "The shortest delay of an answer, in milliseconds. Default: DELAY_MIN, else 100.")
    private int leastMillis;

    @Option(
            names = "--delay-max",
            paramLabel = "MS",
            defaultValue = "${env:DELAY_MAX:-400}",
            description = "The longest delay. Default: DELAY_MAX, else 400.")
    private int mostMillis;

    /**
     * The size.
     *
     * @throws IllegalArgumentException if there is no such page
     */
    PageSize size() {
        return new PageSize(scripts, images, fetches, leastMillis, mostMillis);
    }
}
