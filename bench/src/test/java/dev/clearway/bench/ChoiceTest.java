package dev.clearway.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    private final Map<String, ClientProvider> available = Clients.available();

    @Test
    void everyClientIsMeasuredWithEachTuningThatMakesADifference() throws Exception {
        List<Subject> subjects = new Choice(available, Set.of(), 17)
                .subjects(List.of("raw", "jdk"), List.of(Tuning.BEST, Tuning.DEFAULT));

        assertThat(subjects)
                .containsExactly(
                        new Subject("raw", Tuning.BEST),
                        new Subject("jdk", Tuning.BEST),
                        new Subject("jdk", Tuning.DEFAULT));
    }

    @Test
    void clientOfOthersOnAnOldJavaSaysWhatItNeeds() {
        assertThatThrownBy(() -> new Choice(available, Set.of(), 17).subjects(List.of("vertx"), List.of(Tuning.BEST)))
                .isInstanceOf(Choice.Unavailable.class)
                .hasMessageContaining("vertx needs JDK 21 or newer")
                .hasMessageContaining("JAVA_HOME")
                .hasMessageContaining("raw");
    }

    @Test
    void clientOfOthersThatWasNotBuiltSaysHowTo() {
        assertThatThrownBy(() -> new Choice(available, Set.of(), 25).subjects(List.of("vertx"), List.of(Tuning.BEST)))
                .hasMessageContaining("profile peers");
    }

    @Test
    void unknownClientIsToldWhichThereAre() {
        assertThatThrownBy(() -> new Choice(available, Set.of(), 25).subjects(List.of("wget"), List.of(Tuning.BEST)))
                .hasMessageContaining("no client wget")
                .hasMessageContaining("jdk")
                .hasMessageContaining("vertx");
    }

    @Test
    void programIsAClientWhereItIsInstalledAndTheCommandMeasuresIt() throws Exception {
        assertThat(new Choice(available, Set.of("h2load"), 17)
                        .subjects(List.of("h2load"), List.of(Tuning.BEST, Tuning.DEFAULT)))
                .containsExactly(new Subject("h2load", Tuning.BEST));
        assertThatThrownBy(() -> new Choice(available, Set.of(), 17).subjects(List.of("h2load"), List.of(Tuning.BEST)))
                .isInstanceOf(Choice.Unavailable.class)
                .hasMessageContaining("throughput alone")
                .hasMessageContaining("installed");
    }
}
