package dev.clearway.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.mask.Mask;
import dev.clearway.analysis.model.Selection;
import dev.clearway.analysis.read.Progress;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    private static final Page BEFORE = new Page("https://shop.example.com", "[10.0.0.1:3128]", 30, 40);

    @Test
    void whatAFixTookAwayIsNamed() throws IOException {
        String zscaler = TestCertificates.pem("zscaler");
        List<Analysis> both = Analysis.of(List.of(
                Readings.read(Pages.http1(new NetlogText(), BEFORE, "http/1.1", zscaler)
                        .document()),
                Readings.read(
                        Pages.http2(new NetlogText(), BEFORE, 100, zscaler).document())));

        Comparison comparison = Comparison.of(both.get(0), both.get(1));

        assertThat(comparison.gone()).containsExactly(FindingId.DOWNGRADED, FindingId.HTTP1_CONNECTION_LIMIT);
        assertThat(comparison.appeared()).isEmpty();
        assertThat(comparison.rows())
                .contains(List.of("downgraded", "proved", "–"), List.of("intercepted", "proved", "proved"));
    }

    @Test
    void onlyWhatWasAskedForIsRead(@TempDir Path folder) throws IOException {
        NetlogText log = Pages.http1(new NetlogText(), BEFORE, "http/1.1", "");
        Pages.http1(log, new Page("https://other.example.org", "[direct://]", 5, 40), "http/1.1", "");
        Path file = Files.writeString(folder.resolve("log.json"), log.document());

        assertThat(size(file, new Selection("*.org", null, Long.MIN_VALUE, Long.MAX_VALUE)))
                .isEqualTo(5);
        assertThat(size(file, new Selection(null, null, 1_796_025_002_000_000L, Long.MAX_VALUE)))
                .isZero();
        assertThat(size(file, new Selection(null, null, Long.MIN_VALUE, 1_796_025_002_000_000L)))
                .isEqualTo(35);
        assertThat(size(file, new Selection(null, "no such page", Long.MIN_VALUE, Long.MAX_VALUE)))
                .isZero();
    }

    private static int size(Path file, Selection selection) throws IOException {
        return Recordings.read(file, new ReadOptions(selection, Mask.ON, Progress.NONE))
                .requests()
                .size();
    }
}
