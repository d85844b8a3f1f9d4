package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The histogram as a scrape sees it. */
class RequestDurationsTest {
    private static final OriginConnection TLS = new OriginConnection(OriginPort.TLS, 1);

    private final RequestDurations durations = new RequestDurations();

    @Test
    void boundariesAreThoseOfTheConventions() {
        assertThat(RequestDurations.BOUNDARIES)
                .containsExactly(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
    }

    @Test
    void bucketsAreCumulativeAndIncludeTheirBound() {
        RequestDurations.Key key = RequestDurations.Key.of("GET", Route.DELAY, 200, TLS);
        for (long millis : List.of(1L, 5L, 6L, 1_000L, 1_001L, 60_000L)) {
            durations.record(key, millis * 1_000_000);
        }
        List<String> lines = lines();
        assertThat(lines).hasSize(RequestDurations.BOUNDARIES.size() + 3);
        assertThat(value(lines, "le=\"0.005\"")).isEqualTo("2");
        assertThat(value(lines, "le=\"0.01\"")).isEqualTo("3");
        assertThat(value(lines, "le=\"0.75\"")).isEqualTo("3");
        assertThat(value(lines, "le=\"1.0\"")).isEqualTo("4");
        assertThat(value(lines, "le=\"10.0\"")).isEqualTo("5");
        assertThat(value(lines, "le=\"+Inf\"")).isEqualTo("6");
        assertThat(value(lines, "m_count")).isEqualTo("6");
        assertThat(value(lines, "m_sum")).isEqualTo("62.013");
    }

    @Test
    void attributesAreThoseOfTheConventions() {
        TLS.protocolChosen("HTTP/2");
        assertThat(RequestDurations.Key.of("GET", Route.DELAY, 200, TLS).labels())
                .isEqualTo("http_request_method=\"GET\",http_route=\"/delay/{ms}\","
                        + "http_response_status_code=\"200\",network_protocol_version=\"2\",url_scheme=\"https\"");
        assertThat(RequestDurations.Key.of("GET", Route.STATUS, 503, TLS).labels())
                .contains("error_type=\"503\"");
        assertThat(RequestDurations.Key.of("GET", Route.DELAY, 0, TLS).labels())
                .contains("error_type=\"cancelled\"")
                .doesNotContain("status_code");
        assertThat(RequestDurations.Key.of("BREW\"\n", Route.NONE, 404, TLS).labels())
                .contains("http_request_method=\"_OTHER\"")
                .doesNotContain("http_route");
    }

    private List<String> lines() {
        StringBuilder text = new StringBuilder();
        durations.appendTo(text, "m");
        return text.toString().lines().toList();
    }

    private static String value(List<String> lines, String part) {
        String line = lines.stream().filter(l -> l.contains(part)).findFirst().orElseThrow();
        return line.substring(line.lastIndexOf(' ') + 1);
    }
}
