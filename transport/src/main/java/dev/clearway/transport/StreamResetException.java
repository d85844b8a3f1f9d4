package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;

/** The peer ended the exchange's stream and no other (RFC 9113, section 5.4.2), or named it as unprocessed in a GOAWAY (section 6.8). */
public final class StreamResetException extends IOException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;
    private final long errorCode;

    /**
     * A reset with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its failure
     * @param what what went wrong, a phrase without the facts
     * @param errorCode the peer's error code, RFC 9113, section 7
     */
    public StreamResetException(ExchangeRecord exchange, String what, long errorCode) {
        super(FailureMessage.of(exchange, what));
        this.exchange = exchange;
        this.errorCode = errorCode;
    }

    @Override
    public ExchangeRecord exchange() {
        return exchange;
    }

    /** The peer's error code, RFC 9113, section 7. */
    public long errorCode() {
        return errorCode;
    }
}
