package dev.clearway.transport.flight;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.observe.ConnectTimings;

/** An event that has begun with an attempt to connect. One thread at a time. */
public interface OpeningEvent {
    /** The connection came up: writes the event. An attempt that fails writes none. */
    void opened(long id, Origin to, Protocol spoken, ConnectTimings parts);
}
