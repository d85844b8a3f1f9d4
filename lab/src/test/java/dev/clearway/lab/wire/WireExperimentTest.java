package dev.clearway.lab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.child.OriginProcess;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The experiments on the wire with little to do: what they measure is right in kind; how much is for a quiet machine. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WireExperimentTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("junit-jupiter-timeout");

    private static OriginProcess servers;

    @BeforeAll
    static void start() throws IOException {
        servers = OriginProcess.start();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Test
    void flowShowsTheDownloadsAndThePriorityThatTheServerTook() throws IOException {
        FlowExperiment.Volume little = new FlowExperiment.Volume(3, Duration.ofMillis(5), 2, 64 << 10);
        WireResult result = new FlowExperiment(little).run(servers);
        assertThat(result.rows()).hasSize(5).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.columns()));
        assertThat(result.figures())
                .hasSize(15)
                .containsEntry("alone.downloadMegabytesPerSecond", 0.0)
                .allSatisfy((name, value) -> assertThat(value).as(name).isFinite());
        // A round trip through the relay is what each request takes at least.
        assertThat(result.figures().get("alone.p50Seconds")).isGreaterThanOrEqualTo(0.05);
        assertThat(result.claims())
                .filteredOn(claim -> claim.text().contains("priorities that are sent"))
                .singleElement()
                .satisfies(claim -> assertThat(claim.holds()).isTrue())
                .satisfies(claim -> assertThat(claim.text()).contains("it says u=1, and nothing where none is"));
    }

    @Test
    void lossComparesThreeWaysToShareConnections() throws IOException {
        WireResult result = new LossExperiment(20).run(servers);
        assertThat(result.rows())
                .extracting(row -> row.get(0))
                .containsExactly("one HTTP/2 connection", "two HTTP/2 connections", "six HTTP/1.1 connections");
        assertThat(result.figures())
                .hasSize(9)
                .allSatisfy(
                        (name, value) -> assertThat(value).as(name).isFinite().isNotNegative());
        // The relay's round trip and the server's 5 ms.
        assertThat(result.figures().get("http2x1.p50Seconds")).isGreaterThanOrEqualTo(0.025);
        assertThat(result.lines()).anyMatch(line -> line.contains("slower than 100 ms"));
    }
}
