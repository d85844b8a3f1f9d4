package dev.clearway.analysis.read.netlog;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Which event types are asked for, and by whom. One type may be asked for by several. */
final class Handlers {
    private final Map<String, Consumer<Event>> byType = new HashMap<>();

    /** Calls {@code handler} with events of any of {@code types}. */
    void on(Consumer<Event> handler, String... types) {
        for (String type : types) {
            byType.merge(type, handler, Consumer::andThen);
        }
    }

    /** The handlers, by the codes that {@code constants} gives their types. */
    Map<Long, Consumer<Event>> byCode(Constants constants) {
        Map<Long, Consumer<Event>> byCode = new HashMap<>();
        constants.eventTypes().forEach((code, type) -> {
            Consumer<Event> handler = byType.get(type);
            if (handler != null) {
                byCode.put(code, handler);
            }
        });
        return byCode;
    }
}
