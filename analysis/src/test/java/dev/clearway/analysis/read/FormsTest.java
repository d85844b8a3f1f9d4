package dev.clearway.analysis.read;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Outcome;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import dev.clearway.analysis.TestCertificates;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.model.Recording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One log in every form that logs come in. */
class FormsTest {
    private static final Page PAGE = new Page("https://shop.example.com", "[10.0.0.1:3128]", 30, 40);

    private static NetlogText log(int firstCode) {
        NetlogText log = new NetlogText(firstCode).offeringHttp3();
        return Pages.http1(log, PAGE, "http/1.1", TestCertificates.pem("zscaler"));
    }

    private static List<String> told(Recording recording) {
        return Analysis.of(recording).findings().stream().map(FormsTest::told).toList();
    }

    private static String told(Finding finding) {
        return finding.id() + " " + finding.certainty() + " " + finding.requests() + " " + finding.waits();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] zip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(packed)) {
            out.putNextEntry(new ZipEntry("logs/"));
            out.putNextEntry(new ZipEntry("logs/netlog.json"));
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void everyFormTellsTheSame() throws IOException {
        String document = log(700).document();
        List<String> told = told(Readings.read(document));
        assertThat(told).hasSize(3);

        List<byte[]> forms = List.of(
                log(700).lines().getBytes(UTF_8),
                gzip(document.getBytes(UTF_8)),
                zip(document.getBytes(UTF_8)),
                gzip(log(700).lines().getBytes(UTF_8)),
                ("\uFEFF" + document).getBytes(UTF_8),
                document.substring(0, document.lastIndexOf("],\n\"polledData\""))
                        .getBytes(UTF_8),
                document.replace("\n", "").getBytes(UTF_8),
                document.replaceAll("(?<!\\\\)\":", "\" : ")
                        .replace("{", "{ \n ")
                        .getBytes(UTF_8));
        for (byte[] form : forms) {
            assertThat(told(Readings.read(form))).isEqualTo(told);
        }
    }

    @Test
    void codesMeanWhatTheFileSaysTheyMean() throws IOException {
        assertThat(told(Readings.read(log(3).document()))).isEqualTo(told(Readings.read(log(700).document())));
        assertThat(told(Readings.read(log(90_000).document()))).isEqualTo(told(Readings.read(log(700).document())));
    }

    @Test
    void brokenEventsCostNoMoreThanThemselves() throws IOException {
        NetlogText log = log(700);
        log.raw("{\"params\":{\"a\":\"never closed")
                .raw("{\"phase\":[[[")
                .raw("nonsense")
                .raw("{\"time\":\"x\",\"type\":700}");

        Recording recording = Readings.read(log.document());

        assertThat(recording.extent().skipped()).isGreaterThanOrEqualTo(3);
        assertThat(told(recording)).isEqualTo(told(Readings.read(log(700).document())));
    }

    @Test
    void cutAtAnyPlaceIsJudgedAsFarAsItGoes() throws IOException {
        cutAtAnyPlace(log(700).document());
    }

    @Test
    void cutLinesAreJudgedAsFarAsTheyGo() throws IOException {
        cutAtAnyPlace(log(700).lines());
    }

    @Test
    void cutArchiveIsJudgedAsFarAsItGoes() throws IOException {
        byte[] packed = gzip(log(700).document().getBytes(UTF_8));
        Recording recording = Readings.read(Arrays.copyOf(packed, packed.length * 3 / 4));

        assertThat(recording.extent().cut()).isTrue();
        assertThat(recording.requests()).isNotEmpty();
    }

    private static void cutAtAnyPlace(String whole) throws IOException {
        byte[] bytes = whole.getBytes(UTF_8);
        int constants = whole.indexOf("\n");
        int all = Readings.read(bytes).requests().size();
        long seed = 4_711;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int i = 0; i < 200; i++) {
            int end = random.nextInt(1, bytes.length - 1);
            byte[] cut = Arrays.copyOf(bytes, end);
            if (end <= constants) {
                assertThatThrownBy(() -> Readings.read(cut)).isInstanceOf(UnreadableException.class);
                continue;
            }
            Recording recording = Readings.read(cut);
            assertThat(recording.requests()).hasSizeLessThanOrEqualTo(all);
            Outcome outcome = Analysis.of(recording).verdict().outcome();
            assertThat(outcome)
                    .as("seed %d, cut at %d of %d", seed, end, bytes.length)
                    .isNotEqualTo(Outcome.NOTHING_FOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n ",
                "hello",
                "[1,2]",
                "<html></html>",
                "{}",
                "{\"a\":1}",
                "{\"constants\":{}}",
                "{\"constants\":3,\"events\":[{}]}",
                "{\"constants\":{\"logEventTypes\":{}},\"events\":[{}]}",
                "{\"events\":[{\"type\":1}]}",
                "{\"type\":\"constants\"}",
                "Logging is in progress writing data to:\n    /tmp/x\n",
            })
    void whatCannotBeJudgedIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> Readings.read(text))
                .isInstanceOf(UnreadableException.class)
                .hasMessageMatching("(?s)[A-Z].{10,}\\.");
    }

    @Test
    void utf16IsRefusedWithAReason() {
        assertThatThrownBy(() -> Readings.read(("\uFEFF" + log(700).document()).getBytes(UTF_16LE)))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("UTF-16");
    }

    @Test
    void bombIsRefused() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("{\"log\":{\"entries\":[".getBytes(UTF_8));
            byte[] spaces = " ".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 256; i++) {
                out.write(spaces);
            }
        }
        assertThat(packed.size()).isLessThan(1 << 20);
        assertThatThrownBy(() -> Readings.read(packed.toByteArray()))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("expands");
    }
}
