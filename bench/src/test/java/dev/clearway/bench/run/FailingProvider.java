package dev.clearway.bench.run;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Wire;
import java.net.UnknownHostException;

/** A client that cannot be opened. */
public final class FailingProvider implements ClientProvider {
    @Override
    public String name() {
        return "failing";
    }

    @Override
    public String library() {
        return "failing 1";
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws UnknownHostException {
        throw new UnknownHostException("no such host");
    }
}
