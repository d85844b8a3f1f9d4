package dev.clearway.cli;

import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.wire.WireExperiment;
import dev.clearway.lab.wire.WireJson;
import dev.clearway.lab.wire.WireResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the experiments on the wire. */
@Command(
        name = "wire",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows what the wire itself does to requests: hpack, the bytes of a header the first time and later; flow, small"
                    + " requests beside a large download; loss, what a lost packet does to those who share its connection.",
            "",
            "Each says what it expects, measures it through a relay on real sockets, and says whether that held.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab wire                  all three, about 45 seconds",
            "  clearway lab wire hpack",
            "  clearway lab wire loss --json loss.json",
            "",
            "Exit codes: 0 all held; 1 something did not hold or could not be run;",
            "2 wrong arguments; 130 interrupted.",
        })
final class LabWireCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "hpack, flow or loss. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private JsonOption json = new JsonOption();

    LabWireCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        List<WireExperiment> chosen = chosen();
        Screen screen = json.screen(out, err);
        ServerLog.quieten();
        List<WireResult> results = new ArrayList<>();
        try (JsonTarget target = json.target(out);
                OriginProcess servers = OriginProcess.start()) {
            for (WireExperiment experiment : chosen) {
                screen.lines(List.of("", experiment.name() + " expects: " + experiment.expected()));
                WireResult result = experiment.run(servers);
                results.add(result);
                screen.lines(result.lines());
            }
            target.write(stream -> WireJson.write(results, stream));
        }
        return results.stream().allMatch(WireResult::holds) ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<WireExperiment> chosen() {
        if (names.isEmpty()) {
            return WireExperiment.ALL;
        }
        return new LinkedHashSet<>(names).stream().map(this::named).toList();
    }

    private WireExperiment named(String name) {
        return WireExperiment.find(name)
                .orElseThrow(() -> UsageErrors.wrong(
                        spec,
                        new IllegalArgumentException("there is no experiment '" + name + "'; there are "
                                + WireExperiment.ALL.stream()
                                        .map(WireExperiment::name)
                                        .collect(Collectors.joining(", ")))));
    }
}
