package dev.clearway.analysis.read.har;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.HarText;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.model.Recording;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** HAR files of our own proxy: what they say beyond the format is not lost. */
class OwnHarTest {
    private static String entry(int id, int waited) {
        return """
                {"startedDateTime":"2026-11-30T08:18:%02d.000Z","time":%d,
                 "request":{"method":"GET","url":"https://shop.example/api/%d","httpVersion":"HTTP/1.1","headers":[],
                  "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
                 "response":{"status":200,"statusText":"","httpVersion":"HTTP/1.1","headers":[],"cookies":[],
                  "content":{"size":1,"mimeType":"text/plain"},"redirectURL":"","headersSize":-1,"bodySize":1},
                 "cache":{},"timings":{"blocked":%d,"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":50,"receive":0},
                 "_connectionId":"%d","_waits":{"CONNECTION_LIMIT":%d,"NO_SUCH_WAIT":7},
                 "_client":{"connection":"9","protocol":"HTTP/2","alpn":"h2","tls":"TLSv1.3","peer":"127.0.0.1:5"}}""".formatted(id % 60, waited + 50, id, waited, id % 5, waited);
    }

    @Test
    void eachWaitAndBothLegsAreRead() throws IOException {
        Recording recording =
                Readings.read(new HarText("Clearway").raw(entry(1, 1_300)).toString());
        RequestLife life = recording.requests().get(0);
        assertThat(life.waits().of(Wait.CONNECTION_LIMIT)).isEqualTo(1_300_000);
        assertThat(life.waits().total()).isEqualTo(1_300_000);
        assertThat(life.leg().protocol()).isEqualTo(Protocol.HTTP_1);
        Leg client = Objects.requireNonNull(life.clientLeg());
        assertThat(client.protocol()).isEqualTo(Protocol.HTTP_2);
        assertThat(client.connection()).isEqualTo("9");
    }

    @Test
    void queueBehindTheProxyIsFound() {
        HarText har = new HarText("Clearway");
        for (int i = 0; i < 40; i++) {
            har.raw(entry(i, i < 5 ? 0 : 500 * (i / 5)));
        }
        assertThat(Readings.findings(har.toString())).containsEntry(FindingId.PROXY_SIDE_QUEUE, Certainty.PROVED);
    }
}
