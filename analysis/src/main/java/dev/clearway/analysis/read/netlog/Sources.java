package dev.clearway.analysis.read.netlog;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The sources of one kind by their ids; beyond {@link #MOST} the one that was seen first is forgotten. */
final class Sources<T> {
    /** So many of one kind at a time: far more than any browser has open, few enough to hold. */
    private static final int MOST = 50_000;

    private final Map<Long, T> byId = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, T> eldest) {
            return size() > MOST;
        }
    };

    private final LongFunction<T> make;

    Sources(LongFunction<T> make) {
        this.make = make;
    }

    /** The source {@code id}, made if it was not seen before: a log may begin in the middle of it. */
    T get(long id) {
        T found = byId.get(id);
        if (found == null) {
            found = make.apply(id);
            byId.put(id, found);
        }
        return found;
    }

    /** The source {@code id}, if it was seen. */
    @Nullable
    T find(long id) {
        return byId.get(id);
    }

    void remove(long id) {
        byId.remove(id);
    }

    Iterable<T> all() {
        return byId.values();
    }
}
