package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameAttack;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Floods of frames, each ended as the defaults owe it, while another client is served. */
@ExtendWith(LeakExtension.class)
class FloodTest {
    private final Script script = new Script();
    private TestServer server;
    private FrameClient client;
    private FrameClient bystander;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.http2(script);
        client = FrameClient.connect(server.port());
        bystander = FrameClient.connect(server.port());
    }

    @AfterEach
    void bystanderIsUnharmed() throws IOException {
        bystander.get(1, "/x").flush();
        assertThat(bystander.awaitStatus(1)).isEqualTo("200");
        Eventually.holds(() -> script.open() == 0);
        bystander.close();
        client.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void attackIsEndedAndBounded(FrameAttack attack) {
        attack.send(client);
        assertThat(client.awaitGoAwayAndEnd()).isIn(attack.ends());
        assertThat(script.mostOpen()).isLessThanOrEqualTo(100);
    }

    @Test
    void clientsThatResetBeginNoMoreThanTheyMayReset() {
        FrameAttack.RAPID_RESETS.send(client);
        assertThat(client.awaitGoAwayAndEnd()).isPositive();
        assertThat(script.begun()).isLessThanOrEqualTo(201);
    }

    @Test
    void headsThatDoNotEndBeginNothing() {
        FrameAttack.ENDLESS_HEAD_OF_SMALL_FRAMES.send(client);
        assertThat(client.awaitGoAwayAndEnd()).isPositive();
        assertThat(script.begun()).isZero();
    }

    @Test
    void framesThatComeWithRequestsAreNoFlood() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxIdleFrames(100).build();
        try (TestServer strict = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient honest = FrameClient.connect(strict.port())) {
            for (int stream = 1; stream < 600; stream += 2) {
                honest.queue(new Http2Frame(0x10, 0, 0, new byte[] {0, 0, 0, 1}))
                        .queue(Http2Frames.ping(stream))
                        .get(stream, "/x")
                        .flush();
                assertThat(honest.awaitEnd(stream).endsStream()).isTrue();
            }
        }
    }

    @Test
    void headerListThatUnpacksToMegabytes() throws Exception {
        String large = "b".repeat(3_900);
        client.headers(1, Http2Frame.END_STREAM, ":method", "GET", ":path", "/x", "bomb", large)
                .flush();
        assertThat(client.awaitStatus(1)).isEqualTo("200");
        byte[] head = client.block(3, ":method", "GET", ":path", "/x");
        byte[] reference = client.block(3, "bomb", large);
        assertThat(reference).hasSize(1);
        byte[] bomb = Arrays.copyOf(head, head.length + 16_000);
        Arrays.fill(bomb, head.length, bomb.length, reference[0]);
        client.queue(Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_STREAM | Http2Frame.END_HEADERS, 3, bomb))
                .flush();
        assertThat(client.awaitStatus(3)).isEqualTo("431");
        client.headers(5, Http2Frame.END_STREAM, ":method", "GET", ":path", "/x", "bomb", large)
                .flush();
        assertThat(client.awaitStatus(5)).as("the compression is intact").isEqualTo("200");
    }

    @Test
    void headerFieldsInThousands() throws Exception {
        String[] fields = new String[600];
        Arrays.setAll(fields, i -> i % 2 == 0 ? "f" + i : "v");
        fields[0] = ":method";
        fields[1] = "GET";
        fields[2] = ":path";
        fields[3] = "/x";
        client.headers(1, Http2Frame.END_STREAM, fields).get(3, "/x").flush();
        assertThat(client.awaitStatus(1)).isEqualTo("431");
        assertThat(client.awaitStatus(3)).isEqualTo("200");
        assertThat(script.begun()).isEqualTo(1);
    }
}
