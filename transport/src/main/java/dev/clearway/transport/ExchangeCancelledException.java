package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The caller cancelled the exchange. */
public final class ExchangeCancelledException extends CancellationException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;

    /**
     * A failure with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its failure
     * @param what what went wrong, a phrase without the facts
     * @param cause what lies beneath; {@code null} if nothing does
     */
    public ExchangeCancelledException(ExchangeRecord exchange, String what, @Nullable Throwable cause) {
        super(FailureMessage.of(exchange, what));
        this.exchange = exchange;
        if (cause != null) {
            initCause(cause);
        }
    }

    @Override
    public ExchangeRecord exchange() {
        return exchange;
    }
}
