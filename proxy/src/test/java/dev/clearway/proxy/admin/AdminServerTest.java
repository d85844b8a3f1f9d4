package dev.clearway.proxy.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is answered on the port of those who run a proxy. */
@ExtendWith(LeakExtension.class)
class AdminServerTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1:1", "[::1]:8080"})
    void pageIsGivenByANameOfLoopback(String host) throws Exception {
        assertThat(answer("GET", "/metrics", host)).startsWith("HTTP/1.1 200").endsWith("some_metric 1\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[::1].evil"})
    void pageIsNotGivenByAnotherName(String host) throws Exception {
        assertThat(answer("GET", "/metrics", host)).startsWith("HTTP/1.1 421").doesNotContain("some_metric");
    }

    @Test
    void otherPathsAndMethodsAreRefused() throws Exception {
        assertThat(answer("GET", "/", "localhost")).startsWith("HTTP/1.1 404").endsWith("/metrics\n");
        assertThat(answer("POST", "/metrics", "localhost")).startsWith("HTTP/1.1 405");
    }

    @Test
    void itListensOnLoopbackAlone() throws Exception {
        try (AdminServer server = AdminServer.start(0, Map.of())) {
            assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
        }
    }

    private static String answer(String method, String path, String host) throws IOException {
        try (AdminServer server = AdminServer.start(0, Map.of("/metrics", () -> "some_metric 1\n"));
                Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort())) {
            String head = method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
