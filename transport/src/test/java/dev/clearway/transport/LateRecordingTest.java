package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A JVM of its own, in which nobody records at first: what has been loaded once stays so. */
@ExtendWith(LeakExtension.class)
class LateRecordingTest {
    private static final String LOADED = "dev.clearway.transport.flight.ExchangeEvent source";

    @Test
    void kindsAreRegisteredOnlyOnceSomebodyRecords(@TempDir Path directory) throws Exception {
        Path printed = directory.resolve("printed.txt");
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.HTTP1, 0).start()) {
            Process child = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xlog:class+load:stdout",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Child.class.getName(),
                            origin.uri(OriginPort.HTTP1, "/whoami").toString(),
                            directory.resolve("late.jfr").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            assertThat(child.onExit().get(2, TimeUnit.MINUTES).exitValue())
                    .as(() -> lines(printed).toString())
                    .isZero();
        }
        List<String> lines = lines(printed);
        int recorded = lines.indexOf(Child.RECORDS);
        assertThat(recorded).isPositive();
        assertThat(lines.subList(0, recorded)).noneMatch(line -> line.contains(LOADED));
        assertThat(lines.subList(recorded, lines.size())).anyMatch(line -> line.contains(LOADED));
        assertThat(RecordingFile.readAllEvents(directory.resolve("late.jfr")))
                .filteredOn(event -> event.getEventType().getName().equals("dev.clearway.Exchange"))
                .hasSize(1);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Sends a request, begins to record, and sends another. */
    static final class Child {
        static final String RECORDS = "somebody records from here on";

        public static void main(String[] arguments) throws Exception {
            Transport transport = Transport.builder().build();
            send(transport, arguments[0]);
            System.out.println(RECORDS);
            try (Recording recording = new Recording()) {
                recording.enable("dev.clearway.Exchange").withoutThreshold();
                recording.start();
                send(transport, arguments[0]);
                transport.shutdown();
                transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
                recording.dump(Path.of(arguments[1]));
            }
        }

        private static void send(Transport transport, String uri) {
            Answer answer = new Answer();
            transport.exchange(Requests.http1(URI.create(uri)), answer);
            answer.await();
        }
    }
}
