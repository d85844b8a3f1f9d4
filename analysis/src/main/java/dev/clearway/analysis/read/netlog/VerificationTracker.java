package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.model.Certificate;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.read.netlog.SocketTracker.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows the verification of certificates, whose end says whether the root is publicly known. One verification serves all
 * sockets that were shown the same certificate at that time; a later socket's may come from the browser's cache and then
 * leaves no event.
 */
final class VerificationTracker {
    private static final int MOST_SOCKETS = 1_000;

    private static final class Verification {
        final List<Long> sockets = new ArrayList<>();

        @Nullable
        Boolean publicRoot;

        boolean interceptor;

        @Nullable
        Evidence shown;
    }

    private final SocketTracker sockets;
    private final Sources<Verification> verifications = new Sources<>(id -> new Verification());
    private @Nullable Constants constants;

    VerificationTracker(SocketTracker sockets) {
        this.sockets = sockets;
    }

    void constants(Constants read) {
        constants = read;
    }

    void register(Handlers handlers) {
        handlers.on(this::bound, "CERT_VERIFIER_REQUEST_BOUND_TO_JOB");
        handlers.on(this::verified, "CERT_VERIFIER_JOB");
    }

    private void bound(Event event) {
        Verification verification = verifications.get(event.dependency());
        if (verification.shown != null) {
            join(event.source(), verification);
        } else if (verification.sockets.size() < MOST_SOCKETS) {
            verification.sockets.add(event.source());
        }
    }

    private void verified(Event event) {
        if (!event.ends()) {
            return;
        }
        Verification verification = verifications.get(event.source());
        verification.publicRoot = event.params().get("is_issued_by_known_root").truth();
        verification.interceptor = interceptor(event);
        verification.shown = event.evidence(verdict(verification));
        verification.sockets.forEach(socket -> join(socket, verification));
        verification.sockets.clear();
    }

    private boolean interceptor(Event event) {
        long status = event.params().get("cert_status").integer(0);
        Constants by = constants;
        return by != null
                && (by.certStatus(status, "KNOWN_INTERCEPTION_DETECTED")
                        || by.certStatus(status, "KNOWN_INTERCEPTION_BLOCKED"));
    }

    private static String verdict(Verification verification) {
        if (verification.interceptor) {
            return "the browser knows the certificate's key as an interceptor's";
        }
        if (verification.publicRoot == null) {
            return "the browser gave no verdict on the certificate's root";
        }
        return verification.publicRoot
                ? "the certificate's root is a publicly known one"
                : "the certificate's root is not a publicly known one";
    }

    private void join(long id, Verification verification) {
        Socket socket = sockets.sockets().get(id);
        socket.publicRoot = verification.publicRoot;
        socket.interceptor = verification.interceptor;
        Evidence shown = verification.shown;
        if (shown != null) {
            Certificate certificate = socket.certificate;
            String issuer = certificate == null ? "" : "; it was issued by " + certificate.issuerText();
            socket.issuerShown = shown.saying(shown.text() + issuer);
        }
    }
}
