package dev.clearway.lab.scenario;

import static dev.clearway.lab.scenario.Family.BURST;
import static dev.clearway.lab.scenario.Family.MULTIPLEXING;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The scenarios by name, in the order in which they run. */
public final class Catalogue {
    private static final Duration WAN = Duration.ofMillis(100);
    private static final Duration REUSE_WAN = Duration.ofMillis(75);
    /** Gives a place to whoever is next, even where too little time is left: what most clients do. */
    private static final Limits PATIENT =
            Limits.DEFAULT.withGrowth(Growth.SINGLE).withOverload(false);

    private static final Limits UNLIMITED = Limits.DEFAULT.withHttp1Connections(Integer.MAX_VALUE);

    private static final List<Scenario> ALL = List.of(
            single("h2-100", 100),
            single("h2-150", 150),
            single("h2-300", 300),
            single("h2-300-timeout", 300).withTimeout(Duration.ofMillis(1500)).withLimits(PATIENT),
            single("h2-300-deadline", 300).withTimeout(Duration.ofMillis(1500)),
            grows("h2-grow-150", 150),
            grows("h2-grow-300", 300),
            grows("h2-ceiling-300", 300).withLimits(Limits.DEFAULT.withHttp2Connections(2)),
            single("h2-limit-300", 300).withLimit(300),
            Burst.of("h1-150", BURST, Wire.H1, 150),
            wan("h2-grow-1000-wan", Growth.ON_DEMAND),
            wan("h2-serial-1000-wan", Growth.ONE_AT_A_TIME),
            Burst.of("jdk-300", BURST, Wire.H2_TLS, 300).withCaller(Caller.JDK),
            mux("mux-h1-20", Wire.H1_TLS, 20).withLimits(UNLIMITED),
            mux("mux-h1-6-20", Wire.H1_TLS, 20).withLimits(Limits.DEFAULT.withHttp1Connections(6)),
            mux("mux-h2-20", Wire.H2_TLS, 20).withGrowth(Growth.SINGLE),
            mux("mux-h2-200", Wire.H2_TLS, 200).withGrowth(Growth.SINGLE),
            mux("mux-h2-grow-200", Wire.H2_TLS, 200),
            mux("mux-limit10-50", Wire.H2_TLS, 50).withGrowth(Growth.SINGLE).withLimit(10),
            mux("mux-limit10-grow-50", Wire.H2_TLS, 50).withLimit(10),
            overload("overload", Overload.Line.REFUSES, Overload.Times.FIXED),
            overload("overload-spread", Overload.Line.REFUSES, Overload.Times.SPREAD),
            overload("overload-fifo", Overload.Line.FIFO, Overload.Times.FIXED),
            new Reuse("reuse-h1", Wire.H1_TLS, 101, 100, Duration.ZERO, Duration.ZERO),
            new Reuse("reuse-h2", Wire.H2_TLS, 101, 100, Duration.ZERO, Duration.ZERO),
            new Reuse("reuse-h1-wan", Wire.H1_TLS, 101, 100, Duration.ZERO, REUSE_WAN),
            new Reuse("reuse-h2-wan", Wire.H2_TLS, 101, 100, Duration.ZERO, REUSE_WAN),
            new ReuseBurst("reuse-burst-50", 50, 100, Duration.ZERO));

    private Catalogue() {}

    /** All of them. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** The one of that name. */
    public static Optional<Scenario> find(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    private static Overload overload(String name, Overload.Line line, Overload.Times times) {
        return new Overload(name, line, times, 2000, 100, Duration.ofSeconds(1));
    }

    private static Burst single(String name, int requests) {
        return Burst.of(name, BURST, Wire.H2C, requests).withGrowth(Growth.SINGLE);
    }

    private static Burst grows(String name, int requests) {
        return Burst.of(name, BURST, Wire.H2C, requests);
    }

    private static Burst wan(String name, Growth growth) {
        return Burst.of(name, BURST, Wire.H2_TLS, 1000).withGrowth(growth).withRoundTrip(WAN);
    }

    private static Burst mux(String name, Wire wire, int requests) {
        return Burst.of(name, MULTIPLEXING, wire, requests);
    }
}
