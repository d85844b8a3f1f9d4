package dev.clearway.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.server.RequestHead;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Whatever fields a head has: what is meant for one leg stays on it, and what opens a WebSocket is asked and answered once. */
class HeadsFuzzTest {
    private static final String TIME = "2m";
    private static final int MOST = 40;
    private static final String[] NAMES = {
        "connection",
        "keep-alive",
        "te",
        "transfer-encoding",
        "upgrade",
        "cookie",
        "host",
        "content-length",
        "via",
        "proxy-authorization",
        "x-other",
        "X-Other"
    };
    private static final Set<String> HOP_BY_HOP =
            Set.of("connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-authorization", "content-length");

    private final Heads heads = new Heads("fuzz");

    @FuzzTest(maxDuration = TIME)
    void request(FuzzedDataProvider data) {
        HttpHeaders from = fields(data);
        RequestHead head = new RequestHead("GET", "https", "a", "/", "", from, 0, false);
        heads.hasLoop(head);
        Fields to;
        try {
            to = heads.request(head, "a:1", "HTTP/1.1");
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(to.all("host")).containsExactly("a:1");
        assertThat(to.all("te")).isIn(List.of(), List.of("trailers"));
        assertThat(to.all("cookie")).hasSizeLessThan(2);
        assertThat(to.all("via")).last().asString().contains("fuzz");
        assertThat(names(to)).doesNotContainAnyElementsOf(HOP_BY_HOP);
        if (named(from).contains("x-other")) {
            assertThat(names(to)).doesNotContain("x-other");
        }
    }

    @FuzzTest(maxDuration = TIME)
    void response(FuzzedDataProvider data) {
        Fields.Builder from = Fields.builder(1);
        HttpHeaders to;
        try {
            fields(data).forEach(field -> from.add(field.getKey(), field.getValue()));
            to = heads.response(from.build(), Protocol.HTTP_1_1);
        } catch (IllegalArgumentException refused) {
            return;
        }
        assertThat(to.contains("connection") || to.contains("transfer-encoding") || to.contains("upgrade"))
                .isFalse();
        assertThat(to.getAll("content-length")).hasSizeLessThan(2).allMatch(length -> length.matches("[0-9]{1,18}"));
    }

    @FuzzTest(maxDuration = TIME)
    void webSocket(FuzzedDataProvider data) {
        boolean http2 = data.consumeBoolean();
        Protocol upstream = data.consumeBoolean() ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
        HttpHeaders asked =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        if (data.consumeBoolean()) {
            asked.set("sec-websocket-key", data.consumeString(MOST));
        }
        String accept = data.consumeRemainingAsString();
        RequestHead head = new RequestHead("GET", "https", "a", "/", "websocket", asked, 0, false);
        WebSocketHandshake handshake =
                Objects.requireNonNull(WebSocketHandshake.of(head, http2 ? "HTTP/2" : "HTTP/1.1"));

        HttpHeaders answered =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        answered.set("sec-websocket-accept", accept);
        try {
            int open = upstream == Protocol.HTTP_2 ? 200 : 101;
            assertThat(handshake.answered(upstream, open, answered)).isEqualTo(http2 ? 200 : 101);
            assertThat(answered.contains("sec-websocket-accept")).isNotEqualTo(http2);
        } catch (RefusedException wrongKey) {
            assertThat(upstream).isEqualTo(Protocol.HTTP_1_1);
        }
    }

    private static HttpHeaders fields(FuzzedDataProvider data) {
        HttpHeaders fields =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        while (data.remainingBytes() > 0) {
            fields.add(data.pickValue(NAMES), data.consumeString(MOST));
        }
        return fields;
    }

    private static Set<String> named(HttpHeaders fields) {
        Set<String> named = new TreeSet<>();
        for (String value : fields.getAll("connection")) {
            for (String name : value.split(",", -1)) {
                named.add(name.trim().toLowerCase(Locale.ROOT));
            }
        }
        return named;
    }

    private static Set<String> names(Fields fields) {
        Set<String> names = new TreeSet<>();
        fields.forEach((name, value) -> names.add(name.toString().toLowerCase(Locale.ROOT)));
        return names;
    }
}
