package dev.clearway.lab.report;

import dev.clearway.lab.Outcome;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Caller;
import dev.clearway.lab.scenario.Family;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/** What must be known to read a result rightly. */
final class Notes {
    private Notes() {}

    /** The notes on the scenarios of a family, in few words. */
    static List<String> of(Family family, List<List<Outcome>> scenarios) {
        List<String> notes = new ArrayList<>();
        boolean relayed = scenarios.stream()
                .map(runs -> runs.get(0).scenario())
                .anyMatch(scenario ->
                        scenario.family() == family && !scenario.roundTrip().isZero());
        if (relayed) {
            notes.add(
                    "Rows with a round trip go through a relay that delays both directions. It cannot delay SYN and ACK,"
                            + " so it holds a connection's first bytes back one round trip more"
                            + (family == Family.REUSE ? ": TCP's round trip shows under TLS." : "."));
        }
        if (family == Family.BURST) {
            notes.add("One warm-up request goes first and is not counted, except with a round trip: there the origin is"
                    + " cold.");
        }
        if (family == Family.OVERLOAD) {
            notes.add(
                    "One warm-up request goes first and is not counted. Requests come like clockwork; those who are answered in"
                            + " time are the goodput.");
        }
        if (family == Family.MULTIPLEXING) {
            notes.add(
                    "One warm-up request goes first and is not counted. Where the burst makes TLS connections, their code");
            notes.add("was warmed against another origin.");
        }
        if (family == Family.REUSE) {
            notes.add("Every origin is cold, the client's code is not. A first request takes a round trip for TCP, one"
                    + " for TLS 1.3 (two for TLS 1.2) and its own. Published for a public URL: 618 ms, then 78.4 ms:"
                    + " 7.9 to 1.");
        }
        return notes;
    }

    /** The notes on one scenario. */
    static List<String> of(Scenario scenario) {
        List<String> notes = new ArrayList<>();
        if (!scenario.roundTrip().isZero()) {
            long millis = scenario.roundTrip().toMillis();
            notes.add("the relay delays each direction by half of " + millis
                    + " ms; it cannot delay SYN and ACK, so it holds the first bytes of a connection back by "
                    + millis + " ms more in place of TCP's own round trip");
        }
        if (scenario.family() == Family.REUSE || (scenario instanceof Burst burst && burst.cold())) {
            notes.add("no warm-up request: the origin is cold, the client's code was warmed against another");
        } else {
            notes.add("one warm-up request first, left out of all counts");
        }
        if (scenario instanceof Burst burst && burst.caller() == Caller.JDK) {
            notes.add("the JDK's client tells nothing of a line or of connections: queue figures are 0,"
                    + " connections are those that the server saw");
        }
        return notes;
    }
}
