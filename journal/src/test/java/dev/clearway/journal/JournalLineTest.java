package dev.clearway.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalLineTest {
    private static final RequestLife WHOLE = RequestLife.of("7", "GET", "https://shop.example/ä/7?q=\"\u0007")
            .group("pm/https://shop.example")
            .issued(1_796_025_492_135_201L)
            .waits(Waits.of(Wait.CONNECTION_LIMIT, 1_300_417).plus(Wait.CONNECTING, 12))
            .timings(new Timings(1, 2, 3, 102, 247_880, 731))
            .status(200)
            .bytes(0, 12_000)
            .type("fetch")
            .priority("High")
            .page("page_1")
            .leg(new Leg("4", Protocol.HTTP_1, "http/1.1", "TLSv1.3", "CN=Lab", "127.0.0.1:8443", "127.0.0.1:8080"))
            .clientLeg(new Leg("1", Protocol.HTTP_2, "h2", "TLSv1.3", "", "127.0.0.1:50123", ""))
            .failure("cut by the client")
            .build();

    @Test
    void lineReadsBackAsItWasWritten() throws IOException {
        assertThat(read(JournalLine.write(WHOLE))).isEqualTo(WHOLE);
    }

    @Test
    void unknownPartsAreLeftOutAndStayUnknown() throws IOException {
        RequestLife bare = RequestLife.of("1", "GET", "http://a/").build();

        byte[] line = JournalLine.write(bare);

        assertThat(new String(line, UTF_8)).doesNotContain("issued", "waits", "connect\":", "status", "-1");
        assertThat(read(line)).isEqualTo(bare);
    }

    @Test
    void lineHasNoLineEndInside() {
        RequestLife life = RequestLife.of("1", "GET", "http://a/\r\n\u2028").build();

        assertThat(new String(JournalLine.write(life), UTF_8)).doesNotContain("\n", "\r");
    }

    @Test
    void randomLivesReadBackAsTheyWereWritten() throws IOException {
        long seed = 20_261_130;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int i = 0; i < 2_000; i++) {
            RequestLife life = random(random);
            assertThat(read(JournalLine.write(life)))
                    .as("seed %d, life %d", seed, i)
                    .isEqualTo(life);
        }
    }

    private static RequestLife random(RandomGenerator random) {
        Waits waits = Waits.NONE;
        for (Wait kind : Wait.values()) {
            waits = waits.plus(kind, random.nextLong(-5_000_000, 5_000_000));
        }
        return RequestLife.of(text(random), text(random), text(random))
                .group(text(random))
                .issued(random.nextBoolean() ? Timings.UNKNOWN : random.nextLong(4_000_000_000_000_000L))
                .waits(waits)
                .timings(
                        new Timings(part(random), part(random), part(random), part(random), part(random), part(random)))
                .status(random.nextInt(1_000))
                .bytes(part(random), part(random))
                .type(text(random))
                .page(text(random))
                .leg(leg(random))
                .clientLeg(random.nextBoolean() ? leg(random) : null)
                .failure(text(random))
                .build();
    }

    private static Leg leg(RandomGenerator random) {
        Protocol protocol = List.of(Protocol.values()).get(random.nextInt(Protocol.values().length));
        return new Leg(text(random), protocol, text(random), text(random), text(random), text(random), text(random));
    }

    private static long part(RandomGenerator random) {
        return random.nextInt(3) == 0 ? Timings.UNKNOWN : random.nextLong(100_000_000_000L);
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.appendCodePoint(random.nextInt(8) == 0 ? random.nextInt(0x20) : random.nextInt(0x20, 0xD800));
        }
        return text.toString();
    }

    @Test
    void membersOfLaterVersionsAreSkipped() throws IOException {
        String line = "{\"journal\":1,\"id\":\"1\",\"new\":{\"a\":[1,{}]},\"waits\":{\"NEW\":1,\"STREAM_LIMIT\":0.5},"
                + "\"leg\":{\"protocol\":\"h2\",\"new\":[]},\"status\":204}";

        RequestLife life = read(line.getBytes(UTF_8));

        assertThat(life.waits()).isEqualTo(Waits.of(Wait.STREAM_LIMIT, 500_000));
        assertThat(life.leg().protocol()).isEqualTo(Protocol.HTTP_2);
        assertThat(life.status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"id\":\"1\"}",
                "{\"journal\":2,\"id\":\"1\"}",
                "{\"journal\":1,\"id\":1}",
                "{\"journal\":1,\"send\":-1}",
                "{\"journal\":1,\"send\":\"x\"}",
                "{\"journal\":1,\"send\":1e400}",
                "{\"journal\":1,\"issued\":\"yesterday\"}",
                "{\"journal\":1,\"issued\":\"+999999999-12-31T00:00:00Z\"}",
                "{\"journal\":1,\"leg\":[]}",
                "{\"journal\":1,\"waits\":3}",
                "{\"journal\":1,\"status\":99999999999999999999999999999999999999999999}",
                "{\"journal\":1,\"id\":\"",
            })
    void whatIsNotALineIsRefused(String line) {
        assertThatThrownBy(() -> read(line.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }

    @Test
    void deepNestingIsRefused() {
        String line = "{\"journal\":1,\"x\":" + "[".repeat(100_000);

        assertThatThrownBy(() -> read(line.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }

    @Test
    void writerPutsEachLineInOneWrite() throws IOException {
        List<Integer> writes = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] b, int off, int len) {
                writes.add(len);
                super.write(b, off, len);
            }
        };
        try (JournalWriter journal = JournalWriter.on(bytes)) {
            journal.write(WHOLE);
            journal.write(WHOLE);
        }

        assertThat(writes).hasSize(2);
        assertThat(bytes.toString(UTF_8).lines()).hasSize(2);
    }

    @Test
    void journalIsAppendedTo(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("journal.jsonl");
        for (int i = 0; i < 2; i++) {
            try (JournalWriter journal = JournalWriter.to(file)) {
                journal.write(WHOLE);
            }
        }

        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .allSatisfy(line -> assertThat(read(line.getBytes(UTF_8))).isEqualTo(WHOLE));
    }

    private static RequestLife read(byte[] line) throws IOException {
        return JournalLine.read(line, 0, line.length);
    }
}
