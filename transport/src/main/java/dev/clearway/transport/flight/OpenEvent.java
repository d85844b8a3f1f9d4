package dev.clearway.transport.flight;

import dev.clearway.transport.observe.ExchangeRecord;

/** An event that has begun, about an exchange. One thread at a time. */
public interface OpenEvent {
    /** Its time ends now. Returns whether it is to be written: those below the threshold of their kind are not. */
    boolean ends();

    /** Writes it, with what is known of its exchange. */
    void write(ExchangeRecord facts);
}
