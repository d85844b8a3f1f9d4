package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/** The request's own timeout struck, in the line or while its response was awaited: {@link ExchangeRecord#waitingFor()} and {@link #delivery()}
 * tell which. Also the refusal of a request that has too little of it left ({@link Refusal#DEADLINE}, see {@link ExchangeRecord#refusal()}). */
public final class ExchangeTimeoutException extends HttpTimeoutException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;

    /**
     * A failure with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its failure
     * @param what what went wrong, a phrase without the facts
     * @param cause what lies beneath; {@code null} if nothing does
     */
    public ExchangeTimeoutException(ExchangeRecord exchange, String what, @Nullable Throwable cause) {
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
