package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import java.net.ConnectException;
import org.jspecify.annotations.Nullable;

/** The transport's {@link AddressFilter} does not permit the address that the origin's host was found to be. Nothing was connected to. */
public final class AddressRefusedException extends ConnectException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;

    /**
     * A failure with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its failure
     * @param what what went wrong, a phrase without the facts
     * @param cause what lies beneath; {@code null} if nothing does
     */
    public AddressRefusedException(ExchangeRecord exchange, String what, @Nullable Throwable cause) {
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
