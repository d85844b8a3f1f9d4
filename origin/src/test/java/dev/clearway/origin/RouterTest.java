package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.server.RequestHead;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request's head is answered with. */
class RouterTest {
    private final Router router = new Router(
            "blue",
            () -> "metrics",
            Map.of(
                    "/page/1.svg",
                    new Resource("image/svg+xml", "<svg/>", Duration.ofMillis(7)),
                    "/whoami",
                    new Resource("text/plain", "not asked", Duration.ZERO)));
    private final OriginConnection connection = new OriginConnection(OriginPort.HTTP1, 12_345);

    @ParameterizedTest
    @CsvSource({
        "/, INDEX, 200, 0",
        "/whoami, WHOAMI, 200, 0",
        "/whoami?x=1, WHOAMI, 200, 0",
        "/whoami?delay=7, WHOAMI, 200, 7",
        "/conn?x=1&delay=500, CONN, 200, 500",
        "/delay/0, DELAY, 200, 0",
        "/delay/3600000, DELAY, 200, 3600000",
        "/delay/10?delay=5, DELAY, 200, 15",
        "/bytes/1099511627776, BYTES, 200, 0",
        "/echo, ECHO, 200, 0",
        "/status/200, STATUS, 200, 0",
        "/status/599, STATUS, 599, 0",
        "/metrics, METRICS, 200, 0",
        "/events?count=1000000&interval=0&delay=3, EVENTS, 200, 3",
        "/early-hints?delay=20, EARLY_HINTS, 200, 20",
        "/trailers, TRAILERS, 200, 0",
        "/ws/echo, WS_ECHO, 426, 0",
        "/page/1.svg, RESOURCE, 200, 7",
        "/page/1.svg?v=2&delay=3, RESOURCE, 200, 10",
        "/page, NONE, 404, 0",
        "/nothing, NONE, 404, 0",
        "/whoami/, NONE, 404, 0",
        "/delay, NONE, 404, 0",
        "*, NONE, 404, 0",
        "'', NONE, 404, 0",
        "localhost:443, NONE, 404, 0",
    })
    void pathsLeadWhereTheyShould(String target, Route route, int status, long delay) {
        Answer answer = router.answer(head("GET", target), connection);
        assertThat(answer.route()).isEqualTo(route);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.delayMillis()).isEqualTo(delay);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/delay/",
                "/delay/-1",
                "/delay/3600001",
                "/delay/1.5",
                "/delay/1e3",
                "/delay/+5",
                "/delay/ 5",
                "/delay/99999999999999999999999999",
                "/delay/\u0661",
                "/delay/5/",
                "/whoami?delay=",
                "/whoami?delay=x",
                "/bytes/1099511627777",
                "/bytes/-1",
                "/bytes/0x10",
                "/status/199",
                "/status/600",
                "/status/abc",
                "/status/100",
                "/nothing?delay=x",
                "/events?count=0",
                "/events?count=1000001",
                "/events?interval=3600001",
            })
    void badParameterIsAnsweredWith400AndWhatIsWrong(String target) {
        Answer answer = router.answer(head("GET", target), connection);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(text(answer)).contains("must be a whole number from");
    }

    @Test
    void whatIsWrongIsQuotedHarmlessly() {
        Answer answer = router.answer(head("GET", "/delay/\u001b[31m<script>" + "x".repeat(8_000)), connection);
        assertThat(text(answer))
                .hasSizeLessThan(200)
                .matches("[\\x20-\\x7e]*\\n")
                .contains("?[31m<script>");
        assertThat(answer.contentType()).asString().startsWith("text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/whoami", "/conn", "/metrics"})
    void whatCanOnlyBeReadIsNotWritten(String target) {
        Answer answer = router.answer(head("POST", target), connection);
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.allow()).isEqualTo("GET, HEAD");
        assertThat(router.answer(head("HEAD", target), connection).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void someStatusesHaveNoBody(int status) {
        Answer answer = router.answer(head("GET", "/status/" + status), connection);
        assertThat(answer.isBodyless()).isTrue();
        assertThat(answer.length()).isZero();
    }

    @Test
    void connDescribesTheConnection() {
        connection.protocolChosen("HTTP/2");
        assertThat(text(router.answer(head("GET", "/conn"), connection)))
                .isEqualTo("{\"id\":\"" + connection.id() + "\",\"remotePort\":12345,\"protocol\":\"HTTP/2\"}\n");
    }

    @Test
    void echoKeepsTheContentType() {
        assertThat(router.answer(head("POST", "/echo", "content-type", "image/png"), connection)
                        .contentType())
                .isEqualTo("image/png");
        assertThat(router.answer(head("POST", "/echo"), connection).contentType())
                .hasToString("application/octet-stream");
    }

    @Test
    void connectionIdsDifferAndSortByAge() {
        String first = new OriginConnection(OriginPort.HTTP1, 1).id();
        String second = new OriginConnection(OriginPort.HTTP1, 1).id();
        assertThat(first).hasSize(13).matches("[0-9A-V]+").isLessThan(second);
    }

    private static RequestHead head(String method, String target, String... fields) {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        return new RequestHead(method, "http", "localhost", target, "", headers, 0, false);
    }

    private static String text(Answer answer) {
        return ((Answer.Text) answer.body()).buffer().toString(StandardCharsets.UTF_8);
    }
}
