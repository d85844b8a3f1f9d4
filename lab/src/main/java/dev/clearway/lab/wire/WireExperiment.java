package dev.clearway.lab.wire;

import dev.clearway.lab.child.OriginProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One experiment on the wire. */
public sealed interface WireExperiment permits HpackExperiment, LossExperiment, FlowExperiment {
    /** All of them, the quick ones first. */
    List<WireExperiment> ALL = List.of(new HpackExperiment(), new FlowExperiment(), new LossExperiment());

    /** Its name on the command line and in results. */
    String name();

    /** What it does, in a line. */
    String what();

    /** What it expects, in a line. */
    String expected();

    /**
     * Runs it once.
     *
     * @throws IOException if it could not be run
     */
    WireResult run(OriginProcess servers) throws IOException;

    /** The one of that name. */
    static Optional<WireExperiment> find(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
