package dev.clearway.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Lab;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the model says of a page without its limit, against recordings of the same page that had none. */
class KnownTruthTest {
    private static Analysis analysis(String name) throws IOException {
        return Analysis.of(Recordings.read(Lab.file(name + ".json.gz"), ReadOptions.DEFAULT));
    }

    private static WhatIf whatIf(String name) throws IOException {
        return analysis(name).whatIfs().get(0);
    }

    /** For how long at least one request of the recording's main host was ready and not yet ended. */
    private static long busy(String name) throws IOException {
        Host host = analysis(name).hosts().get(0);
        List<long[]> intervals = new ArrayList<>();
        for (RequestLife life : host.requests()) {
            if (life.status() > 0) {
                intervals.add(new long[] {life.grantedMicros() - life.waits().network(), life.doneMicros()});
            }
        }
        intervals.sort(Comparator.comparingLong(interval -> interval[0]));
        long busy = 0;
        long until = 0;
        for (long[] interval : intervals) {
            busy += Math.max(0, interval[1] - Math.max(until, interval[0]));
            until = Math.max(until, interval[1]);
        }
        return busy;
    }

    private static Offset<Double> percent(double percent, long truth) {
        return within(percent / 100 * truth);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "truth-six-connections",
                "truth-ten-streams",
                "truth-twenty-streams",
                "truth-chained-six-connections"
            })
    void limitAsItWasGivesWhatWasMeasured(String name) throws IOException {
        WhatIf whatIf = whatIf(name);

        assertThat(whatIf.measured()).isEqualTo(busy(name));
        assertThat(Math.abs(whatIf.error())).isLessThan(0.02);
    }

    @Test
    void oneConnectionInsteadOfSixTakesAsLongAsItReallyDoes() throws IOException {
        long truth = busy("truth-one-connection");

        assertThat((double) whatIf("truth-six-connections").unlimited()).isCloseTo((double) truth, percent(6, truth));
    }

    @ParameterizedTest
    @CsvSource({"truth-ten-streams, 6", "truth-twenty-streams, 16"})
    void enoughStreamsTakeAsLongAsTheyReallyDo(String limited, double percent) throws IOException {
        long truth = busy("truth-one-connection");

        assertThat((double) whatIf(limited).unlimited()).isCloseTo((double) truth, percent(percent, truth));
    }

    @Test
    void twentyStreamsInsteadOfTenTakeAboutAsLongAsTheyReallyDo() throws IOException {
        long truth = busy("truth-twenty-streams");

        assertThat((double) whatIf("truth-ten-streams").doubled()).isCloseTo((double) truth, percent(19, truth));
    }

    @Test
    void requestsThatWereFoundInAnswersLieBetweenTheTwoFigures() throws IOException {
        long truth = busy("truth-chained-one-connection");
        WhatIf whatIf = whatIf("truth-chained-six-connections");

        assertThat((double) whatIf.followed()).isCloseTo((double) truth, percent(9, truth));
        assertThat(whatIf.unlimited()).isGreaterThan(truth);
        assertThat(whatIf.unlimited()).isLessThan(whatIf.measured() * 6 / 10);
    }
}
