package dev.clearway.proxy.accept;

import dev.clearway.proxy.forward.Authority;
import dev.clearway.proxy.forward.ProxyError;
import dev.clearway.proxy.forward.RefusedException;
import dev.clearway.proxy.forward.Target;
import dev.clearway.proxy.forward.TargetRule;
import dev.clearway.proxy.policy.TargetPolicy;
import dev.clearway.server.RequestHead;
import dev.clearway.transport.Origin;
import java.util.Set;

/** How the targets of requests are found, by the way that their connection came. Stateless. */
final class Rules {
    private Rules() {}

    /** From each request itself: an absolute target, or {@code Host}. */
    static TargetRule named(TargetPolicy policy) {
        return head -> {
            if (head.authority().isEmpty()) {
                throw new RefusedException(
                        400, ProxyError.HTTP_REQUEST_ERROR, "The request does not say for whom it is.");
            }
            Authority authority = Authority.of(head.authority());
            Origin origin = new Origin(head.scheme(), authority.host(), authority.portOr(head.scheme()));
            permitted(policy, origin);
            return new Target(origin, head.authority());
        };
    }

    /** One origin, and requests that name it or one of the other names that their connection has shown. */
    static TargetRule within(TargetPolicy policy, Origin origin, Set<String> names) {
        return head -> {
            permitted(policy, origin);
            if (head.authority().isEmpty()) {
                return new Target(origin, authority(origin));
            }
            Authority asked = Authority.of(head.authority());
            if (!names.contains(asked.host()) || asked.portOr(origin.scheme()) != origin.port()) {
                throw misdirected(head, authority(origin));
            }
            return new Target(origin, head.authority());
        };
    }

    /** The one host that SNI named, at the port that each request names: the one that its client took itself to be connected to. */
    static TargetRule shown(TargetPolicy policy, String host) {
        return head -> {
            Authority asked = head.authority().isEmpty() ? new Authority(host, -1) : Authority.of(head.authority());
            if (!asked.host().equals(host)) {
                throw misdirected(head, host);
            }
            Origin origin = new Origin("https", host, asked.portOr("https"));
            permitted(policy, origin);
            return new Target(origin, authority(origin));
        };
    }

    private static RefusedException misdirected(RequestHead head, String whose) {
        return new RefusedException(
                421,
                ProxyError.HTTP_REQUEST_ERROR,
                "The request is for " + head.authority() + ", its connection for " + whose + ".");
    }

    /** One upstream, whatever requests name. */
    static TargetRule upstream(TargetPolicy policy, Origin origin) {
        return head -> {
            permitted(policy, origin);
            return new Target(origin, authority(origin));
        };
    }

    private static void permitted(TargetPolicy policy, Origin origin) throws RefusedException {
        if (!policy.permits(origin.host(), origin.port())) {
            throw prohibited(authority(origin));
        }
    }

    /** The refusal of a target that policy forbids. */
    static RefusedException prohibited(String target) {
        return new RefusedException(
                403, ProxyError.DESTINATION_IP_PROHIBITED, "This proxy does not connect to " + target + ".");
    }

    /** Host and port as {@code Host} writes them: the scheme's own port left out. */
    static String authority(Origin origin) {
        String host = origin.host().contains(":") ? "[" + origin.host() + "]" : origin.host();
        boolean usual = origin.port() == (origin.secure() ? 443 : 80);
        return usual ? host : host + ":" + origin.port();
    }

    /** Whether a request asks for a tunnel to a target (RFC 9110, section 9.3.6). */
    static boolean isConnect(RequestHead head) {
        return head.method().equals("CONNECT") && head.upgrade().isEmpty();
    }
}
