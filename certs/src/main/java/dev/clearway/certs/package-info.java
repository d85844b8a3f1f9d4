/**
 * A local certificate authority, the leaf certificates that it issues, and TLS contexts with ALPN made from both.
 *
 * <p>A {@link dev.clearway.certs.LocalAuthority} lives in a directory of its own or in memory alone; its key is made on
 * the machine that uses it, is readable by the owner only, and is never written to a log. Each
 * {@link dev.clearway.certs.Leaf} has an EC P-256 key of its own, names the hosts and addresses that it was asked for,
 * and lives for days. Clients trust an authority by its certificate, the file {@code ca.pem} of the directory. Two
 * services never share an authority: each opens its own by purpose, and a directory made for one purpose is refused to
 * another.
 */
@NullMarked
package dev.clearway.certs;

import org.jspecify.annotations.NullMarked;
