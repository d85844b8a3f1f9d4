/** A local certificate authority, leaf certificates, and TLS contexts with ALPN. */
@NullMarked
package dev.clearway.certs;

import org.jspecify.annotations.NullMarked;
