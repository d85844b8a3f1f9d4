package dev.clearway.bench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingRunTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void netlogIsJudgedInAProcessOfItsOwn() throws IOException, InterruptedException {
        RecordingRun.Result result = run().netlog(20_000);

        assertThat(result.requests()).isBetween(20_000L / 120, 20_000L / 90);
        assertThat(result.findings()).isPositive();
        assertThat(result.dropped()).isZero();
        assertThat(folder).isDirectoryNotContaining("glob:**.json");
    }

    @Test
    void harFileIsJudgedInAProcessOfItsOwn() throws IOException, InterruptedException {
        RecordingRun.Result result = run().har(2, 1_000);

        assertThat(result.bytes()).isBetween(2_000_000L, 2_010_000L);
        assertThat(result.requests()).isGreaterThan(500);
        assertThat(result.findings()).isPositive();
        assertThat(result.heapBytes()).isLessThan(200_000_000);
    }

    private RecordingRun run() {
        return new RecordingRun(folder, "128m", message -> {});
    }
}
