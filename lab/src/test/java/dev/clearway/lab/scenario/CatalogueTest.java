package dev.clearway.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Growth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void scenariosRunInTheirOrder() {
        assertThat(Catalogue.all())
                .extracting(Scenario::name)
                .containsExactly(
                        "h2-100",
                        "h2-150",
                        "h2-300",
                        "h2-300-timeout",
                        "h2-300-deadline",
                        "h2-grow-150",
                        "h2-grow-300",
                        "h2-ceiling-300",
                        "h2-limit-300",
                        "h1-150",
                        "h2-grow-1000-wan",
                        "h2-serial-1000-wan",
                        "jdk-300",
                        "mux-h1-20",
                        "mux-h1-6-20",
                        "mux-h2-20",
                        "mux-h2-200",
                        "mux-h2-grow-200",
                        "mux-limit10-50",
                        "mux-limit10-grow-50",
                        "overload",
                        "overload-spread",
                        "overload-fifo",
                        "reuse-h1",
                        "reuse-h2",
                        "reuse-h1-wan",
                        "reuse-h2-wan",
                        "reuse-burst-50");
    }

    @Test
    void everyScenarioIsFoundByItsNameAndNoOther() {
        assertThat(Catalogue.all())
                .allSatisfy(
                        scenario -> assertThat(Catalogue.find(scenario.name())).contains(scenario));
        assertThat(Catalogue.find("h2")).isEmpty();
    }

    @Test
    void requestsInTheNameAreTheRequestsSent() {
        assertThat(Catalogue.all())
                .filteredOn(scenario -> scenario instanceof Burst)
                .allSatisfy(scenario ->
                        assertThat(scenario.name()).containsPattern("(^|-)" + scenario.requests() + "(-|$)"));
    }

    @Test
    void burstsAreOfOneSecondAndMultiplexingOfThreeHundredMilliseconds() {
        assertThat(Catalogue.all())
                .allSatisfy(scenario -> assertThat(scenario.delay())
                        .isEqualTo(
                                switch (scenario.family()) {
                                    case BURST, OVERLOAD -> Duration.ofSeconds(1);
                                    case MULTIPLEXING -> Duration.ofMillis(300);
                                    case REUSE -> Duration.ZERO;
                                }));
    }

    @Test
    void rowsWithARoundTripAreColdAndOverTls() {
        assertThat(Catalogue.all())
                .filteredOn(scenario -> scenario.name().endsWith("-wan"))
                .hasSize(4)
                .allSatisfy(scenario -> {
                    assertThat(scenario.roundTrip()).isPositive();
                    assertThat(scenario.wire().tls()).isTrue();
                    assertThat(scenario.what()).contains("cold");
                });
    }

    @Test
    void overridesReplaceTheScenariosOwnFigures() {
        Scenario own = Catalogue.find("h2-300").orElseThrow();
        Burst changed = (Burst) own.with(new Overrides(500, 50, Duration.ofMillis(200)));
        assertThat(changed.requests()).isEqualTo(500);
        assertThat(changed.limit()).isEqualTo(50);
        assertThat(changed.delay()).isEqualTo(Duration.ofMillis(200));
        assertThat(changed.name()).isEqualTo("h2-300");
        assertThat(changed.limits().growth()).isEqualTo(Growth.SINGLE);
        assertThat(own.with(Overrides.NONE)).isEqualTo(own);
    }

    @Test
    void overridesOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> new Overrides(0, null, null)).hasMessageContaining("requests must be 1 to");
        assertThatThrownBy(() -> new Overrides(null, 0, null)).hasMessageContaining("limit must be 1 to");
        assertThatThrownBy(() -> new Overrides(null, null, Duration.ofMillis(-1)))
                .hasMessageContaining("delay must be");
        assertThatThrownBy(() -> new Overrides(null, null, Duration.ofSeconds(61)))
                .hasMessageContaining("delay must be");
    }

    @Test
    void reuseNeedsTwoRequests() {
        Scenario reuse = Catalogue.find("reuse-h2").orElseThrow();
        assertThatThrownBy(() -> reuse.with(new Overrides(1, null, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reuse-h2");
        assertThat(reuse.with(new Overrides(2, null, null)).requests()).isEqualTo(2);
    }

    @Test
    void overloadIsTwiceWhatOneConnectionCarries() {
        Overload fixed = (Overload) Catalogue.find("overload").orElseThrow();
        assertThat(fixed.capacity()).isEqualTo(100);
        assertThat(fixed.rate()).isEqualTo(200);
        assertThat(fixed.timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(fixed.limits().growth()).isEqualTo(Growth.SINGLE);
        assertThat(fixed.limits().overload()).isTrue();
        Overload spread = (Overload) Catalogue.find("overload-spread").orElseThrow();
        assertThat(spread.least()).isEqualTo(Duration.ofMillis(300));
        assertThat(spread.most()).isEqualTo(Duration.ofMillis(1100));
        assertThat(Math.round(spread.capacity())).isEqualTo(143);
        Overload fifo = (Overload) Catalogue.find("overload-fifo").orElseThrow();
        assertThat(fifo.limits().overload()).isFalse();
        assertThat(fifo.with(new Overrides(500, 10, Duration.ofMillis(200))).rate())
                .isEqualTo(100);
        assertThatThrownBy(() -> fifo.with(new Overrides(null, null, Duration.ofMillis(50))))
                .hasMessageContaining("at least 100 ms");
    }
}
