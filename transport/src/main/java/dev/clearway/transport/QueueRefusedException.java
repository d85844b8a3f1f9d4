package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;

/** The line in which requests wait for a place on a connection sent this one away. It was never sent. */
public final class QueueRefusedException extends IOException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;
    private final Refusal refusal;

    /**
     * A refusal with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its refusal
     * @param refusal why it was sent away
     */
    public QueueRefusedException(ExchangeRecord exchange, Refusal refusal) {
        super(FailureMessage.of(exchange, "refused by the queue (" + refusal + ")"));
        this.exchange = exchange;
        this.refusal = refusal;
    }

    @Override
    public ExchangeRecord exchange() {
        return exchange;
    }

    /** Why it was sent away. */
    public Refusal refusal() {
        return refusal;
    }
}
