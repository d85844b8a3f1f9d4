package dev.clearway.proxy.forward;

import dev.clearway.transport.Delivery;
import dev.clearway.transport.Origin;
import dev.clearway.transport.TlsFailedException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Origins that break TLS off when HTTP/2 is offered to them, and are better asked for HTTP/1.1 alone for a while. Few, and
 * forgotten in time. Guarded by this object's lock, which is held for a look-up; any thread.
 */
final class Intolerance {
    private static final int MOST = 1_000;
    private static final long LASTING_NANOS = 600_000_000_000L;

    private final Map<Origin, Long> notedNanos = new LinkedHashMap<>();

    /** Whether a failure may be one of ALPN's: TLS broke off, not because of a certificate, and nothing was sent. */
    static boolean mayCause(Throwable failure) {
        return failure instanceof TlsFailedException tls
                && tls.delivery() == Delivery.NEVER_SENT
                && !UpstreamFailure.isCertificate(tls);
    }

    /** The origin broke off. */
    synchronized void note(Origin origin) {
        if (notedNanos.size() >= MOST) {
            notedNanos.remove(notedNanos.keySet().iterator().next());
        }
        notedNanos.put(origin, System.nanoTime());
    }

    /** Whether the origin is to be asked for HTTP/1.1 alone. */
    synchronized boolean isKnown(Origin origin) {
        Long noted = notedNanos.get(origin);
        if (noted == null) {
            return false;
        }
        if (System.nanoTime() - noted > LASTING_NANOS) {
            notedNanos.remove(origin);
            return false;
        }
        return true;
    }
}
