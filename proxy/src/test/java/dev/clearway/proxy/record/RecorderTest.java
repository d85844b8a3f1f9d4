package dev.clearway.proxy.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.clearway.journal.JournalLine;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What journals and HAR files hold, and what they never do. */
class RecorderTest {
    private static final String SECRET = "s3cr3t";

    @TempDir
    private Path directory;

    @Test
    void journalHoldsBothLegsWaitsTimesAndSizes() throws Exception {
        RequestLife life = journal(Ended.request(3)).get(0);
        assertThat(life.id()).isEqualTo("3");
        assertThat(life.method()).isEqualTo("GET");
        assertThat(life.url()).isEqualTo("https://shop.example/api/3");
        assertThat(life.waits().of(Wait.STREAM_LIMIT)).isEqualTo(700_000);
        assertThat(life.waits().total()).isEqualTo(700_000);
        assertThat(life.timings())
                .isEqualTo(new Timings(Timings.UNKNOWN, Timings.UNKNOWN, Timings.UNKNOWN, 10_000, 1_100_000, 190_000));
        assertThat(life.doneMicros() - life.issuedMicros()).isEqualTo(2_000_000);
        assertThat(life.status()).isEqualTo(200);
        assertThat(life.responseBytes()).isEqualTo(4_711);
        assertThat(life.type()).isEqualTo("fetch");
        assertThat(life.priority()).isEqualTo("u=1, i");
        assertThat(life.leg().connection()).isEqualTo("12");
        assertThat(life.leg().protocol()).isEqualTo(Protocol.HTTP_2);
        Leg client = Objects.requireNonNull(life.clientLeg());
        assertThat(client).isEqualTo(new Leg("7", Protocol.HTTP_2, "h2", "TLSv1.3", "", "127.0.0.1:5000", ""));
        assertThat(life.failure()).isEmpty();
    }

    @Test
    void openingAConnectionOfItsOwnIsNoWait() throws Exception {
        ConnectTimings opened = new ConnectTimings(Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(400));
        ProxiedRequest request = Ended.request(
                3,
                "https://shop.example/",
                Ended.exchange(Map.of(WaitReason.CONNECTING, Duration.ofMillis(700)), opened),
                CutBy.NOBODY,
                "");
        RequestLife life = journal(request).get(0);
        assertThat(life.waits().total()).isZero();
        assertThat(life.timings().connect()).isEqualTo(300_000);
        assertThat(life.timings().tls()).isEqualTo(400_000);
        assertThat(life.doneMicros() - life.issuedMicros()).isEqualTo(2_000_000);
    }

    @Test
    void whoCutItAndWhyIsTold() throws Exception {
        List<RequestLife> lives = journal(
                Ended.request(1, "https://shop.example/", null, CutBy.PROXY, "the queue\r\nis full"),
                Ended.request(2, "https://shop.example/", Ended.exchange(), CutBy.CLIENT, ""),
                Ended.request(3, "https://shop.example/", Ended.exchange(), CutBy.UPSTREAM, "reset"));
        assertThat(lives)
                .extracting(RequestLife::failure)
                .containsExactly(
                        "cut off by the proxy: the queue is full",
                        "cut off by the client",
                        "cut off by the upstream: reset");
        assertThat(lives.get(0).leg()).isEqualTo(Leg.UNKNOWN);
        assertThat(lives.get(0).timings().firstByte()).isEqualTo(1_900_000);
    }

    @Test
    void tunnelIsALineToo() throws Exception {
        Path file = directory.resolve("journal");
        try (Recorder recorder = Recorder.open(file, null, null)) {
            recorder.tunnelClosed(Ended.tunnel(4));
        }
        RequestLife life = lines(file).get(0);
        assertThat(life.method()).isEqualTo("CONNECT");
        assertThat(life.url()).isEqualTo("https://bank.example:443");
        assertThat(life.responseBytes()).isEqualTo(4_242);
        assertThat(life.doneMicros() - life.issuedMicros()).isEqualTo(2_500_000);
    }

    @Test
    void journalIsAppendedTo() throws Exception {
        journal(Ended.request(1));
        assertThat(journal(Ended.request(2))).extracting(RequestLife::id).containsExactly("1", "2");
    }

    @Test
    void noSecretIsWritten() throws Exception {
        Path journal = directory.resolve("journal");
        Path har = directory.resolve("har");
        try (Recorder recorder = Recorder.open(journal, har, null)) {
            recorder.requestEnded(Ended.request(
                    1,
                    "https://ann:" + SECRET + "@shop.example/a?" + SECRET,
                    Ended.exchange(),
                    CutBy.UPSTREAM,
                    "no answer: GET https://shop.example/a;jsessionid=" + SECRET + "; never sent"));
        }
        assertThat(Files.readString(journal)).doesNotContain(SECRET).contains("https://shop.example/a?…");
        assertThat(Files.readString(har))
                .doesNotContain(SECRET)
                .contains("\"Authorization\"")
                .contains("[redacted]")
                .contains("application/json");
    }

