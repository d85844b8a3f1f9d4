package dev.clearway.bench.raw;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Wire;
import io.netty.util.Version;

/** Opens the floor. */
public final class RawProvider implements ClientProvider {
    @Override
    public String name() {
        return "raw";
    }

    @Override
    public String library() {
        return nettyVersion();
    }

    static String nettyVersion() {
        Version version = Version.identify(RawProvider.class.getClassLoader()).get("netty-codec-http2");
        return "Netty " + (version == null ? "(version unknown)" : version.artifactVersion());
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
        return new RawClient(setup, false);
    }

    /** Opens the floor with a batched hop from a user's thread. */
    public static final class Hop implements ClientProvider {
        @Override
        public String name() {
            return "raw-hop-batch";
        }

        @Override
        public String library() {
            return nettyVersion();
        }

        @Override
        public boolean speaks(Wire wire) {
            return wire.http2();
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
            return new RawClient(setup, true);
        }
    }
}
