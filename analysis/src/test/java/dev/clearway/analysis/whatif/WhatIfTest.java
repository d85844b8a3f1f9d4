package dev.clearway.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.NetlogText;
import dev.clearway.analysis.Pages;
import dev.clearway.analysis.Pages.Page;
import dev.clearway.analysis.Readings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhatIfTest {
    private static final Page PAGE = new Page("https://shop.example.com", "[direct://]", 60, 200);

    private static WhatIf only(String text) throws IOException {
        List<WhatIf> whatIfs = Analysis.of(Readings.read(text)).whatIfs();
        assertThat(whatIfs).hasSize(1);
        return whatIfs.get(0);
    }

    @Test
    void tenWavesOverSixConnectionsBecomeOneOverOne() throws IOException {
        WhatIf whatIf = only(Pages.http1(new NetlogText(), PAGE, "http/1.1", "").document());

        assertThat(whatIf.limit()).isEqualTo(6);
        assertThat(whatIf.measured()).isEqualTo(2_000_000);
        assertThat(whatIf.modelled()).isEqualTo(2_000_000);
        assertThat(whatIf.error()).isZero();
        assertThat(whatIf.doubled()).isEqualTo(1_000_000);
        assertThat(whatIf.unlimited()).isEqualTo(200_000);
    }

    @Test
    void waveOfStreamsIsModelledLikewise() throws IOException {
        WhatIf whatIf = only(Pages.http2(new NetlogText(), PAGE, 20, "").document());

        assertThat(whatIf.streams()).isTrue();
        assertThat(whatIf.measured()).isEqualTo(600_000);
        assertThat(whatIf.doubled()).isEqualTo(400_000);
        assertThat(whatIf.unlimited()).isEqualTo(200_000);
    }

    @Test
    void harFileGivesTheSameAnswer() throws IOException {
        WhatIf netlog = only(Pages.http1(new NetlogText(), PAGE, "http/1.1", "").document());
        WhatIf har = only(Pages.har(PAGE, "HTTP/1.1", 6, true).toString());

        assertThat((double) har.unlimited()).isCloseTo((double) netlog.unlimited(), within(1_000.0));
        assertThat((double) har.modelled()).isCloseTo((double) netlog.modelled(), within(1_000.0));
    }
}
