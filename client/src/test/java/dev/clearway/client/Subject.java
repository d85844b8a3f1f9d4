package dev.clearway.client;

import dev.clearway.transport.VersionPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A client and a way to the server: one column of the matrix that the contract tests run over. The JDK's come first. */
enum Subject {
    JDK_HTTP1(false, ContractServer.Port.HTTP1),
    JDK_HTTP1_TLS(false, ContractServer.Port.HTTP1_TLS),
    JDK_HTTP2_TLS(false, ContractServer.Port.HTTP2_TLS),
    CLEARWAY_HTTP1(true, ContractServer.Port.HTTP1),
    CLEARWAY_HTTP1_TLS(true, ContractServer.Port.HTTP1_TLS),
    CLEARWAY_HTTP2(true, ContractServer.Port.HTTP2),
    CLEARWAY_HTTP2_TLS(true, ContractServer.Port.HTTP2_TLS);

    final boolean ours;
    final ContractServer.Port port;

    Subject(boolean ours, ContractServer.Port port) {
        this.ours = ours;
        this.port = port;
    }

    boolean http2() {
        return port.http2;
    }

    boolean tls() {
        return port.tls;
    }

    /** The version that responses have. */
    Version version() {
        return port.http2 ? Version.HTTP_2 : Version.HTTP_1_1;
    }

    /** A builder that speaks this subject's protocol and trusts the server. */
    HttpClient.Builder builder(SSLContext trusting) {
        HttpClient.Builder builder = ours ? ClearwayClient.newBuilder() : HttpClient.newBuilder();
        builder.version(version()).proxy(HttpClient.Builder.NO_PROXY);
        if (builder instanceof ClearwayClientBuilder its && port == ContractServer.Port.HTTP2) {
            its.versionPolicy(VersionPolicy.HTTP_2);
        }
        return port.tls ? builder.sslContext(trusting) : builder;
    }

    /** All subjects, or those whose names begin as the property {@code clearway.subjects} says. */
    static Stream<Subject> all() {
        String prefix = System.getProperty("clearway.subjects", "");
        return Arrays.stream(values()).filter(it -> it.name().startsWith(prefix));
    }

    @Override
    public String toString() {
        return name();
    }
}
