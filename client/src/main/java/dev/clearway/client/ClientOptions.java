package dev.clearway.client;

import dev.clearway.transport.Limits;
import dev.clearway.transport.VersionPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProxySelector;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * What a client was built with, as far as it can be asked for.
 *
 * @param versions by which versions a request travels that names none
 * @param limits growth and bounds of the pools
 * @param connectTimeout {@code null} for none
 * @param givenProxies the builder's proxy selector; {@code null} if there was none
 * @param givenContext the builder's TLS context; {@code null} if there was none
 * @param givenParameters the builder's TLS parameters, not changed by anybody; {@code null} if there were none
 */
record ClientOptions(
        VersionPolicy versions,
        Limits limits,
        @Nullable Duration connectTimeout,
        @Nullable ProxySelector givenProxies,
        @Nullable SSLContext givenContext,
        @Nullable SSLParameters givenParameters) {

    /** The context that TLS connections are made with. */
    SSLContext sslContext() {
        return givenContext != null ? givenContext : defaultContext();
    }

    /** A fresh copy of the parameters that TLS connections are made with. */
    SSLParameters sslParameters() {
        return givenParameters == null ? sslContext().getDefaultSSLParameters() : copyOf(givenParameters, sslContext());
    }

    /** A copy by way of an engine, which knows every property that this JDK's parameters have. */
    static SSLParameters copyOf(SSLParameters parameters, SSLContext context) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setSSLParameters(parameters);
        return engine.getSSLParameters();
    }

    static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
