package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.server.StreamHistory.Fate;
import org.junit.jupiter.api.Test;

class StreamHistoryTest {
    private final StreamHistory history = new StreamHistory();

    @Test
    void streamThatWasOpenedHasEnded() {
        history.opened(1);
        history.opened(3);
        assertThat(history.fate(1)).isEqualTo(Fate.ENDED);
        assertThat(history.fate(3)).isEqualTo(Fate.ENDED);
    }

    @Test
    void streamThatWasPassedOverIsSkipped() {
        history.opened(5);
        history.opened(11);
        assertThat(history.fate(1)).isEqualTo(Fate.SKIPPED);
        assertThat(history.fate(3)).isEqualTo(Fate.SKIPPED);
        assertThat(history.fate(5)).isEqualTo(Fate.ENDED);
        assertThat(history.fate(9)).isEqualTo(Fate.SKIPPED);
        assertThat(history.fate(11)).isEqualTo(Fate.ENDED);
    }

    @Test
    void resetsAreRememberedUpToABound() {
        for (int id = 1; id < 20_000; id += 2) {
            history.opened(id);
            history.cut(id, Fate.CUT_BY_SERVER);
        }
        assertThat(history.fate(19_999)).isEqualTo(Fate.CUT_BY_SERVER);
        assertThat(history.fate(19_999 - 2 * 999)).isEqualTo(Fate.CUT_BY_SERVER);
        assertThat(history.fate(19_999 - 2 * 1_000)).isEqualTo(Fate.ENDED);
    }

    @Test
    void gapsAreRememberedUpToABound() {
        for (int id = 5; id < 20_000; id += 6) {
            history.opened(id);
        }
        assertThat(history.fate(19_997 - 2)).isEqualTo(Fate.SKIPPED);
        assertThat(history.fate(3)).isEqualTo(Fate.ENDED);
    }
}
