package dev.clearway.cli.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.cli.repository.Sources.Method;
import dev.clearway.cli.repository.Sources.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Budgets of the sources, and what no file may contain. Counts; {@link #EXCEPTIONS} are lines with their reasons. */
class RepositoryRulesTest {
    private static final int MOST_LINES = 400;
    private static final int MOST_LINES_OF_A_TEST = 600;
    private static final int MOST_LINES_OF_A_METHOD = 40;
    private static final int MOST_PARAMETERS = 5;

    /** What a rule reports, without the count at its end, and why it may be so. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "client/src/test/java/dev/clearway/client/BuilderContractTest.java: unwatched",
            "builds clients and opens no connection",
            "cli/src/test/java/dev/clearway/cli/ServeCommandTest.java: unwatched",
            "the server under test is another process",
            "bench/src/test/java/dev/clearway/bench/client/ClientsTest.java: unwatched",
            "clients of others keep threads and sockets for the life of the process",
            "bench/peers/src/test/java/dev/clearway/bench/peers/PeersTest.java: unwatched",
            "clients of others, as above");

    // Put together so that this file does not contain what it looks for.
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern MACHINE_PATH =
            Pattern.compile("(^|[^A-Za-z0-9_./-])/(work|farm|root|home/[a-z]+|Users/[A-Za-z]+)/");
    private static final Pattern REGISTRY =
            Pattern.compile("\\b(repo1?[.]maven[.]|registry[.]npmjs[.]|[a-z]+[.]jfrog[.]|art[i]factory"
                    + "|(files|test)[.]pythonhosted[.]|pypi[.]org|(deb|security|archive)[.](debian|ubuntu)[.]"
                    + "|proxy[.]golang[.]|(index|static)[.]crates[.]io)");
    private static final Pattern NETWORK =
            Pattern.compile("ScriptedHttp[12]Peer|OriginServer\\b|Transport\\.builder|ClearwayClient|HttpClient\\.new"
                    + "|new (Server)?Socket\\(|EventLoopGroup");
    private static final Pattern SUPERCLASS = Pattern.compile("class \\w+ extends (\\w+)");
    private static final Pattern ISSUE = Pattern.compile("issue \\d+");

    private static final Repository REPOSITORY = Repository.ofThisBuild();
    private static final Sources SOURCES = Sources.parse(REPOSITORY.javaSources());

    @Test
    void sourcesStayWithinTheirLines() {
        List<String> found = new ArrayList<>();
        for (Path file : REPOSITORY.javaSources()) {
            int most = REPOSITORY.isOfTests(file) ? MOST_LINES_OF_A_TEST : MOST_LINES;
            int lines = Repository.linesOf(file).size();
            if (lines > most) {
                found.add(REPOSITORY.nameOf(file) + ": lines: " + lines);
            }
        }
        assertOnlyExceptions("lines", found);
    }

    @Test
    void methodsStayWithinTheirLines() {
        assertOnlyExceptions(
                "length",
                offending(method -> method.lines() > MOST_LINES_OF_A_METHOD, "length", method -> method.lines()));
    }

    @Test
    void methodsTakeFewParameters() {
        assertOnlyExceptions(
                "parameters",
                offending(
                        method ->
                                !method.givenParameters() && method.parameters().size() > MOST_PARAMETERS,
                        "parameters",
                        method -> method.parameters().size()));
    }

    @Test
    void noMethodTakesTwoBooleansInARow() {
        assertOnlyExceptions(
                "booleans",
                offending(method -> !method.givenParameters() && method.hasAdjacentBooleans(), "booleans", m -> 2));
    }

    @Test
    void noTestSleeps() {
        assertThat(SOURCES.sleeps().stream().filter(place -> REPOSITORY.isOfTests(place.file())))
                .extracting(this::described)
                .isEmpty();
    }

    @Test
    void testsOfTheNetworkAreWatchedForLeaks() {
        List<String> found = REPOSITORY.javaSources().stream()
                .filter(file -> file.toString().endsWith("Test.java"))
                .filter(file -> textOf(file)
                        .lines()
                        .anyMatch(line -> NETWORK.matcher(line).find()))
                .filter(file -> !isWatched(file))
                .map(file -> REPOSITORY.nameOf(file) + ": unwatched: 1")
                .toList();
        assertOnlyExceptions("unwatched", found);
    }

    @Test
    void disabledTestsNameAnIssue() {
        assertThat(SOURCES.disabledTests().stream()
                        .filter(place -> !ISSUE.matcher(place.text()).find()))
                .extracting(this::described)
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsAndIsNullMarked() {
        assertThat(REPOSITORY.javaSources().stream()
                        .filter(file -> !REPOSITORY.nameOf(file).contains("/src/test/"))
                        .filter(file -> !file.endsWith("module-info.java"))
                        .map(file -> file.resolveSibling("package-info.java"))
                        .distinct()
                        .filter(info ->
                                !Files.exists(info) || !Repository.linesOf(info).contains("@NullMarked")))
                .extracting(REPOSITORY::nameOf)
                .isEmpty();
    }

    @Test
    void nothingIsMarkedAsUnfinished() {
        assertThat(matches(UNFINISHED)).isEmpty();
    }

    @Test
    void noFileNamesAPathOfSomebodysMachine() {
        assertThat(matches(MACHINE_PATH)).isEmpty();
    }

    @Test
    void noFileNamesAPackageRegistry() {
        assertThat(matches(REGISTRY)).isEmpty();
    }

    /** Whether a test class, or one of its folder that it extends, has the extension. */
    private static boolean isWatched(Path file) {
        String text = textOf(file);
        Matcher superclass = SUPERCLASS.matcher(text);
        if (text.contains("LeakExtension")) {
            return true;
        }
        Path parent = superclass.find() ? file.resolveSibling(superclass.group(1) + ".java") : file;
        return !parent.equals(file) && Files.exists(parent) && isWatched(parent);
    }

    private static String textOf(Path file) {
        return String.join("\n", Repository.linesOf(file));
    }

    private List<String> offending(Predicate<Method> breaks, String rule, ToLongFunction<Method> count) {
        return SOURCES.methods().stream()
                .filter(breaks)
                .map(method -> REPOSITORY.nameOf(method.file()) + "#" + method.name() + ": " + rule + ": "
                        + count.applyAsLong(method))
                .toList();
    }

    /** Exceptions that are used up by what was found; the others are stale, and what is left over is new. */
    private static void assertOnlyExceptions(String rule, List<String> found) {
        assertThat(found)
                .filteredOn(fault -> !EXCEPTIONS.containsKey(withoutCount(fault)))
                .as("over budget without a line in EXCEPTIONS")
                .isEmpty();
        assertThat(EXCEPTIONS.keySet())
                .filteredOn(exception -> exception.endsWith(": " + rule))
                .as("exceptions that nothing needs any more")
                .allMatch(exception ->
                        found.stream().anyMatch(fault -> withoutCount(fault).equals(exception)));
    }

    private static String withoutCount(String fault) {
        return fault.substring(0, fault.lastIndexOf(": "));
    }

    private Stream<String> matches(Pattern unwanted) {
        return REPOSITORY.files().stream().flatMap(file -> {
            List<String> lines = Repository.linesOf(file);
            return IntStream.range(0, lines.size())
                    .filter(i -> unwanted.matcher(lines.get(i)).find())
                    .mapToObj(i -> REPOSITORY.nameOf(file) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
        });
    }

    private String described(Place place) {
        return REPOSITORY.nameOf(place.file()) + ":" + place.line() + ": " + place.text();
    }
}
