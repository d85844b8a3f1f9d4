package dev.clearway.cli.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/cases.md} answers each case with tests, and those tests are there. */
class CasesTest {
    private static final List<String> CASES = Stream.concat(
                    Stream.of(
                            "A1", "A2", "A3", "A4", "A5", "A7", "A9", "A11", "A13", "A15", "A17", "B1", "B3", "B5",
                            "B6", "B7", "B9"),
                    IntStream.rangeClosed(1, 15).mapToObj(number -> "S" + number))
            .toList();

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d+): [^|]+\\|(.*)\\|");
    /** A class, perhaps with its package before it, perhaps with a method behind; or a method of the class before. */
    private static final Pattern NAME = Pattern.compile("`(?:(?:([a-z0-9]+)[.])?(\\w+Test)(?:[.](\\w+))?|…(\\w+))`");

    private static final Repository REPOSITORY = Repository.ofThisBuild();
    private static final List<Path> SOURCES = REPOSITORY.javaSources();

    /** A case and a test that is said to hold it; the method may be empty. */
    private record Named(String id, String folder, String type, String method) {
        boolean isMissing() {
            String suffix = "/" + (folder.isEmpty() ? "" : folder + "/") + type + ".java";
            return SOURCES.stream()
                    .filter(source -> REPOSITORY.nameOf(source).endsWith(suffix))
                    .noneMatch(this::isIn);
        }

        private boolean isIn(Path source) {
            return method.isEmpty()
                    || Repository.linesOf(source).stream().anyMatch(line -> line.contains("void " + method + "("));
        }
    }

    private static List<Named> named() {
        List<Named> found = new ArrayList<>();
        for (String line : Repository.linesOf(REPOSITORY.file("docs/cases.md"))) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                continue;
            }
            String folder = "";
            String type = "";
            Matcher name = NAME.matcher(row.group(2));
            while (name.find()) {
                if (name.group(2) != null) {
                    folder = name.group(1) == null ? "" : name.group(1);
                    type = name.group(2);
                }
                String method = name.group(4) == null ? name.group(3) : name.group(4);
                found.add(new Named(row.group(1), folder, type, method == null ? "" : method));
            }
        }
        return found;
    }

    @Test
    void everyCaseHasATest() {
        assertThat(named().stream().map(Named::id).distinct().toList()).containsExactlyElementsOf(CASES);
    }

    @Test
    void everyNamedTestIsThere() {
        assertThat(named()).hasSizeGreaterThan(60).noneMatch(Named::isMissing);
    }

    @Test
    void nothingInATableGoesUnread() {
        assertThat(Repository.linesOf(REPOSITORY.file("docs/cases.md")))
                .filteredOn(line -> line.matches("\\| .*[.…]\\w+`.*"))
                .allSatisfy(line -> assertThat(line.replaceAll(NAME.pattern(), ""))
                        .as("what looks like a test's name")
                        .doesNotContainPattern("`[^`]*(Test|…)[^`]*`"));
    }
}
