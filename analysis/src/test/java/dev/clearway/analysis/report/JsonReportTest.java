package dev.clearway.analysis.report;

import static dev.clearway.analysis.Readings.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.HarText;
import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JsonReportTest {
    @Test
    void findingCarriesItsWaitsAsNumbersOfSeconds() throws IOException {
        Page page = new Page("https://shop.example.com", "[direct://]", 24, 50);
        String json = JsonReport.of(
                Analysis.of(read(Pages.har(page, "HTTP/1.1", 6, true).toString())));

        // Three further waves of six: 50, 100 and 150 ms each.
        assertThat(json)
                .containsSubsequence(
                        "\"id\" : \"http1-connection-limit\"",
                        "\"requests\" : 18",
                        "\"waitSeconds\" : 1.800000",
                        "\"longestWaitSeconds\" : 0.150000",
                        "\"medianWaitSeconds\" : 0.100000");
    }

    @Test
    void headlineDoesNotDoubtAWaitThatTheRecordingShows() throws IOException {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < 4; i++) {
            har.add(new Entry("https://shop.example/" + i, "HTTP/1.1", 2_000L * i, 0, 900, 50, "1"));
        }
        assertThat(JsonReport.of(Analysis.of(read(har.toString()))))
                .contains("Requests waited before they were sent; what for cannot be told from this recording.");
    }
}
