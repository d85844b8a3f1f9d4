package dev.clearway.lab.simulate;

import dev.clearway.lab.measure.Work;
import java.time.Duration;

/**
 * The way between a client and the server, and what code costs at its ends. Nothing is lost on it, and no bandwidth bounds
 * it.
 *
 * @param roundTrip round trip time
 * @param handshake from the start of a connection until a request can leave on it
 * @param settings from there until the server's SETTINGS have come, which say how many streams it allows
 * @param work what code costs, of each client by itself: one thing after the other, in the order in which it comes up
 */
public record Network(Duration roundTrip, Duration handshake, Duration settings, Work work) {
    /** Round trips of a handshake: one for TCP, one for TLS 1.3. */
    public static final double HANDSHAKE_ROUND_TRIPS = 2;

    private static final Duration LONGEST = Duration.ofMinutes(1);

    public Network {
        checked(roundTrip, "round trip");
        checked(handshake, "handshake");
        checked(settings, "time until SETTINGS");
    }

    /** A network with that round trip time, whose handshakes take so many of them; SETTINGS come one later. */
    public static Network of(Duration roundTrip, double handshakeRoundTrips) {
        if (!(handshakeRoundTrips >= 0 && handshakeRoundTrips <= 100)) {
            throw new IllegalArgumentException("handshake round trips must be from 0 to 100: " + handshakeRoundTrips);
        }
        checked(roundTrip, "round trip");
        Duration handshake = Duration.ofNanos(Math.round(roundTrip.toNanos() * handshakeRoundTrips));
        return new Network(roundTrip, handshake, roundTrip, Work.NONE);
    }

    /** This network with handshakes of another length. */
    public Network withHandshake(Duration value) {
        return new Network(roundTrip, value, settings, work);
    }

    /** This network with code at its ends that costs so much. */
    public Network withWork(Work value) {
        return new Network(roundTrip, handshake, settings, value);
    }

    private static void checked(Duration time, String name) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be from 0 to a minute: " + time);
        }
    }
}
