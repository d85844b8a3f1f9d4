package dev.clearway.transport.exchange;

import dev.clearway.transport.AddressRefusedException;
import dev.clearway.transport.OpenFailedException;
import dev.clearway.transport.OpenTimeoutException;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.TlsFailedException;
import dev.clearway.transport.observe.ExchangeRecord;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import javax.net.ssl.SSLException;

/** The failure of an exchange for which no connection could be opened: each exchange gets its own, with its own facts. */
final class OpenFailure {
    private OpenFailure() {}

    /** Whether another attempt would fail the same way. */
    static boolean dooms(Throwable cause) {
        return cause instanceof AddressRefused
                || cause instanceof SSLException
                || cause instanceof ProtocolException
                || cause.getCause() instanceof UnknownHostException;
    }

    static Throwable of(ExchangeRecord record, Throwable cause) {
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (cause instanceof HttpConnectTimeoutException) {
            return new OpenTimeoutException(record, what, cause);
        }
        if (cause instanceof AddressRefused) {
            return new AddressRefusedException(record, what, cause);
        }
        if (cause instanceof SSLException) {
            return new TlsFailedException(record, what, cause);
        }
        if (cause instanceof ProtocolException) {
            return new PeerProtocolException(record, what, cause);
        }
        return new OpenFailedException(record, what, cause);
    }
}
