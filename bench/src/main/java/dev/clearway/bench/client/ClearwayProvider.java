package dev.clearway.bench.client;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.transport.Limits;
import dev.clearway.transport.VersionPolicy;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Opens our client. Its settings are the default ones in every run, but for the executor (completion on the event loop,
 * {@code clearway}, or on the default executor, {@code clearway-executor}) and for a ceiling of connections where the
 * load needs more than the default's.
 */
public abstract class ClearwayProvider implements ClientProvider {
    private final String name;
    private final @Nullable Executor executor;

    ClearwayProvider(String name, @Nullable Executor executor) {
        this.name = name;
        this.executor = executor;
    }

    /** Completes on the event loop. */
    public static final class OnLoop extends ClearwayProvider {
        /** For the service loader. */
        public OnLoop() {
            super("clearway", Runnable::run);
        }
    }

    /** Completes on the default executor. */
    public static final class OnExecutor extends ClearwayProvider {
        /** For the service loader. */
        public OnExecutor() {
            super("clearway-executor", null);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String library() {
        return "Clearway";
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public boolean tunable() {
        return false;
    }

    @Override
    public boolean transfers() {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        ClearwayClient client = builder(setup).build();
        return new HttpClientBench(setup, List.of(client), client::shutdownNow);
    }

    /** A client's settings. */
    final ClearwayClientBuilder builder(ClientSetup setup) throws Exception {
        ClearwayClientBuilder builder = ClearwayClient.newBuilder()
                .versionPolicy(policy(setup.wire()))
                .http2Connections(Math.max(Limits.DEFAULT.http2Connections(), setup.connectionsWanted()));
        if (setup.wire().tls()) {
            builder.sslContext(Trust.in(setup.ca()).context());
        }
        if (executor != null) {
            builder.executor(executor);
        }
        return builder;
    }

    private static VersionPolicy policy(Wire wire) {
        return switch (wire) {
            case H2 -> VersionPolicy.HTTP_2_OR_LOWER;
            case H2C -> VersionPolicy.HTTP_2;
            case H1_TLS, H1 -> VersionPolicy.HTTP_1_1;
        };
    }
}
