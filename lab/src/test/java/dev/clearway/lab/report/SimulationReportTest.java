package dev.clearway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.simulate.Arrivals;
import dev.clearway.lab.simulate.Network;
import dev.clearway.lab.simulate.ServiceTimes;
import dev.clearway.lab.simulate.Simulated;
import dev.clearway.lab.simulate.Simulation;
import dev.clearway.lab.simulate.SimulationPlan;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationReportTest {
    private static List<Simulated> results(Growth... rules) throws InterruptedException {
        List<Simulated> results = new ArrayList<>();
        for (Growth growth : rules) {
            results.add(Simulation.run(new SimulationPlan(
                    3,
                    Arrivals.burst(300),
                    ServiceTimes.fixed(Duration.ofSeconds(1)),
                    Duration.ofMillis(2500),
                    Protocol.HTTP_2,
                    100,
                    Network.of(Duration.ofMillis(100), 2),
                    Limits.DEFAULT.withGrowth(growth),
                    false,
                    5)));
        }
        return results;
    }

    @Test
    void modelFiguresAndLoadAreShown() throws InterruptedException {
        String text = String.join("\n", SimulationText.lines(results(Growth.SINGLE), 160));
        assertThat(text)
                .contains("300 by each of 3 clients, 900 in all, all at once, timeout 2.5 s")
                .contains("round trip 0.1 s, handshake 0.2 s, SETTINGS 0.1 s after it; cold")
                .contains("SINGLE, ceiling 10, 10000 may wait, overload rule on")
                .contains("seed 5")
                .containsPattern("(?m)^single +900 +600 +300 +300 +3 ")
                .contains("single: 300 × refused by the queue (DEADLINE")
                .containsPattern("(?m)^ +0 s +\\d+ +[\\d.]+ +3 ");
    }

    @Test
    void rulesStandSideBySide() throws InterruptedException {
        List<String> lines = SimulationText.lines(results(Growth.values()), 160);
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("single "));
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("one-at-a-time "));
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("on-demand "));
        assertThat(lines).anySatisfy(line -> assertThat(line).containsPattern("single .*one-at-a-time .*on-demand"));
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(160));
    }

    @Test
    void jsonHasTheNamesOfTheLab() throws InterruptedException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SimulationJson.write(results(Growth.SINGLE, Growth.ON_DEMAND), bytes);
        String json = bytes.toString(StandardCharsets.UTF_8);
        assertThat(json)
                .contains("\"clients\" : 3", "\"requestsOfEach\" : 300", "\"handshakeSeconds\" : 0.2", "\"seed\" : 5")
                .contains("\"growth\" : \"SINGLE\"", "\"growth\" : \"ON_DEMAND\"")
                .contains("\"succeeded\" : 600", "\"neverSent\" : 300", "\"slowestSeconds\" : 2.5")
                .contains("\"serverRequests\" : 600", "\"serverCpuSeconds\" : null", "\"waitSecondsByReason\"")
                .contains("\"intervalSeconds\"", "\"inService\"", "\"type\" : \"DEADLINE\"")
                .endsWith("}\n");
    }
}
