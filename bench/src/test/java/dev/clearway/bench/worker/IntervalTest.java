package dev.clearway.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IntervalTest {
    @Test
    void intervalSurvivesTheWayToTheParent() {
        Interval interval = new Interval(
                1000, 2, 2_000_000_000L, 5_000_000, 1_000_000, 500_000, 3_000_000, 2_048_000, 11, 22, 33, 4, 0.25);

        assertThat(Interval.decode(interval.encode())).isEqualTo(interval);
        assertThat(interval.clientCpuMicros()).isEqualTo(5);
        assertThat(interval.serverCpuMicros()).isEqualTo(3);
        assertThat(interval.jitMicros()).isEqualTo(1);
        assertThat(interval.gcMicros()).isEqualTo(0.5);
        assertThat(interval.garbageBytes()).isEqualTo(2048);
        assertThat(interval.requestsPerSecond()).isEqualTo(500);
    }

    @Test
    void unknownShareSurvivesTheWayToTheParent() {
        Interval interval = new Interval(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, Double.NaN);

        assertThat(Interval.decode(interval.encode()).othersShare()).isNaN();
    }

    @Test
    void lineThatIsNoIntervalIsRefused() {
        assertThatThrownBy(() -> Interval.decode("1 2 3")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Interval.decode("a b c d e f g h i j k l m"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void optionsSurviveTheWayToTheWorker() {
        ClientSetup setup = new ClientSetup(Wire.H1_TLS, 8443, Path.of("a dir", "ca.pem"), 0, 64, 100, Tuning.DEFAULT);
        WorkerOptions plain = new WorkerOptions("raw", setup, 12, null);
        WorkerOptions profiled = new WorkerOptions("raw", setup, 12, Path.of("x=y.jfr"));

        assertThat(WorkerOptions.parse(plain.arguments().toArray(String[]::new)))
                .isEqualTo(plain);
        assertThat(WorkerOptions.parse(profiled.arguments().toArray(String[]::new)))
                .isEqualTo(profiled);
        assertThatThrownBy(() -> WorkerOptions.parse("client=raw")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WorkerOptions.parse("client")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void connectionsWantedFollowFromTheStreamLimit() {
        assertThat(setup(Wire.H2, 0, 400).connectionsWanted()).isEqualTo(4);
        assertThat(setup(Wire.H2, 0, 401).connectionsWanted()).isEqualTo(5);
        assertThat(setup(Wire.H1, 0, 64).connectionsWanted()).isEqualTo(64);
        assertThat(setup(Wire.H2, 2, 400).connectionsWanted()).isEqualTo(2);
    }

    private static ClientSetup setup(Wire wire, int connections, int inFlight) {
        return new ClientSetup(wire, 1, Path.of("ca.pem"), connections, inFlight, 100, Tuning.BEST);
    }

    @Test
    void failuresAreCountedByKindWithoutTheirNumbersOnOneLine() {
        Failures failures = new Failures();
        failures.add(new IOException("stream 123 reset\nby peer", new IllegalStateException("code 77")));
        failures.add(new IOException("stream 4567 reset\nby peer", new IllegalStateException("code 99")));

        assertThat(failures.count()).isEqualTo(2);
        assertThat(failures).hasToString("2 × IOException: stream N reset by peer <- IllegalStateException: code N");
    }

    @Test
    void withoutAnAnswerNothingIsKnownOfARequest() {
        Interval none = new Interval(0, 5, 1_000_000, 1_000, 0, 0, 1_000, 1_000, 0, 0, 0, 1, 0.5);

        assertThat(none.clientCpuMicros()).isNaN();
        assertThat(none.garbageBytes()).isNaN();
        assertThat(none.p50Millis()).isNaN();
        assertThat(none.requestsPerSecond()).isZero();
    }
}
