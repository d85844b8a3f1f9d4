package dev.clearway.lab.scenario;

import java.time.Duration;

/** One experiment of the lab. */
public sealed interface Scenario permits Burst, Overload, Reuse, ReuseBurst {
    /** Its name on the command line and in results. */
    String name();

    /** The question that it belongs to. */
    Family family();

    /** What its requests travel by. */
    Wire wire();

    /** How many requests are counted; warm-up requests are not. */
    int requests();

    /** Streams that the server allows on one HTTP/2 connection. */
    int limit();

    /** How long the server takes for each answer. */
    Duration delay();

    /** The round trip time that the relay between client and server makes; zero for none. */
    Duration roundTrip();

    /** What it does, in one line. */
    String what();

    /** The same experiment with other figures. */
    Scenario with(Overrides overrides);
}
