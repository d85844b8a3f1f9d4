package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The TLS handshake failed: the certificate is not trusted or not for this host, or there is no common protocol version. */
public final class TlsFailedException extends SSLHandshakeException implements TransportFailure {
    private static final long serialVersionUID = 1;

    private final transient ExchangeRecord exchange;

    /**
     * A failure with its facts, from which the message is built.
     *
     * @param exchange the exchange at the moment of its failure
     * @param what what went wrong, a phrase without the facts
     * @param cause what lies beneath; {@code null} if nothing does
     */
    public TlsFailedException(ExchangeRecord exchange, String what, @Nullable Throwable cause) {
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
