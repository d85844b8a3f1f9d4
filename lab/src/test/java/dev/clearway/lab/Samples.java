package dev.clearway.lab;

import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.measure.Span;
import dev.clearway.lab.measure.Split;
import dev.clearway.lab.scenario.Catalogue;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results as a quiet machine would give them. */
public final class Samples {
    private Samples() {}

    /** The scenario of that name. */
    public static Scenario scenario(String name) {
        return Catalogue.find(name).orElseThrow();
    }

    /** What {@code h2-300} measures. */
    public static Measured h2With300() {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int wave = i / 100;
            double left = wave * 1.005;
            spans.add(new Span(left, left + 1.005, true));
        }
        return new Measured(
                300,
                300,
                0,
                0,
                3.02,
                2.01,
                1,
                200,
                2.01,
                Map.of("STREAM_LIMIT", 301.5),
                new ServerFigures(300, 1.003, 1, 0.05, 1.0, 1.01),
                "HTTP/2",
                List.of(),
                spans,
                null);
    }

    /** What {@code h2-300-timeout} measures. */
    public static Measured timedOut() {
        return new Measured(
                300,
                100,
                200,
                100,
                1.01,
                1.005,
                1,
                200,
                1.5,
                Map.of("STREAM_LIMIT", 250.0),
                new ServerFigures(200, 1.003, 1, 0.05, 1.0, 1.01),
                "HTTP/2",
                List.of(new FailureKind("QueueRefusedException", "never sent", 100)),
                List.of(new Span(0, 1, true), new Span(1, 1.5, true), new Span(1.5, 1.5, false)),
                null);
    }

    /** What {@code reuse-h2-wan} measures. */
    public static Measured reuse() {
        Split first = new Split(0.0001, 0.0004, 0.152, 0.001, 0.0765, 0.23);
        ReuseFigures older =
                ReuseFigures.of("TLSv1.2", 1, new Split(0, 0, 0.227, 0.001, 0.077, 0.305), Sample.of(List.of(0.076)));
        ReuseFigures figures = ReuseFigures.of("TLSv1.3", 1, first, Sample.of(List.of(0.0755, 0.0765)))
                .beside("tls12", older);
        return new Measured(
                        101,
                        101,
                        0,
                        0,
                        0.23,
                        0.076,
                        1,
                        1,
                        0.15,
                        Map.of("CONNECTING", 0.15),
                        new ServerFigures(101, 0.001, 1, 0.02, 1.0, 1.01),
                        "HTTP/2",
                        List.of(),
                        List.of(),
                        null)
                .with(figures);
    }

    /** A run judged. */
    public static Outcome outcome(String name, Measured measured, Outcome... earlier) {
        return Outcome.judge(scenario(name), measured, List.of(earlier));
    }

    /** A report of these. */
    public static LabReport report(Outcome... outcomes) {
        return new LabReport(
                new Machine(2, 0.25, "17, test", "SunJSSE, TLSv1.3", "NIO"), List.of(outcomes), outcomes.length);
    }
}
