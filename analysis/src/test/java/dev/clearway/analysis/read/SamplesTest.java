package dev.clearway.analysis.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Samples;
import dev.clearway.analysis.model.Recording;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What must hold of every sample, whatever it is. */
class SamplesTest {
    /** Files of which nothing can be judged. */
    private static final Set<String> UNREADABLE =
            Set.of("broken-not-json.har", "lab-chromium156-bounded-killed-placeholder.json");

    @Test
    void everySampleIsReadOrRefusedWithAReason() throws IOException {
        List<Path> samples = Samples.all();
        assertThat(samples).hasSizeGreaterThan(50);
        for (Path sample : samples) {
            String name = sample.getFileName().toString();
            try {
                invariants(Recordings.read(sample, ReadOptions.DEFAULT));
                assertThat(UNREADABLE).doesNotContain(name);
            } catch (UnreadableException e) {
                assertThat(UNREADABLE).as("%s: %s", name, e.getMessage()).contains(name);
                assertThat(e).hasMessageMatching("(?s)[A-Z].{20,}\\.");
            }
        }
    }

    private static void invariants(Recording recording) {
        String name = recording.name();
        List<RequestLife> requests = recording.requests();
        Set<String> ids = requests.stream().map(RequestLife::id).collect(Collectors.toSet());
        assertThat(ids).as(name).hasSameSizeAs(requests);
        assertThat(recording.extent().records())
                .as(name)
                .isGreaterThanOrEqualTo(recording.requests().size());
        long last = Long.MIN_VALUE;
        for (RequestLife life : requests) {
            assertThat(life.url()).as(name).doesNotContainPattern("\\?[^…]").doesNotContain("#");
            assertThat(life.waits().total()).as("%s %s", name, life).isBetween(0L, 864_000_000_000L);
            assertThat(parts(life.timings())).as("%s %s", name, life).allMatch(part -> part >= Timings.UNKNOWN);
            if (life.dated()) {
                assertThat(life.issuedMicros()).as(name).isGreaterThanOrEqualTo(last);
                last = life.issuedMicros();
            }
            String connection = life.leg().connection();
            if (!connection.isEmpty()) {
                assertThat(recording.connections()).as(name).containsKey(connection);
            }
        }
        assertThat(recording.stalls())
                .as(name)
                .allSatisfy(stall -> assertThat(stall.evidence().pointer()).isNotEmpty());
    }

    private static List<Long> parts(Timings t) {
        return List.of(t.resolve(), t.connect(), t.tls(), t.send(), t.firstByte(), t.receive());
    }
}
