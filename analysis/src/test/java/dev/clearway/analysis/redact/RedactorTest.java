package dev.clearway.analysis.redact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Lab;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.Samples;
import dev.clearway.analysis.TestCertificates;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.analysis.read.UnreadableException;
import dev.clearway.journal.JournalLine;
import dev.clearway.journal.RequestLife;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private static final String SECRET = "s3cr3t";

    @TempDir
    private Path folder = Path.of("");

    private String redacted(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("recording"), text);
        return redacted(file);
    }

    private static String redacted(Path file) throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        Redactor.redact(file, copy);
        return copy.toString(UTF_8);
    }

    private static List<String> told(Analysis analysis) {
        return analysis.findings().stream()
                .map(f -> f.id() + " " + f.certainty() + " " + f.origins() + " " + f.requests() + " " + f.waits())
                .toList();
    }

    @Test
    void secretsOfANetlogAreNotInItsCopy() throws IOException {
        Page page = new Page("https://shop.example.com", "[10.0.0.1:3128]", 24, 50);
        NetlogText log = Pages.http1(
                new NetlogText().commandLine("/home/" + SECRET + "/chrome --user-data-dir=/home/" + SECRET),
                page,
                "http/1.1",
                TestCertificates.pem("zscaler"));
        log.event(
                2_000,
                9,
                "HTTP_TRANSACTION_SEND_REQUEST_HEADERS",
                "\"headers\":[\"Cookie: " + SECRET + "\",\"Authorization: Basic " + SECRET + "\",\"X-Api-Key: " + SECRET
                        + "\",\"Host: shop.example.com\"],\"line\":\"GET /?" + SECRET + "\"");
        log.begin(
                2_000,
                9,
                "CORS_REQUEST",
                "\"request_headers\":{\"headers\":[\"authorization: " + SECRET + "\"]},\"url\":\"https://" + SECRET
                        + "@a.example/?" + SECRET + "\"");
        log.event(
                2_000,
                9,
                "COOKIE_STORE_COOKIE_ADDED",
                "\"name\":\"" + SECRET + "\",\"value\":\"" + SECRET + "\",\"id\":\"" + SECRET + "\"");
        log.event(2_000, 9, "SOCKET_BYTES_SENT", "\"bytes\":\"" + SECRET + "\"");
        String original = log.document();

        for (String form : List.of(original, log.lines())) {
            String copy = redacted(form);
            assertThat(copy).doesNotContain(SECRET, "secret=").contains("shop.example.com", "/r/1");
            assertThat(told(Analysis.of(Readings.read(copy)))).isEqualTo(told(Analysis.of(Readings.read(original))));
        }
    }

    @Test
    void secretsOfAHarFileAreNotInItsCopy() throws IOException {
        String entry = "{\"startedDateTime\":\"2026-11-30T08:18:12Z\",\"time\":1,\"comment\":\"" + SECRET
                + "\",\"request\":{"
                + "\"method\":\"POST\",\"url\":\"https://u:" + SECRET + "@a.example/x?k=" + SECRET + "#" + SECRET
                + "\","
                + "\"headers\":[{\"name\":\"Cookie\",\"value\":\"" + SECRET + "\"},[\"Authorization\",\"" + SECRET
                + "\"],"
                + "{\"name\":\"X-Token\",\"value\":\"" + SECRET + "\"},{\"name\":\"Referer\",\"value\":\"" + SECRET
                + "\"}],"
                + "\"cookies\":[{\"name\":\"a\",\"value\":\"" + SECRET
                + "\"}],\"queryString\":[{\"name\":\"k\",\"value\":\"" + SECRET
                + "\"}],\"postData\":{\"text\":\"" + SECRET
                + "\"}},\"response\":{\"status\":302,\"headers\":[{\"name\":\"Set-Cookie\","
                + "\"value\":\"" + SECRET + "\"}],\"redirectURL\":\"https://a.example/?" + SECRET
                + "\",\"content\":{\"mimeType\":"
                + "\"text/plain\",\"text\":\"" + SECRET + "\"}},\"timings\":{\"wait\":1,\"comment\":\"" + SECRET
                + "\"},"
                + "\"_webSocketMessages\":[{\"data\":\"" + SECRET + "\"}],\"_initiator\":{\"url\":\"" + SECRET + "\"}}";

        String copy = redacted(
                "{\"log\":{\"creator\":{\"name\":\"WebInspector\",\"comment\":\"" + SECRET + "\"},\"pages\":[{\"id\":"
                        + "\"p\",\"title\":\"https://a.example/?" + SECRET + "\"}],\"entries\":[" + entry + "]}}");

        assertThat(copy).doesNotContain(SECRET).contains("https://a.example/x?~");
        assertThat(Readings.read(copy).requests()).hasSize(1);
    }

    @Test
    void equalQueriesStayEqualInOneCopyOnly() throws IOException {
        Scrubber one = new Scrubber();

        assertThat(one.url("https://a/?x=1"))
                .isEqualTo(one.url("https://a/?x=1"))
                .isNotEqualTo(one.url("https://a/?x=2"));
        assertThat(new Scrubber().url("https://a/?x=1")).isNotEqualTo(one.url("https://a/?x=1"));
    }

    @Test
    void secretsOfAJournalAreNotInItsCopy() throws IOException {
        RequestLife life =
                RequestLife.of("1", "GET", "https://a.example/?" + SECRET).build();

        assertThat(redacted(new String(JournalLine.write(life), UTF_8)))
                .doesNotContain(SECRET)
                .contains("https://a.example/?~");
    }

    @Test
    void lineOfAJournalThatCannotBeReadIsLeftOut() throws IOException {
        String good = new String(
                JournalLine.write(
                        RequestLife.of("1", "GET", "https://a.example/").build()),
                UTF_8);

        assertThat(redacted(good + "\n{\"journal\":1,\"status\":[]}\n{\"journal\":2}\nrubbish\n" + good + "\n")
                        .lines())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mitm-explicit-h1-stalled.json.gz",
                "h1-direct.ndjson.gz",
                "h1-killed-unclosed.json.gz",
                "h1-direct-happyeyeballsv3.json.gz",
                "h2-max4-stalled.json.gz",
                "devtools-mitm-h1.pair.har.gz",
                "devtools-hiddentab-mitm-h1.pair.har.gz"
            })
    void copyOfARecordingTellsTheSame(String name) throws IOException {
        Path recording = Lab.file(name);

        assertThat(told(Analysis.of(Readings.read(redacted(recording)))))
                .isEqualTo(told(Analysis.of(Recordings.read(recording, ReadOptions.DEFAULT))));
    }

    @Test
    void copiesOfAllSamplesTellTheSame() throws IOException {
        for (Path sample : Samples.all()) {
            Analysis original;
            try {
                original = Analysis.of(Recordings.read(sample, ReadOptions.DEFAULT));
            } catch (UnreadableException e) {
                continue;
            }
            assertThat(told(Analysis.of(Readings.read(redacted(sample)))))
                    .as(sample.toString())
                    .isEqualTo(told(original));
        }
    }
}
