package dev.clearway.lab.page.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.analysis.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol on its pipe, with a script in place of the browser. */
class DevToolsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final PipedOutputStream browser = new PipedOutputStream();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private DevTools devTools;

    @BeforeEach
    void open() throws IOException {
        devTools = new DevTools(new PipedInputStream(browser), told, () -> " with exit code 7");
    }

    @AfterEach
    void close() throws IOException {
        browser.close();
    }

    private void says(String message) throws IOException {
        browser.write(message.getBytes(UTF_8));
        browser.write(0);
        browser.flush();
    }

    @Test
    void answersFindTheirCommands() throws Exception {
        CompletableFuture<Json> first = devTools.send("", "First", Parameters.NONE);
        CompletableFuture<Json> second =
                devTools.send("S", "Second", Parameters.of("url", "\"\u00e9\"").and("flat", true));
        says("{\"id\":2,\"result\":{\"x\":2}}");
        says("not json");
        says("{\"id\":99,\"result\":{}}");
        says("{\"id\":1,\"result\":{\"x\":1}}");
        assertThat(first.get(60, TimeUnit.SECONDS).get("x").integer(0)).isEqualTo(1);
        assertThat(second.get(60, TimeUnit.SECONDS).get("x").integer(0)).isEqualTo(2);
        assertThat(told.toString(UTF_8))
                .isEqualTo("{\"id\":1,\"method\":\"First\",\"params\":{}}\0"
                        + "{\"id\":2,\"method\":\"Second\",\"sessionId\":\"S\",\"params\":{\"url\":\"\\\"\u00e9\\\"\","
                        + "\"flat\":true}}\0");
    }

    @Test
    void eventsAreToldInTheirOrder() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        devTools.listener((method, event, session) ->
                events.add(method + " " + event.get("n").text() + " " + session));
        CompletableFuture<Json> last = devTools.send("", "Last", Parameters.NONE);
        for (int i = 0; i < 100; i++) {
            says("{\"method\":\"E\",\"params\":{\"n\":" + i + "},\"sessionId\":\"S\"}");
        }
        says("{\"id\":1,\"result\":{}}");
        last.get(60, TimeUnit.SECONDS);
        assertThat(events).hasSize(100).startsWith("E 0 S", "E 1 S").endsWith("E 99 S");
    }

    @Test
    void errorIsTheCommandsOwn() throws Exception {
        says("{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"'Odd' wasn't found\"}}");
        CompletableFuture<Json> odd = devTools.send("", "Odd", Parameters.NONE);
        says("{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"'Odd' wasn't found\"}}");
        assertThatThrownBy(() -> odd.get(60, TimeUnit.SECONDS)).hasMessageContaining("'Odd' wasn't found");
    }

    @Test
    void endOfTheBrowserEndsWhatIsAwaited() throws Exception {
        CompletableFuture<Json> waiting = devTools.send("", "Waiting", Parameters.NONE);
        browser.close();
        assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("the browser has ended with exit code 7");
        assertThatThrownBy(() -> devTools.call("", "Late", Parameters.NONE, PATIENCE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the browser has ended");
        assertThat(devTools.ended()).isTrue();
    }
}
