/**
 * What a proxy shows of itself to the people who run it.
 *
 * <p>{@link dev.clearway.proxy.admin.AdminServer} listens on a port of its own, on the loopback address alone, and only
 * when asked to. It answers with metrics in Prometheus' text and with a picture of the upstream pools, and nothing can be
 * changed by it. A page in a browser cannot read it by a name that it controls, since the {@code Host} has to be one of
 * loopback. Clients cannot reach it through the proxy, since it is one of the proxy's own ports. Its threads are few and
 * its own.
 */
@NullMarked
package dev.clearway.proxy.admin;

import org.jspecify.annotations.NullMarked;
