package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK's Flight Recorder writes of real exchanges, read back from its file. */
@ExtendWith(LeakExtension.class)
class FlightTest {
    private static final int LIMIT = 100;
    private static final List<String> KINDS =
            List.of("Exchange", "QueueWait", "ConnectionOpened", "ConnectionClosed", "Downgrade");

    @TempDir
    @SuppressWarnings("NullAway") // set by JUnit
    private Path directory;

    private final OriginServer origin;
    private final Transport transport;

    FlightTest() throws IOException {
        origin = OriginServer.builder()
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .maxStreams(LIMIT)
                .start();
        transport = Transport.builder()
                .limits(Limits.DEFAULT.withGrowth(Growth.SINGLE))
                .sslContext(origin.authority().clientContext())
                .build();
    }

    /** The recorder starts threads of its own that outlive every recording. */
    @BeforeAll
    static void startRecorder() {
        try (Recording recording = new Recording()) {
            recording.start();
        }
    }

    @AfterEach
    void stop() throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
        origin.close();
    }

    private static Recording recording() {
        Recording recording = new Recording();
        KINDS.forEach(kind -> recording.enable("dev.clearway." + kind));
        return recording;
    }

    private List<Answer> send(int requests, OriginPort port, String path) {
        Request request = Requests.request(
                "GET", origin.uri(port, path), VersionPolicy.HTTP_2_OR_LOWER, RequestBody.NONE, Duration.ofSeconds(30));
        List<Answer> answers = IntStream.range(0, requests)
                .mapToObj(i -> {
                    Answer answer = new Answer();
                    transport.exchange(request, answer);
                    return answer;
                })
                .toList();
        return answers;
    }

    private Path written(Recording recording) throws IOException {
        Path file = directory.resolve("burst.jfr");
        recording.stop();
        recording.dump(file);
        return file;
    }

    private static List<RecordedEvent> events(Path file, String kind) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("dev.clearway." + kind))
                .toList();
    }

    @Test
    void burstOf150AtLimit100RecordsFiftyWaitsWithReasonAndDuration() throws Exception {
        send(1, OriginPort.TLS, "/whoami").get(0).await();
        try (Recording recording = recording()) {
            recording.start();
            send(150, OriginPort.TLS, "/delay/400?token=secret").forEach(Answer::await);
            Path file = written(recording);
            assertThat(events(file, "QueueWait")).hasSize(50).allSatisfy(event -> {
                assertThat(event.getString("reason")).isEqualTo("STREAM_LIMIT");
                assertThat(event.getBoolean("granted")).isTrue();
                assertThat(event.getLong("connection")).isEqualTo(1);
                assertThat(event.getDuration()).isGreaterThan(Duration.ofMillis(200));
                assertThat(event.getDuration("streamLimit")).isGreaterThan(Duration.ofMillis(200));
                assertThat(event.getDuration("connecting")).isZero();
            });
            assertThat(events(file, "Exchange")).hasSize(150).allSatisfy(event -> {
                assertThat(event.getString("origin"))
                        .isEqualTo(origin.uri(OriginPort.TLS).toString());
                assertThat(event.getString("path")).isEqualTo("/delay/400");
                assertThat(event.getString("protocol")).isEqualTo("HTTP/2");
                assertThat(event.getInt("status")).isEqualTo(200);
                assertThat(event.getString("failure")).isEmpty();
                assertThat(event.getDuration()).isGreaterThan(Duration.ofMillis(200));
                assertThat(event.getDuration("answering")).isGreaterThan(Duration.ofMillis(200));
                assertThat(event.getDuration("sending")).isGreaterThanOrEqualTo(Duration.ZERO);
            });
            assertThat(events(file, "Exchange"))
                    .filteredOn(event -> !event.getDuration("waited").isZero())
                    .hasSize(50);
            assertThat(printed(file, "QueueWait"))
                    .filteredOn(line -> line.startsWith("dev.clearway.QueueWait {"))
                    .hasSize(50);
            assertThat(printed(file, "QueueWait"))
                    .filteredOn(line -> line.strip().equals("reason = \"STREAM_LIMIT\""))
                    .hasSize(50);
        }
    }

    private static List<String> printed(Path file, String kind) throws IOException {
        Path jfr = Path.of(System.getProperty("java.home"), "bin", "jfr");
        Path printed = file.resolveSibling("printed.txt");
        Process process = new ProcessBuilder(
                        jfr.toString(), "print", "--events", "dev.clearway." + kind, file.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(process.onExit().join().exitValue()).isZero();
        try (Stream<String> lines = Files.lines(printed)) {
            return lines.toList();
        }
    }

    @Test
    void connectionsAndDowngradesAreRecorded() throws Exception {
        try (Recording recording = recording()) {
            recording.start();
            send(1, OriginPort.TLS_HTTP1, "/delay/30").get(0).await();
            stop();
            Path file = written(recording);
            assertThat(events(file, "ConnectionOpened")).singleElement().satisfies(event -> {
                assertThat(event.getString("protocol")).isEqualTo("HTTP/1.1");
                assertThat(event.getDuration("tls")).isPositive();
                assertThat(event.getDuration()).isGreaterThanOrEqualTo(event.getDuration("tls"));
            });
            assertThat(events(file, "Downgrade")).singleElement().satisfies(event -> {
                assertThat(event.getString("issuer")).contains("CN=");
                assertThat(event.getString("offered")).isEqualTo("h2,http/1.1");
                assertThat(event.getString("chosen")).isEqualTo("http/1.1");
                assertThat(event.getInt("concurrencyBefore")).isEqualTo(100);
                assertThat(event.getInt("concurrencyAfter")).isEqualTo(256);
            });
            assertThat(events(file, "ConnectionClosed")).singleElement().satisfies(event -> {
                assertThat(event.getLong("connection")).isEqualTo(1);
                assertThat(event.getDuration("age")).isGreaterThan(Duration.ofMillis(20));
            });
        }
    }

    @Test
    void failureIsRecordedWithItsTypeAndDelivery() throws Exception {
        try (Recording recording = recording()) {
            recording.enable("dev.clearway.Exchange").withoutThreshold();
            recording.start();
            Answer answer = send(1, OriginPort.TLS, "/delay/20000").get(0);
            answer.exchange().cancel();
            answer.awaitFailure();
            Path file = written(recording);
            assertThat(events(file, "Exchange"))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getString("failure"))
                            .isEqualTo(ExchangeCancelledException.class.getName()));
        }
    }

    @Test
    void quickExchangesAreLeftOut() throws Exception {
        send(1, OriginPort.TLS, "/whoami").get(0).await();
        try (Recording recording = recording()) {
            recording.enable("dev.clearway.Exchange").withThreshold(Duration.ofMinutes(1));
            recording.start();
            send(10, OriginPort.TLS, "/whoami").forEach(Answer::await);
            assertThat(events(written(recording), "Exchange")).isEmpty();
        }
    }
}
