package dev.clearway.proxy.forward;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.transport.AddressRefusedException;
import dev.clearway.transport.ExchangeTimeoutException;
import dev.clearway.transport.OpenFailedException;
import dev.clearway.transport.OpenTimeoutException;
import dev.clearway.transport.PeerProtocolException;
import dev.clearway.transport.QueueRefusedException;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.StreamResetException;
import dev.clearway.transport.TlsFailedException;
import dev.clearway.transport.TransportClosedException;
import dev.clearway.transport.TransportFailure;
import io.netty.handler.codec.http2.Http2Error;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/** Says what a client is told of a failure upstream. The text is built from the transport's facts: it names the wait, its reason and where the time went. */
final class UpstreamFailure {
    private UpstreamFailure() {}

    /** The answer in place of the upstream's. */
    static RefusedException of(Throwable cause) {
        String text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        if (cause instanceof QueueRefusedException) {
            boolean full = cause instanceof TransportFailure failure
                    && failure.exchange().refusal() == Refusal.QUEUE_FULL;
            return new RefusedException(
                    full ? 503 : 504, ProxyError.CONNECTION_LIMIT_REACHED, "Waited in the proxy's queue: " + text);
        }
        if (cause instanceof OpenTimeoutException) {
            return new RefusedException(
                    504, ProxyError.CONNECTION_TIMEOUT, "No connection to the upstream in time: " + text);
        }
        if (cause instanceof ExchangeTimeoutException) {
            return new RefusedException(
                    504, ProxyError.HTTP_RESPONSE_TIMEOUT, "No answer from the upstream in time: " + text);
        }
        if (cause instanceof TlsFailedException) {
            return tls(cause, text);
        }
        if (cause instanceof AddressRefusedException) {
            return new RefusedException(
                    403, ProxyError.DESTINATION_IP_PROHIBITED, "This proxy does not connect to that address: " + text);
        }
        if (cause instanceof OpenFailedException) {
            boolean unknown = find(cause, UnknownHostException.class) != null;
            return new RefusedException(
                    502,
                    unknown ? ProxyError.DNS_ERROR : ProxyError.CONNECTION_REFUSED,
                    "No connection to the upstream: " + reasoned(cause, text));
        }
        if (cause instanceof PeerProtocolException) {
            return new RefusedException(
                    502, ProxyError.HTTP_PROTOCOL_ERROR, "The upstream broke the rules of HTTP: " + text);
        }
        if (cause instanceof TransportClosedException) {
            return new RefusedException(503, ProxyError.PROXY_INTERNAL_ERROR, "The proxy is about to end.");
        }
        return new RefusedException(502, ProxyError.CONNECTION_TERMINATED, "The upstream gave no answer: " + text);
    }

    /** Whether a certificate is what TLS failed of. */
    static boolean isCertificate(Throwable cause) {
        return find(cause, CertificateException.class) != null;
    }

    private static RefusedException tls(Throwable cause, String text) {
        Throwable certificate = find(cause, CertificateException.class);
        if (certificate == null) {
            return new RefusedException(
                    502, ProxyError.TLS_PROTOCOL_ERROR, "TLS with the upstream failed: " + reasoned(cause, text));
        }
        return new RefusedException(
                502,
                ProxyError.TLS_CERTIFICATE_ERROR,
                "The upstream's certificate is not trusted, so nothing was sent to it. If it is meant to be, start the"
                        + " proxy with --upstream-ca and the certificate of its authority. " + text);
    }

    private static String reasoned(Throwable cause, String text) {
        Throwable deepest = cause;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        return deepest == cause ? text : deepest.getMessage() + " (" + text + ")";
    }

    private static @Nullable Throwable find(Throwable cause, Class<? extends Throwable> kind) {
        Throwable each = cause;
        for (int depth = 0; each != null && depth < 20; depth++) {
            if (kind.isInstance(each)) {
                return each;
            }
            each = each.getCause();
        }
        return null;
    }

    /** The HTTP/2 error code by which an answer under way is cut: the upstream's own where it reset its stream. */
    static long errorCode(Throwable cause) {
        if (cause instanceof StreamResetException reset) {
            return reset.errorCode();
        }
        return Http2Error.INTERNAL_ERROR.code();
    }

    /** Who is to blame. */
    static CutBy cutBy(Throwable cause) {
        boolean own = cause instanceof QueueRefusedException
                || cause instanceof AddressRefusedException
                || cause instanceof ExchangeTimeoutException
                || cause instanceof OpenTimeoutException
                || cause instanceof TransportClosedException;
        return own ? CutBy.PROXY : CutBy.UPSTREAM;
    }
}
