package dev.clearway.analysis.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of an object in the order in which they were written; of equal names the first holds. Most have few. */
final class Members extends AbstractMap<String, Json> {
    private static final int FEW = 16;

    private String[] names = new String[4];
    private Json[] values = new Json[4];
    private int size;
    private @Nullable Map<String, Integer> indices;

    /** The first name, anywhere in the document, that one object has twice; set on the document's root alone. */
    @Nullable
    String duplicate;

    /** Adds a member; says whether its name is new. */
    boolean add(String name, Json value) {
        if (index(name) >= 0) {
            return false;
        }
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size] = value;
        if (indices != null) {
            indices.put(name, size);
        } else if (size == FEW) {
            indices = new HashMap<>();
            for (int i = 0; i <= size; i++) {
                indices.put(names[i], i);
            }
        }
        size++;
        return true;
    }

    private int index(String name) {
        if (indices != null) {
            return indices.getOrDefault(name, -1);
        }
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The member {@code name}; {@link Json#ABSENT} if there is none. */
    Json find(String name) {
        int index = index(name);
        return index < 0 ? Json.ABSENT : values[index];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && index(name) >= 0;
    }

    @Override
    public @Nullable Json get(@Nullable Object key) {
        int index = key instanceof String name ? index(name) : -1;
        return index < 0 ? null : values[index];
    }

    @Override
    public Set<Map.Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<String, Json>> iterator() {
                return new Entries();
            }
        };
    }

    /** Goes through the members in their order. */
    private final class Entries implements Iterator<Map.Entry<String, Json>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size;
        }

        @Override
        public Map.Entry<String, Json> next() {
            if (next == size) {
                throw new NoSuchElementException();
            }
            return Map.entry(names[next], values[next++]);
        }
    }
}
