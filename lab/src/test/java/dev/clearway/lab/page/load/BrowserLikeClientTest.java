package dev.clearway.lab.page.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Wait;
import dev.clearway.lab.page.PageChecks;
import dev.clearway.lab.page.Served;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.origin.OriginPort;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A browser's limits without a browser: the same arithmetic. */
class BrowserLikeClientTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    private final BrowserLikeClient client = new BrowserLikeClient();

    @Test
    void allRequestsShareOneConnectionOverHttp2() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256)) {
            PageLoad load = client.record(served.access(OriginPort.TLS), "direct");
            LoadFigures figures = LoadFigures.of(load);
            assertThat(figures.requests()).isEqualTo(61);
            assertThat(figures.failed()).isZero();
            assertThat(figures.connections()).isEqualTo(1);
            assertThat(figures.protocols()).isEqualTo(Map.of(Protocol.HTTP_2, 61));
            assertThat(figures.issuers()).singleElement().asString().startsWith("Clearway origin CA");
            assertThat(load.doneSeconds()).isGreaterThan(served.site().longest().toMillis() / 1000.0);
        }
    }

    @Test
    void requestsTakeTurnsOnSixConnectionsOverHttp1() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256)) {
            PageLoad load = client.record(served.access(OriginPort.TLS_HTTP1), "h1");
            LoadFigures figures = LoadFigures.of(load);
            assertThat(figures.connections()).isEqualTo(PageChecks.CONNECTIONS);
            assertThat(figures.protocolText()).isEqualTo("http/1.1");
            assertThat(load.doneSeconds()).isGreaterThan(PageChecks.floorSeconds(served.site()));
            assertThat(figures.types())
                    .extracting(LoadFigures.TypeFigures::type)
                    .endsWith("script");
            assertThat(load.recording().requests())
                    .anyMatch(life -> life.waits().of(Wait.CONNECTION_LIMIT) > 0);
        }
    }

    @Test
    void requestsWaitForStreamsWhereTheyAreFew() throws IOException {
        try (Served served = Served.page(Served.SMALL, 10)) {
            LoadFigures figures = LoadFigures.of(client.record(served.access(OriginPort.TLS), "few"));
            assertThat(figures.connections()).isEqualTo(1);
            assertThat(figures.stalled().max()).isGreaterThan(0.06);
        }
    }

    @Test
    void archiveSaysWhatTheRecordingSays(@TempDir Path directory) throws IOException {
        try (Served served = Served.page(Served.SMALL, 256)) {
            Recording recording =
                    client.record(served.access(OriginPort.TLS_HTTP1), "h1").recording();
            Path file = directory.resolve("h1.har");
            try (OutputStream target = Files.newOutputStream(file)) {
                HarFile.write(recording, Accounts.NONE, target);
            }
            Recording read = Recordings.read(file, ReadOptions.DEFAULT);
            assertThat(read.extent().partial()).isFalse();
            assertThat(read.notes()).isEmpty();
            LoadFigures written = LoadFigures.of(new PageLoad(new TimedLoad(1, List.of()), recording, null));
            LoadFigures again = LoadFigures.of(new PageLoad(new TimedLoad(1, List.of()), read, null));
            assertThat(again).isEqualTo(written);
        }
    }

    @Test
    void pageThatIsNotThereIsAnError() throws IOException {
        try (Served served = Served.page(Served.SMALL, 256)) {
            Access right = served.access(OriginPort.TLS);
            Access wrong = new Access(right.url() + "/none", right.site(), null, right.trusted());
            assertThatThrownBy(() -> client.record(wrong, "none"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("status 404");
            Access proxied = new Access(
                    right.url(), right.site(), InetSocketAddress.createUnresolved("localhost", 1), List.of());
            assertThatThrownBy(() -> client.record(proxied, "proxied")).hasMessageContaining("by a proxy");
        }
    }
}
