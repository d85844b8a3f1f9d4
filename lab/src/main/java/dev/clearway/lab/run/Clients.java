package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.transport.Limits;
import dev.clearway.transport.VersionPolicy;
import java.io.IOException;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** Makes clients that trust the lab's authority. Each has a TLS context of its own: none resumes another's session. */
final class Clients {
    private final X509Certificate authority;

    Clients(X509Certificate authority) {
        this.authority = authority;
    }

    /** The JDK's client with its defaults. */
    HttpClient jdk() {
        return HttpClient.newBuilder().sslContext(context()).build();
    }

    /** Ours. */
    ClearwayClient clearway(Wire wire, Limits limits, ExchangeLog log) {
        return builder(wire, limits, log).build();
    }

    /** Ours, held to one TLS version. */
    ClearwayClient clearway(Wire wire, Limits limits, ExchangeLog log, String tlsVersion) {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {tlsVersion});
        return builder(wire, limits, log).sslParameters(parameters).build();
    }

    private ClearwayClientBuilder builder(Wire wire, Limits limits, ExchangeLog log) {
        VersionPolicy versions = switch (wire) {
            case H1, H1_TLS -> VersionPolicy.HTTP_1_1;
            case H2C, H2_TLS -> VersionPolicy.HTTP_2;
        };
        return ClearwayClient.newBuilder()
                .versionPolicy(versions)
                .limits(limits)
                .listener(log)
                .sslContext(context());
    }

    private SSLContext context() {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("lab", authority);
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this runtime cannot make a TLS context", e);
        }
    }
}
