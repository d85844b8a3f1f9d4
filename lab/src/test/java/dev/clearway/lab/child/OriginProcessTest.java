package dev.clearway.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class OriginProcessTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringThreads("junit-jupiter-timeout");

    @Test
    void serverCountsFromItsMarkOn() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (OriginProcess process = OriginProcess.start();
                RemoteOrigin origin = process.open(100)) {
            get(client, origin.address(Wire.H1), "/delay/300");
            origin.mark();
            get(client, origin.address(Wire.H1), "/delay/20");
            get(client, origin.address(Wire.H1), "/delay/20");
            ServerFigures figures = origin.read();
            assertThat(figures.requests()).isEqualTo(2);
            assertThat(figures.connections()).isEqualTo(1);
            assertThat(figures.longestSeconds()).isBetween(0.02, 0.29);
            assertThat(figures.cpuSeconds()).isNotNegative();
        }
    }

    @Test
    void serversOfOneProcessAreApart() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (OriginProcess process = OriginProcess.start();
                RemoteOrigin one = process.open(100);
                RemoteOrigin other = process.open(100)) {
            get(client, one.address(Wire.H1), "/whoami");
            assertThat(one.read().requests()).isEqualTo(1);
            assertThat(other.read().requests()).isZero();
            assertThat(one.address(Wire.H2C)).isNotEqualTo(other.address(Wire.H2C));
        }
    }

    @Test
    void childEndsWhenItsInputDoes() throws Exception {
        OriginProcess process = OriginProcess.start();
        ProcessHandle child = ProcessHandle.of(process.pid()).orElseThrow();
        process.close();
        child.onExit().get(60, TimeUnit.SECONDS);
        assertThat(child.isAlive()).isFalse();
        assertThatThrownBy(() -> process.open(100)).isInstanceOf(IOException.class);
    }

    @Test
    void childThatWasKilledIsReported() throws Exception {
        try (OriginProcess process = OriginProcess.start()) {
            ProcessHandle child = ProcessHandle.of(process.pid()).orElseThrow();
            child.destroyForcibly();
            child.onExit().get(60, TimeUnit.SECONDS);
            assertThatThrownBy(() -> process.open(100))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the lab's server process has ended");
        }
    }

    @Test
    void commandThatCannotBeCarriedOutIsAnErrorOfItsOwn() throws Exception {
        try (OriginProcess process = OriginProcess.start()) {
            assertThatThrownBy(() -> process.ask("close 99", "closed")).hasMessageContaining("no server 99");
            assertThatThrownBy(() -> process.ask("dance 1", "danced")).hasMessageContaining("not a command");
            assertThatThrownBy(() -> process.ask("open", "opened")).isInstanceOf(IOException.class);
            process.open(1).close();
        }
    }

    private static void get(HttpClient client, InetSocketAddress address, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + address.getPort() + path);
        assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }
}
