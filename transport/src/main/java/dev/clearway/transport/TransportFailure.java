package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;

/**
 * What every failure of an exchange says, whatever JDK type it extends. The exception's message is built from these
 * facts, so that a log line alone answers "was it the queue?" and "may I send it again?".
 */
public interface TransportFailure {
    /** The exchange at the moment of its failure: origin, protocol, connection, waits by reason, and where the time went. */
    ExchangeRecord exchange();

    /** What became of the request on its way. */
    default Delivery delivery() {
        return exchange().delivery();
    }
}
