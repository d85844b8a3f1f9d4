package dev.clearway.transport.connect;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Finds a host's addresses with the JDK's resolver, which blocks: one look-up at a time a host, on the executor's threads. */
final class Resolver {
    private final Executor executor;
    private final ConcurrentHashMap<String, CompletableFuture<InetAddress[]>> running = new ConcurrentHashMap<>();

    Resolver(Executor executor) {
        this.executor = executor;
    }

    /** The host's addresses, in the order in which they are to be tried. Literals and hosts that are being looked up cost no thread. */
    CompletableFuture<InetAddress[]> resolve(String host) {
        InetAddress literal = literal(host);
        if (literal != null) {
            return CompletableFuture.completedFuture(new InetAddress[] {literal});
        }
        CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
        CompletableFuture<InetAddress[]> other = running.putIfAbsent(host, mine);
        if (other != null) {
            return other;
        }
        try {
            executor.execute(() -> lookUp(host, mine));
        } catch (RuntimeException refused) {
            running.remove(host);
            mine.completeExceptionally(refused);
        }
        return mine;
    }

    private void lookUp(String host, CompletableFuture<InetAddress[]> result) {
        InetAddress[] found;
        try {
            found = InetAddress.getAllByName(host);
        } catch (UnknownHostException | RuntimeException unknown) {
            running.remove(host);
            result.completeExceptionally(unknown);
            return;
        }
        running.remove(host);
        result.complete(found);
    }

    private static @org.jspecify.annotations.Nullable InetAddress literal(String host) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
        if (bytes == null) {
            return null;
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            return null;
        }
    }
}
