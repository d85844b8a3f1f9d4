package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.lab.LabReport;
import dev.clearway.lab.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTargetTest {
    private static final LabReport REPORT = new LabReport(new Machine(2, 0.5, "17", "JDK", "NIO"), List.of(), 0);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Screen out = new Screen(bytes, StandardCharsets.UTF_8, false, 80);

    @TempDir
    Path directory;

    @Test
    void fileAppearsWholeAndAlone() throws IOException {
        Path file = directory.resolve("results.json");
        try (JsonTarget target = JsonTarget.of(file.toString(), out)) {
            assertThat(file).as("before the end").doesNotExist();
            target.write(REPORT);
        }
        assertThat(file).content().startsWith("{").contains("\"scenarios\"").endsWith("}\n");
        assertThat(names()).containsExactly("results.json");
    }

    @Test
    void earlierFileStaysWhereNothingIsWritten() throws IOException {
        Path file = Files.writeString(directory.resolve("results.json"), "earlier");
        JsonTarget.of(file.toString(), out).close();
        assertThat(file).hasContent("earlier");
        assertThat(names()).containsExactly("results.json");
    }

    @Test
    void linkIsFollowedAndKept() throws IOException {
        Path file = Files.writeString(directory.resolve("results.json"), "earlier");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (JsonTarget target = JsonTarget.of(link.toString(), out)) {
            target.write(REPORT);
        }
        assertThat(link).isSymbolicLink();
        assertThat(file).content().startsWith("{");
    }

    @Test
    void dashIsStandardOutput() throws IOException {
        try (JsonTarget target = JsonTarget.of("-", out)) {
            target.write(REPORT);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("{").endsWith("}\n");
    }

    @Test
    void directoryIsNoFile() {
        assertThatThrownBy(() -> JsonTarget.of(directory.toString(), out))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is a directory");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
