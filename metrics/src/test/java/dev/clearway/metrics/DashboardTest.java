package dev.clearway.metrics;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The dashboard and the alert rules against a scrape of a real client after a real burst: each name in each query must be there. */
@ExtendWith(LeakExtension.class)
@Timeout(value = 180, unit = SECONDS)
class DashboardTest {
    private static final Path DIRECTORY = Path.of("..", "docs", "observability");
    private static final int STREAMS = 3;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** The labels of each series' name, those that every one of its series has. */
    private final Map<String, Set<String>> scraped = new HashMap<>();

    @Test
    void everyNameInEveryQueryIsInAScrapeOfARealClient() throws Exception {
        scrapeAfterABurst();
        List<String> queries = new ArrayList<>(expressions());
        queries.addAll(alerts());
        assertThat(queries).hasSizeGreaterThan(15);
        assertThat(queries).allSatisfy(each -> {
            Query query = Query.parse(each);
            assertThat(query.metrics()).isNotEmpty();
            query.metrics().forEach((name, labels) -> {
                assertThat(scraped).as(each).containsKey(name);
                assertThat(scraped.get(name)).as(each).containsAll(labels).containsAll(query.groupedBy());
            });
        });
    }

    @Test
    void everyPanelAsksOneQuestionAndSaysWhatTheAnswerMeans() throws Exception {
        List<String> titles = new ArrayList<>();
        int descriptions = 0;
        try (JsonParser parser = dashboard()) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "title".equals(parser.currentName())) {
                    titles.add(parser.getText());
                } else if (token == JsonToken.VALUE_STRING && "description".equals(parser.currentName())) {
                    descriptions++;
                    assertThat(parser.getText()).isNotBlank();
                }
            }
        }
        List<String> panels = titles.subList(1, titles.size());
        assertThat(panels)
                .hasSizeGreaterThan(9)
                .doesNotHaveDuplicates()
                .allSatisfy(title -> assertThat(title).endsWith("?"));
        assertThat(descriptions).isEqualTo(panels.size());
    }

    @Test
    void namesAreFoundInAnExpression() {
        Query query = Query.parse(
                "histogram_quantile(0.9, sum by (le, job) (rate(a_bucket{x=~\"$s\", y!=\"rate\"}[5m]))) > 1 and sum(b) / c");
        assertThat(query.metrics())
                .containsOnlyKeys("a_bucket", "b", "c")
                .containsEntry("a_bucket", Set.of("x", "y"))
                .containsEntry("b", Set.of());
        assertThat(query.groupedBy()).containsExactly("job", "le");
    }

    /** A queue, refusals, failures, a downgrade, a retry and closed connections. */
    private void scrapeAfterABurst() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.TLS, 0)
                        .listen(OriginPort.TLS_HTTP1, 0)
                        .maxStreams(STREAMS)
                        .start();
                TransportMetrics metrics = new TransportMetrics(registry)) {
            Transport transport = Transport.builder()
                    .limits(Limits.DEFAULT.withHttp2Connections(1).withQueueLength(3))
                    .sslContext(origin.authority().clientContext())
                    .listener(metrics)
                    .build();
            metrics.observe(transport);
            try {
                burst(transport, origin);
                retry(transport);
            } finally {
                transport.shutdownNow();
                transport.terminated().toCompletableFuture().get(60, SECONDS);
            }
            readScrape();
        }
    }

    private static void burst(Transport transport, OriginServer origin) throws Exception {
        VersionPolicy any = VersionPolicy.HTTP_2_OR_LOWER;
        Sending.get(transport, any, origin.uri(OriginPort.TLS_HTTP1, "/whoami")).get(60, SECONDS);
        CompletableFuture<?>[] sent = IntStream.range(0, STREAMS + 10)
                .mapToObj(i -> Sending.get(transport, any, origin.uri(OriginPort.TLS, "/delay/200")))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(sent).exceptionally(refused -> null).get(60, SECONDS);
    }

    private static void retry(Transport transport) throws Exception {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            CompletableFuture<Integer> status = Sending.get(transport, VersionPolicy.HTTP_2, peer.uri("/"));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), Http2Error.REFUSED_STREAM));
            connection.respond(connection.awaitRequest().stream(), 200);
            assertThat(status.get(60, SECONDS)).isEqualTo(200);
        }
    }

    private void readScrape() {
        Pattern series = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? .*");
        Pattern label = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"");
        registry.scrape().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher found = series.matcher(line);
            assertThat(found.matches()).as(line).isTrue();
            Set<String> labels = new TreeSet<>();
            Matcher each = label.matcher(found.group(2) == null ? "" : found.group(2));
            while (each.find()) {
                labels.add(each.group(1));
            }
            scraped.merge(found.group(1), labels, (before, now) -> {
                before.retainAll(now);
                return before;
            });
        });
    }

    private static JsonParser dashboard() throws IOException {
        return new JsonFactory()
                .createParser(DIRECTORY.resolve("dashboard.json").toFile());
    }

    /** Every query of the dashboard, that of its variable included. */
    private static List<String> expressions() throws IOException {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = dashboard()) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean text = token == JsonToken.VALUE_STRING;
                if (text && "expr".equals(parser.currentName())) {
                    found.add(parser.getText());
                } else if (text && parser.getText().startsWith("label_values(")) {
                    found.add(parser.getText().replaceFirst("label_values\\((.*), (.*)\\)", "sum by ($2) ($1)"));
                }
            }
        }
        return found;
    }

    private static List<String> alerts() throws IOException {
        Pattern expression = Pattern.compile(" *expr: '(.*)'");
        return Files.readAllLines(DIRECTORY.resolve("alerts.yml")).stream()
                .map(expression::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .toList();
    }
}
