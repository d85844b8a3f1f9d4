package dev.clearway.lab.chaos;

import dev.clearway.server.HttpProtocol;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What is to befall one arrival of a request at the origin.
 *
 * @param fault what, or {@code null} for nothing
 * @param amount a number that the fault makes use of, 0 to 999
 */
record Blow(@Nullable Happening fault, int amount) {
    private static final int OUT_OF = 100_000;

    /** How often each is drawn, in {@link #OUT_OF}, in ordinary weather. */
    private record Share(Happening fault, int share) {}

    private static final Share[] SHARES = {
        new Share(Happening.REFUSED, 700),
        new Share(Happening.HTTP_1_1_REQUIRED, 100),
        new Share(Happening.RESET, 400),
        new Share(Happening.RESET_MIDWAY, 300),
        new Share(Happening.CALM, 150),
        new Share(Happening.GOAWAY_GRACEFUL, 120),
        new Share(Happening.GOAWAY_ABRUPT, 60),
        new Share(Happening.GOAWAY_BELOW, 120),
        new Share(Happening.GOAWAY_CALM, 20),
        new Share(Happening.STALLED, 60),
        new Share(Happening.CUT_UNSEEN, 80),
        new Share(Happening.CUT, 80),
        new Share(Happening.CUT_MIDWAY, 80),
        new Share(Happening.ENDED_UNSEEN, 80),
        new Share(Happening.ENDED, 80),
        new Share(Happening.ENDED_MIDWAY, 80),
        new Share(Happening.CLOSED_AFTER, 1_000),
        new Share(Happening.LIMIT_ZERO, 40),
        new Share(Happening.LIMIT_CHANGED, 300),
        new Share(Happening.WINDOW_CHANGED, 100),
        new Share(Happening.UNAVAILABLE, 700),
        new Share(Happening.SLOW, 1_000),
        new Share(Happening.SILENT, 60),
        new Share(Happening.EARLY, 1_000),
    };

    /** Requests whose numbers are that near share their weather. */
    private static final int FRONT = 250;

    private static final int[] WEATHERS = {0, 1, 1, 1, 4};

    boolean is(Happening what) {
        return fault == what;
    }

    Happening faultOrThrow() {
        return Objects.requireNonNull(fault);
    }

    /** The same as it can be where that protocol is spoken. */
    Blow by(HttpProtocol protocol, boolean secure) {
        Happening here = fault == null ? null : protocol == HttpProtocol.HTTP_2 ? overHttp2(secure) : overHttp1();
        return here == fault ? this : new Blow(here, amount);
    }

    private @Nullable Happening overHttp2(boolean secure) {
        return switch (faultOrThrow()) {
            case CLOSED_AFTER -> null;
            case HTTP_1_1_REQUIRED -> secure ? fault : null;
            default -> fault;
        };
    }

    private @Nullable Happening overHttp1() {
        return switch (faultOrThrow()) {
            case REFUSED -> Happening.ENDED_UNSEEN;
            case GOAWAY_GRACEFUL, GOAWAY_BELOW, GOAWAY_ABRUPT, GOAWAY_CALM -> Happening.CLOSED_AFTER;
            case HTTP_1_1_REQUIRED, CALM, LIMIT_ZERO, LIMIT_CHANGED, WINDOW_CHANGED -> null;
            default -> fault;
        };
    }

    /** What befalls that arrival, the first of which is 0. */
    static Blow of(long seed, int request, int arrival) {
        SplittableRandom random = Chance.of(seed, request, Chance.FAULT + arrival);
        int weather = WEATHERS[Chance.of(seed, request / FRONT, Chance.WEATHER).nextInt(WEATHERS.length)];
        int drawn = random.nextInt(OUT_OF);
        int amount = random.nextInt(1_000);
        for (Share each : SHARES) {
            drawn -= each.share * weather;
            if (drawn < 0) {
                return new Blow(each.fault, amount);
            }
        }
        return new Blow(null, amount);
    }
}
