package dev.clearway.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.server.RequestHead;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HeadsTest {
    private final Heads heads = new Heads("clearway-test");

    private static RequestHead head(String... fields) {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        return new RequestHead("GET", "http", "example.com", "/", "", headers, 0, false);
    }

    private Fields request(String... fields) {
        return heads.request(head(fields), "example.com", "HTTP/1.1");
    }

    @Test
    void whatIsOfOneConnectionStaysBehind() {
        Fields fields = request(
                "Connection", "close, X-Secret , keep-alive",
                "X-Secret", "1",
                "Keep-Alive", "timeout=5",
                "Proxy-Connection", "keep-alive",
                "Proxy-Authorization", "Basic eDp5",
                "Transfer-Encoding", "chunked",
                "Upgrade", "h2c",
                "HTTP2-Settings", "AAMAAABk",
                "TE", "gzip",
                "Accept", "*/*");

        assertThat(fields).hasToString("host: example.com\nAccept: */*\nvia: 1.1 clearway-test\n");
    }

    @Test
    void trailersAreAskedForWhereTheClientTakesThem() {
        assertThat(request("TE", "deflate, trailers").first("te")).isEqualTo("trailers");
        assertThat(request("TE", "deflate").first("te")).isNull();
    }

    @Test
    void crumbsOfCookiesAreJoined() {
        assertThat(request("cookie", "a=1", "cookie", "b=2").all("cookie")).containsExactly("a=1; b=2");
    }

    @Test
    void hostIsTheTargetsWhateverTheClientSent() {
        assertThat(request("Host", "other.example", "Host", "third.example").all("host"))
                .containsExactly("example.com");
    }

    @Test
    void anotherHopIsAddedToVia() {
        assertThat(request("Via", "1.0 first").all("via")).containsExactly("1.0 first", "1.1 clearway-test");
        assertThat(heads.response(Fields.of("via", "2 edge"), Protocol.HTTP_2).getAll("via"))
                .containsExactly("2 edge", "2 clearway-test");
    }

    @Test
    void aLoopIsSeen() {
        assertThat(heads.hasLoop(head("Via", "1.1 first, 2 Clearway-Test (comment)")))
                .isTrue();
        assertThat(heads.hasLoop(head("Via", "1.1 clearway-other, , x"))).isFalse();
        assertThat(heads.hasLoop(head())).isFalse();
    }

    @Test
    void answersLoseWhatIsOfOneConnection() {
        HttpHeaders fields = heads.response(
                Fields.of(
                        "Connection", "X-Hop",
                        "X-Hop", "1",
                        "Transfer-Encoding", "chunked",
                        "Proxy-Authenticate", "Basic",
                        "Content-Length", "5",
                        "Set-Cookie", "a=1",
                        "Set-Cookie", "b=2"),
                Protocol.HTTP_1_1);

        assertThat(fields.names())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .containsOnly("content-length", "set-cookie", "via");
        assertThat(fields.getAll("set-cookie")).containsExactly("a=1", "b=2");
    }

    @Test
    void lengthsThatContradictEachOtherAreRefused() {
        assertThatThrownBy(
                        () -> heads.response(Fields.of("content-length", "5", "content-length", "6"), Protocol.HTTP_2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> heads.response(Fields.of("content-length", "-5"), Protocol.HTTP_2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(heads.response(Fields.of("content-length", "5", "content-length", "5"), Protocol.HTTP_2)
                        .getAll("content-length"))
                .containsExactly("5");
    }

    @Test
    void answersThatWouldSplitAreRefused() {
        assertThatThrownBy(() -> heads.response(Fields.of("x", "a\r\nset-cookie: b=1"), Protocol.HTTP_2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void framingIsNoTrailer() {
        Fields trailers = Fields.of("content-length", "1", "transfer-encoding", "chunked", "grpc-status", "0");
        assertThat(Heads.trailers(trailers).names()).containsExactly("grpc-status");
    }
}
