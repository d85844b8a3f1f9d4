package dev.clearway.journal;

import java.util.Arrays;

/**
 * How long a request waited before it was sent, by what it waited for: microseconds each. A wait that did not occur is
 * zero; whether a recorder can tell of a kind of wait at all is a fact of the recording, not of a request.
 */
public final class Waits {
    /** No wait of any kind. */
    public static final Waits NONE = new Waits(new Wait[0], new long[0]);

    /** The kinds that occurred, in the order of {@link Wait}: most requests waited for one thing or none. */
    private final Wait[] kinds;

    /** How long, each at its kind's index and above zero. */
    private final long[] micros;

    private Waits(Wait[] kinds, long[] micros) {
        this.kinds = kinds;
        this.micros = micros;
    }

    /** One wait of {@code micros} microseconds; none if that is not above zero. */
    public static Waits of(Wait kind, long micros) {
        return NONE.plus(kind, micros);
    }

    /** These waits and {@code more} microseconds of one kind; unchanged if that is not above zero. */
    public Waits plus(Wait kind, long more) {
        if (more <= 0) {
            return this;
        }
        int found = Arrays.binarySearch(kinds, kind);
        if (found >= 0) {
            long[] sum = micros.clone();
            sum[found] += more;
            return new Waits(kinds, sum);
        }
        int at = -found - 1;
        Wait[] widerKinds = Arrays.copyOf(kinds, kinds.length + 1);
        long[] widerMicros = Arrays.copyOf(micros, micros.length + 1);
        System.arraycopy(kinds, at, widerKinds, at + 1, kinds.length - at);
        System.arraycopy(micros, at, widerMicros, at + 1, micros.length - at);
        widerKinds[at] = kind;
        widerMicros[at] = more;
        return new Waits(widerKinds, widerMicros);
    }

    /** How long it waited for {@code kind}, in microseconds. */
    public long of(Wait kind) {
        int found = Arrays.binarySearch(kinds, kind);
        return found >= 0 ? micros[found] : 0;
    }

    /** How long it waited at {@code place}, in microseconds. */
    public long at(Wait.Place place) {
        long sum = 0;
        for (int i = 0; i < kinds.length; i++) {
            sum += kinds[i].place() == place ? micros[i] : 0;
        }
        return sum;
    }

    /** How long it waited in all, in microseconds. */
    public long total() {
        long sum = 0;
        for (long wait : micros) {
            sum += wait;
        }
        return sum;
    }

    /** How long it waited for a connection or a stream, the client's own queues left out, in microseconds. */
    public long network() {
        return total() - at(Wait.Place.BROWSER);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Waits that && Arrays.equals(kinds, that.kinds) && Arrays.equals(micros, that.micros);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(kinds) + Arrays.hashCode(micros);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < kinds.length; i++) {
            text.append(i > 0 ? ", " : "")
                    .append(kinds[i])
                    .append(' ')
                    .append(micros[i])
                    .append(" µs");
        }
        return text.append('}').toString();
    }
}