    @Test
    void harIsWholeEvenWithNoEntry() throws Exception {
        Path har = directory.resolve("empty.har");
        Recorder.open(null, har, null).close();
        assertThat(values(har, "version")).startsWith("1.2");
        assertThat(values(har, "url")).isEmpty();
    }

    @Test
    void harHasWhatTheFormatAsksForAndOurWaits() throws Exception {
        Path har = directory.resolve("some.har");
        try (Recorder recorder = Recorder.open(null, har, null)) {
            for (int i = 0; i < 1_000; i++) {
                recorder.requestEnded(Ended.request(i));
            }
        }
        assertThat(values(har, "url")).hasSize(1_000).contains("https://shop.example/api/999");
        assertThat(values(har, "startedDateTime")).hasSize(1_000).contains(Ended.AT.toString());
        assertThat(values(har, "time")).hasSize(1_000).containsOnly("2000.000");
        assertThat(values(har, "blocked")).containsOnly("700.000");
        assertThat(values(har, "STREAM_LIMIT")).containsOnly("700.000");
        assertThat(values(har, "wait")).containsOnly("1100.000");
        assertThat(values(har, "httpVersion")).hasSize(2_000).containsOnly("HTTP/2");
        for (String name : List.of("headersSize", "status", "receive", "send", "mimeType", "redirectURL")) {
            assertThat(values(har, name)).as(name).hasSizeGreaterThanOrEqualTo(1_000);
        }
    }

    @Test
    void filesAreTheOwnersAloneAndTheHarAppearsAtTheEnd() throws Exception {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions here");
        Path journal = directory.resolve("journal");
        Path har = directory.resolve("some.har");
        try (Recorder recorder = Recorder.open(journal, har, null)) {
            recorder.requestEnded(Ended.request(1));
            assertThat(har).doesNotExist();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files)
                        .hasSize(2)
                        .allSatisfy(file -> assertThat(rights(file)).isEqualTo("rw-------"));
            }
        }
        assertThat(rights(har)).isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(journal, har);
        }
    }

    @Test
    void whatCannotBeWrittenIsRefusedAtOnceAndLeavesNothing() throws Exception {
        Path nowhere = directory.resolve("no/such/directory/file");
        Path har = directory.resolve("some.har");
        assertThatThrownBy(() -> Recorder.open(null, nowhere, null)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Recorder.open(nowhere, har, null)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Recorder.open(null, directory, null)).isInstanceOf(IOException.class);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void moreThanTheDiskTakesIsLeftOutAndCounted() throws Exception {
        Path journal = directory.resolve("journal");
        Recorder recorder = Recorder.open(journal, null, null);
        String large = "https://shop.example/" + "x".repeat(60_000);
        for (int i = 0; i < 20_000; i++) {
            recorder.requestEnded(Ended.request(i, large, null, CutBy.NOBODY, ""));
        }
        recorder.close();
        assertThat(recorder.written() + recorder.leftOut()).isEqualTo(20_000);
        assertThat(lines(journal)).hasSize((int) recorder.written());
    }

    @Test
    void oneObserverThatFailsKeepsNothingFromTheOthers() throws Exception {
        Path journal = directory.resolve("journal");
        try (Recorder recorder = Recorder.open(journal, null, null)) {
            ProxyObserver broken = new ProxyObserver() {
                @Override
                public void requestEnded(ProxiedRequest request) {
                    throw new IllegalStateException("broken");
                }
            };
            ObserverList.of(List.of(broken, recorder)).requestEnded(Ended.request(1));
        }
        assertThat(lines(journal)).hasSize(1);
    }

    private List<RequestLife> journal(ProxiedRequest... requests) throws IOException {
        Path file = directory.resolve("journal");
        try (Recorder recorder = Recorder.open(file, null, null)) {
            for (ProxiedRequest request : requests) {
                recorder.requestEnded(request);
            }
        }
        return lines(file);
    }

    private static List<RequestLife> lines(Path file) throws IOException {
        List<RequestLife> lives = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            byte[] bytes = line.getBytes(UTF_8);
            lives.add(JournalLine.read(bytes, 0, bytes.length));
        }
        return lives;
    }

    /** The values of all members of that name, wherever they stand. */
    private static List<String> values(Path file, String name) throws IOException {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
            while (parser.nextToken() != null) {
                if (name.equals(parser.currentName()) && parser.currentToken().isScalarValue()) {
                    found.add(parser.getText());
                }
            }
        }
        return found;
    }

    private static String rights(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
