package dev.clearway.cli;

import dev.clearway.lab.expect.Expectations;
import dev.clearway.lab.scenario.Catalogue;
import dev.clearway.lab.scenario.Family;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/** The scenarios, chosen by name and listed. */
final class ScenarioList {
    private ScenarioList() {}

    /**
     * The scenarios of these names in their order, each once; all of them if there are no names.
     *
     * @throws IllegalArgumentException if there is none of a name
     */
    static List<Scenario> named(List<String> names) {
        if (names.isEmpty()) {
            return Catalogue.all();
        }
        return new LinkedHashSet<>(names).stream().map(ScenarioList::named).toList();
    }

    private static Scenario named(String name) {
        return Catalogue.find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario '" + name + "'; there are "
                        + Catalogue.all().stream().map(Scenario::name).collect(Collectors.joining(", "))));
    }

    /** Their names, what they do and what they expect. */
    static List<String> lines(List<Scenario> scenarios, int width) {
        List<String> lines = new ArrayList<>();
        for (Family family : Family.values()) {
            List<Scenario> members = scenarios.stream()
                    .filter(scenario -> scenario.family() == family)
                    .toList();
            if (!members.isEmpty()) {
                lines.add(family.title() + ": " + family.question());
            }
            for (Scenario scenario : members) {
                lines.add(String.format("  %-20s %s", scenario.name(), scenario.what()));
                lines.add(String.format(
                        "  %-20s expected: %s", "", Expectations.of(scenario).text()));
            }
        }
        return lines;
    }
}
