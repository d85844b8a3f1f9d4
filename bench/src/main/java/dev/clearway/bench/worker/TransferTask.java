package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.measure.Allocation;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.Values;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One large body on one connection: {@code download BYTES}, {@code discard BYTES} or {@code upload BYTES}, as often as wanted. */
final class TransferTask implements Task {
    private final ClientProvider provider;
    private final WorkerOptions options;
    private final long pid = ProcessHandle.current().pid();
    private final Allocation allocation = new Allocation();
    private @Nullable TransferClient client;

    TransferTask(ClientProvider provider, WorkerOptions options) {
        this.provider = provider;
        this.options = options;
    }

    private TransferClient client() throws Exception {
        if (client == null) {
            BenchClient opened = provider.open(options.setup());
            if (!(opened instanceof TransferClient transferring)) {
                opened.close();
                throw new IOException(provider.name() + " has no transfers here yet");
            }
            client = transferring;
        }
        return client;
    }

    @Override
    public String run(String[] words) throws Exception {
        long bytes = Long.parseLong(words[1]);
        TransferClient sending = client();
        long allocatedBefore = allocation.bytes();
        CpuTime serverBefore = CpuTime.of(options.serverPid());
        CpuTime clientBefore = CpuTime.of(pid);
        long begin = System.nanoTime();
        transfer(words[0], sending, bytes);
        long nanos = System.nanoTime() - begin;
        CpuTime clientUsed = CpuTime.of(pid).since(clientBefore);
        CpuTime serverUsed = CpuTime.of(options.serverPid()).since(serverBefore);
        double megabytes = bytes / 1e6;
        return new Values()
                .with("megabytesPerSecond", megabytes * 1e9 / nanos)
                .with("clientCpuSecondsPerGigabyte", clientUsed.workNanos() / 1e6 / megabytes)
                .with("serverCpuSecondsPerGigabyte", serverUsed.workNanos() / 1e6 / megabytes)
                .with("garbageKilobytesPerMegabyte", (allocation.bytes() - allocatedBefore) / 1e3 / megabytes)
                .encode();
    }

    private static void transfer(String how, TransferClient sending, long bytes) throws Exception {
        switch (how) {
            case "upload" -> {
                int status = sending.upload("/bytes/0", bytes); // answered when all has come
                check(status == 200, "status " + status);
            }
            case "discard" -> sending.discard("/bytes/" + bytes);
            default -> {
                long received = sending.download("/bytes/" + bytes);
                check(received == bytes, received + " bytes of " + bytes);
            }
        }
    }

    private static void check(boolean condition, String message) throws IOException {
        if (!condition) {
            throw new IOException(message);
        }
    }

    @Override
    public void end() throws Exception {
        if (client != null) {
            client.close();
        }
    }
}
