package dev.clearway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.clearway.lab.LabReport;
import dev.clearway.lab.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    @Test
    void eachScenarioCarriesTheFiguresByTheirNames() throws IOException {
        Map<?, ?> result = scenario(Samples.report(Samples.outcome("h2-300", Samples.h2With300())), 0);
        assertThat(result.get("name")).isEqualTo("h2-300");
        assertThat(result.get("run")).isEqualTo(1.0);
        assertThat(result.get("holds")).isEqualTo(true);
        assertThat(result.get("expected")).asString().contains("1 connection, slowest ≈ 3 s");
        assertThat(result.get("requests")).isEqualTo(300.0);
        assertThat(result.get("succeeded")).isEqualTo(300.0);
        assertThat(result.get("failed")).isEqualTo(0.0);
        assertThat(result.get("neverSent")).isEqualTo(0.0);
        assertThat(result.get("slowestSeconds")).isEqualTo(3.02);
        assertThat(result.get("p50Seconds")).isEqualTo(2.01);
        assertThat(result.get("connections")).isEqualTo(1.0);
        assertThat(result.get("queued")).isEqualTo(200.0);
        assertThat(result.get("longestQueueSeconds")).isEqualTo(2.01);
        assertThat(result.get("waitSecondsByReason")).isEqualTo(Map.of("STREAM_LIMIT", 301.5));
        assertThat(result.get("serverRequests")).isEqualTo(300.0);
        assertThat(result.get("serverLongestSeconds")).isEqualTo(1.003);
        assertThat(result.get("serverCpuSeconds")).isEqualTo(0.05);
        assertThat(result.get("protocol")).isEqualTo("HTTP/2");
    }

    @Test
    void reuseCarriesTheSplitOfItsFirstRequest() throws IOException {
        Map<?, ?> result = scenario(Samples.report(Samples.outcome("reuse-h2-wan", Samples.reuse())), 0);
        assertThat(result.get("first"))
                .isEqualTo(Map.of(
                        "resolve", 0.0001, "connect", 0.0004, "tls", 0.152, "send", 0.001, "wait", 0.0765, "total",
                        0.23));
        assertThat(result.get("rest")).isEqualTo(Map.of("min", 0.0755, "mean", 0.076, "max", 0.0765));
        assertThat(result.get("ratio")).isEqualTo(3.026);
        assertThat((Map<?, ?>) result.get("tls12"))
                .extracting("firstRoundTrips")
                .isEqualTo(4.0);
        assertThat((List<?>) result.get("notes"))
                .anySatisfy(note -> assertThat(note).asString().contains("holds the first bytes of a connection back"));
    }

    @Test
    void scenariosStandInTheirOrderBesideTheMachine() throws IOException {
        Map<?, ?> report = read(Samples.report(
                Samples.outcome("reuse-h2-wan", Samples.reuse()), Samples.outcome("h2-300", Samples.h2With300())));
        assertThat(scenarios(report))
                .map(scenario -> String.valueOf(((Map<?, ?>) scenario).get("name")))
                .containsExactly("reuse-h2-wan", "h2-300");
        assertThat(report.get("machine"))
                .isEqualTo(Map.of(
                        "cores", 2.0, "load", 0.25, "jdk", "17, test", "tls", "SunJSSE, TLSv1.3", "transport", "NIO"));
        assertThat(report.get("complete")).isEqualTo(true);
    }

    private static Map<?, ?> scenario(LabReport report, int index) throws IOException {
        return (Map<?, ?>) Objects.requireNonNull(scenarios(read(report)).get(index));
    }

    private static List<?> scenarios(Map<?, ?> report) {
        return (List<?>) Objects.requireNonNull(report.get("scenarios"));
    }

    private static Map<?, ?> read(LabReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonReport.write(report, bytes);
        try (JsonParser parser = new JsonFactory().createParser(bytes.toByteArray())) {
            parser.nextToken();
            Map<?, ?> value = object(parser);
            assertThat(parser.nextToken()).as("one object and nothing after it").isNull();
            return value;
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            assertThat(members).as("a name stands once").doesNotContainKey(name);
            members.put(name, value(parser));
        }
        return members;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }
}
