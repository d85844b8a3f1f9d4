package dev.clearway.analysis.read.netlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.NetlogText.Request;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.model.Recording;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OddNetlogsTest {
    private static final String SITE = "https://shop.example.com";

    private static NetlogText log() {
        return new NetlogText().socket(900, 5, SITE, "http/1.1", "");
    }

    @Test
    void redirectIsTwoRequests() throws IOException {
        NetlogText log = log();
        log.begin(1_000, 10, "REQUEST_ALIVE", "\"url\":\"" + SITE + "/a\"");
        hop(log, 1_000, "/a");
        log.end(1_050, 10, "URL_REQUEST_START_JOB", "");
        hop(log, 1_050, "/b");
        log.end(1_100, 10, "REQUEST_ALIVE", "");

        Recording recording = Readings.read(log.document());

        assertThat(recording.requests()).extracting(RequestLife::id).containsExactly("10", "10.2");
        assertThat(recording.requests()).extracting(RequestLife::url).containsExactly(SITE + "/a", SITE + "/b");
        assertThat(recording.requests())
                .allSatisfy(life ->
                        assertThat(life.doneMicros() - life.issuedMicros()).isEqualTo(50_000));
    }

    private static void hop(NetlogText log, long time, String path) {
        log.begin(time, 10, "URL_REQUEST_START_JOB", "\"method\":\"GET\",\"url\":\"" + SITE + path + "\"");
        log.begin(time, 10, "HTTP_STREAM_REQUEST", "");
        log.end(time + 10, 10, "HTTP_STREAM_REQUEST", "");
        log.begin(time + 10, 10, "HTTP_TRANSACTION_SEND_REQUEST", "");
        log.end(time + 10, 10, "HTTP_TRANSACTION_SEND_REQUEST", "");
        log.end(time + 40, 10, "HTTP_TRANSACTION_READ_HEADERS", "");
    }

    @Test
    void cachedAnswerIsNoRequest() throws IOException {
        NetlogText log = log();
        log.begin(1_000, 10, "REQUEST_ALIVE", "\"url\":\"" + SITE + "/a\"");
        log.begin(1_000, 10, "URL_REQUEST_START_JOB", "\"method\":\"GET\",\"url\":\"" + SITE + "/a\"");
        log.end(1_010, 10, "REQUEST_ALIVE", "");

        assertThat(Readings.read(log.document()).requests()).isEmpty();
    }

    @Test
    void waitsFollowTheOrderOfEvents() throws IOException {
        NetlogText log = log();
        log.http1(new Request(10, SITE + "/a", 1_000, 1_007, 1_107, 1_157, 1_160), 5, SITE, "[direct://]", true);

        RequestLife life = Readings.read(log.document()).requests().get(0);

        assertThat(life.waits()).isEqualTo(Waits.of(Wait.SCHEDULER, 7_000).plus(Wait.CONNECTION_LIMIT, 100_000));
        assertThat(life.timings().firstByte()).isEqualTo(50_000);
        assertThat(life.timings().receive()).isEqualTo(3_000);
    }

    @Test
    void secondHandshakeOnASocketIsTheOneInsideTheTunnel() throws IOException {
        NetlogText log = log();
        log.begin(930, 5, "SSL_CONNECT", "");
        log.end(940, 5, "SSL_CONNECT", "\"next_proto\":\"h2\"");
        log.http1(Request.of(10, SITE + "/a", 1_000, 1_000, 10), 5, SITE, "[https://p:443]", false);

        assertThat(Readings.read(log.document()).connections().values())
                .extracting(connection -> connection.leg().alpn())
                .containsExactly("h2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[direct://]; ''",
                "DIRECT; ''",
                "''; ''",
                "[10.0.0.1:3128]; 10.0.0.1:3128",
                "PROXY p:8080; p:8080",
                "PROXY p:8080;p:8080",
                "[https://p:443, https://q:443]; https://p:443",
                "[http://p:80]; p:80",
                "SOCKS5 p:1080; SOCKS5 p:1080",
            })
    void proxyIsReadInOldAndNewSpelling(String chain, String proxy) {
        assertThat(ProxyChain.first(chain)).isEqualTo(proxy);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example, https://a.example",
        "pm/https://a.example:8443 <https://b.example same_site>, https://a.example:8443",
        "pmwocc/https://a.example <null>, https://a.example",
        "http://a.example/, http://a.example",
        "rubbish, ''",
        "'', ''",
    })
    void groupsNameTheirOrigin(String group, String origin) {
        assertThat(Groups.origin(group)).isEqualTo(origin);
    }

    @Test
    void sourcesThatPointInACircleOrNowhereDoNoHarm() throws IOException {
        NetlogText log = log();
        for (long id = 1; id < 50; id++) {
            String to = NetlogText.dependency(id % 7);
            for (String type : new String[] {
                "HTTP_STREAM_JOB_CONTROLLER_BOUND",
                "HTTP_STREAM_REQUEST_BOUND_TO_JOB",
                "SOCKET_POOL_BOUND_TO_SOCKET",
                "SOCKET_POOL_BOUND_TO_CONNECT_JOB",
                "HTTP2_SESSION_POOL_FOUND_EXISTING_SESSION",
                "HTTP2_SESSION_INITIALIZED",
                "CERT_VERIFIER_REQUEST_BOUND_TO_JOB",
                "CONNECT_JOB_SET_SOCKET",
                "HTTP_STREAM_REQUEST_STARTED_JOB",
                "HTTP_STREAM_POOL_GROUP_HANDLE_CREATED",
                "HTTP_STREAM_POOL_JOB_CONTROLLER_JOB_BOUND",
            }) {
                log.event(1_000 + id, id % 7, type, to);
            }
            log.begin(1_000 + id, id % 7, "REQUEST_ALIVE", "\"url\":\"" + SITE + "\"");
            log.begin(1_000 + id, id % 7, "HTTP_STREAM_REQUEST", "");
            log.end(1_001 + id, id % 7, "REQUEST_ALIVE", "");
        }

        assertThat(Readings.read(log.document()).requests()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-99999999999999", "9223372036854775807", "-9223372036854775808", "1e300", "99999999999999999999999999"
    })
    void timesOutOfThisWorldAreLeftOut(String time) throws IOException {
        NetlogText log = log();
        log.http1(Request.of(10, SITE + "/a", 1_000, 1_000, 10), 5, SITE, "[direct://]", false);
        String text = log.document();
        int event = text.indexOf("\"time\":\"1000\"");
        String odd = text.substring(0, event) + "\"time\":\"" + time + "\"" + text.substring(event + 13);

        Recording recording = Readings.read(odd);

        assertThat(recording.requests())
                .allSatisfy(life -> assertThat(life.issuedMicros()).isBetween(0L, 4_200_000_000_000_000L));
    }
}
