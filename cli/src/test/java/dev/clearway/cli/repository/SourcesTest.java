package dev.clearway.cli.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
    @TempDir
    Path folder;

    @Test
    void lengthCountsFromTheFirstModifierToTheBrace() throws IOException {
        Sources sources = parse("""
                class A {
                    /** Not counted. */
                    @Deprecated
                    void one(
                            int a) {
                        a();
                    }
                }
                """);

        assertThat(sources.methods()).singleElement().satisfies(method -> {
            assertThat(method.name()).isEqualTo("A.one");
            assertThat(method.line()).isEqualTo(3);
            assertThat(method.lines()).isEqualTo(5);
        });
    }

    @Test
    void adjacentBooleansOfEitherSortAreSeen() throws IOException {
        Sources sources = parse("""
                class A {
                    void apart(boolean a, int b, boolean c) {}
                    void adjacent(int a, boolean b, Boolean c) {}
                }
                """);

        assertThat(sources.methods())
                .extracting(Sources.Method::hasAdjacentBooleans)
                .containsExactly(false, true);
    }

    @Test
    void onlyGivenParametersAreExempt() throws IOException {
        Sources sources = parse("""
                record R(int a, int b) {
                    R(int a, int b) { this.a = a; this.b = b; }
                    R withA(int c) { return new R(c, b); }
                    R other(int c) { return this; }
                    @Override public boolean equals(Object o) { return true; }
                }
                class C {
                    C(int a) {}
                    C withA(int a) { return this; }
                }
                """);

        assertThat(sources.methods())
                .filteredOn(Sources.Method::givenParameters)
                .extracting(Sources.Method::name)
                .containsExactly("R", "R.withA", "R.equals");
        assertThat(sources.methods()).hasSize(6);
    }

    @Test
    void sleepsAndDisabledTestsAreFound() throws IOException {
        Sources sources = parse("""
                class A {
                    @Disabled("issue 7: flaky") void a() { TimeUnit.SECONDS.sleep(1); }
                    @DisabledOnOs(OS.MAC) void b() { Thread.sleep(1); asleep(); }
                }
                """);

        assertThat(sources.sleeps()).extracting(Sources.Place::line).containsExactly(2L, 3L);
        assertThat(sources.disabledTests())
                .extracting(Sources.Place::text)
                .satisfiesExactly(
                        first -> assertThat(first).contains("issue 7"),
                        second -> assertThat(second).contains("DisabledOnOs"));
    }

    private Sources parse(String source) throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), source);
        return Sources.parse(List.of(file));
    }
}
