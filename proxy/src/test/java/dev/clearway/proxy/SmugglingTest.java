package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that two readers may read in two ways: refused, and nothing of them reaches the upstream. */
class SmugglingTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    static OriginServer origin;
    static ProxyServer proxy;

    @BeforeAll
    static void start() throws Exception {
        origin = OriginServer.builder().listen(OriginPort.HTTP1, 0).start();
        proxy = ProxyServer.start(TestParts.settings().build());
    }

    @AfterAll
    static void stop() {
        proxy.close();
        origin.close();
    }

    static Stream<String> ambiguous() {
        String hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";
        return Stream.of(
                "POST T/echo HTTP/1.1\r\nHost: H\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                        + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd" + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nContent-Length: +4\r\n\r\nabcd" + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + hidden,
                "POST T/echo HTTP/1.1\r\nHost: H\r\nX: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
                "GET T/whoami HTTP/1.1\r\nHost: H\r\nHost: other\r\n\r\n",
                "GET T/whoami HTTP/1.1\r\nHost: H\r\nX: a\rb\r\n\r\n",
                "GET T/whoami HTTP/1.1\r\nHost: H\r\nX: a\u0000b\r\n\r\n",
                "GET T/who ami HTTP/1.1\r\nHost: H\r\n\r\n",
                "GET T/whoami#fragment HTTP/1.1\r\nHost: H\r\n\r\n",
                "GET http://user@T2/whoami HTTP/1.1\r\nHost: H\r\n\r\n",
                "GET ftp://T2/whoami HTTP/1.1\r\nHost: H\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("ambiguous")
    void ambiguousRequestsAreRefused(String text) throws Exception {
        String host = "127.0.0.1:" + origin.port(OriginPort.HTTP1);
        long before = origin.stats().requests();
        try (RawClient client = RawClient.connect(proxy.address().getPort())) {
            client.send(text.replace("T2", host)
                    .replace(" T/", " http://" + host + "/")
                    .replace("Host: H\r", "Host: " + host + "\r"));

            assertThat(client.answer().status()).isEqualTo(400);
            assertThat(client.hasEnded()).isTrue();
        }
        assertThat(origin.stats().requests()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("chunked")
    void chunksArePassedOnInTheProxysOwnFraming(String text) throws Exception {
        String host = "127.0.0.1:" + origin.port(OriginPort.HTTP1);
        try (RawClient client = RawClient.connect(proxy.address().getPort())) {
            client.send(text.replace("T/", "http://" + host + "/").replace("H\r", host + "\r"));
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("abcd");
        }
    }

    static Stream<String> chunked() {
        return Stream.of(
                "POST T/echo HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
                "POST T/echo HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\nX: y\r\n\r\n",
                "POST T/echo HTTP/1.1\r\nHost: H\r\nContent-Length: 4\r\n\r\nabcd");
    }
}
