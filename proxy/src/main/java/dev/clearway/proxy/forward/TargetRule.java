package dev.clearway.proxy.forward;

import dev.clearway.server.RequestHead;

/** Says for whom the requests of a connection are. Confined to the connection's event loop; must not block. */
@FunctionalInterface
public interface TargetRule {
    /**
     * For whom a request is.
     *
     * @throws RefusedException if it may not be passed on
     */
    Target target(RequestHead head) throws RefusedException;
}
