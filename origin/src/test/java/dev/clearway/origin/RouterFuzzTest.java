package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.server.RequestHead;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Map;

/** Whatever target and fields a request has: it is answered, within bounds. */
class RouterFuzzTest {
    private static final String TIME = "2m";
    private static final int MOST = 300;

    private final Router router = new Router("fuzz", () -> "", Map.of());

    @FuzzTest(maxDuration = TIME)
    void target(FuzzedDataProvider data) {
        String method = data.pickValue(new String[] {"GET", "HEAD", "POST", "OPTIONS", "TRACE", "CONNECT"});
        Answer answer = answer(method, data.consumeRemainingAsString(), "", fields());
        assertThat(answer.status()).isBetween(200, 599);
        assertThat(answer.delayMillis()).isBetween(0L, 2 * Router.LONGEST_DELAY_MILLIS);
        assertThat(answer.length()).isBetween(-1L, Router.LARGEST_BODY);
    }

    @FuzzTest(maxDuration = TIME)
    void webSocket(FuzzedDataProvider data) {
        HttpHeaders fields = fields();
        fields.set("sec-websocket-version", data.consumeBoolean() ? "13" : data.consumeString(MOST));
        fields.set("sec-websocket-key", data.consumeBoolean() ? "dGhlIHNhbXBsZSBub25jZQ==" : data.consumeString(MOST));
        fields.set("sec-websocket-extensions", data.consumeRemainingAsString());
        Answer answer = answer("GET", "/ws/echo", "websocket", fields);
        assertThat(answer.status()).isIn(101, 400, 426);
    }

    private Answer answer(String method, String path, String upgrade, HttpHeaders fields) {
        RequestHead head = new RequestHead(method, "http", "a", path, upgrade, fields, 0, false);
        return router.answer(head, new OriginConnection(OriginPort.HTTP1, 12_345));
    }

    private static HttpHeaders fields() {
        return DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
    }
}
