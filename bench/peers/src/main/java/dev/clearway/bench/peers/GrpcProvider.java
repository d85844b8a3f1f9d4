package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.Wire;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens grpc-java on its own Netty. A request is a unary call whose method's name is the path and whose messages are plain
 * bytes, none of them asked, as many answered as the path says. Best: as many channels as connections, in turn, calls
 * completed on the event loop, a large window.
 */
public final class GrpcProvider implements ClientProvider {
    private static final int WINDOW = 16 << 20;
    private static final int LARGEST_MESSAGE = 8 << 20;

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public String library() {
        return Library.of("io.grpc", "grpc-netty-shaded", NettyChannelBuilder.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return wire.http2();
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        int count = setup.best() ? setup.connectionsWanted() : 1;
        List<ManagedChannel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            channels.add(channel(setup));
        }
        return new Client(channels);
    }

    private static ManagedChannel channel(ClientSetup setup) throws IOException {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(ClientSetup.HOST, setup.port());
        if (setup.wire().tls()) {
            builder.sslContext(GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                    .trustManager(setup.ca().toFile())
                    .build());
        } else {
            builder.usePlaintext();
        }
        if (setup.best()) {
            builder.directExecutor().flowControlWindow(WINDOW).maxInboundMessageSize(LARGEST_MESSAGE);
        }
        return builder.build();
    }

    /** Messages that are their own bytes. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        static final byte[] NONE = {};

        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Client implements BenchClient {
        private final List<ManagedChannel> channels;
        private final Map<String, MethodDescriptor<byte[], byte[]>> methods = new ConcurrentHashMap<>();
        private final AtomicInteger next = new AtomicInteger();

        Client(List<ManagedChannel> channels) {
            this.channels = List.copyOf(channels);
        }

        private static MethodDescriptor<byte[], byte[]> method(String path) {
            return MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(path.substring(1))
                    .build();
        }

        private ManagedChannel pick() {
            return channels.get(Math.floorMod(next.getAndIncrement(), channels.size()));
        }

        @Override
        public void get(String path, Reply reply) {
            call(path, CallOptions.DEFAULT, reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            call(path, CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS), reply);
        }

        private void call(String path, CallOptions options, Reply reply) {
            MethodDescriptor<byte[], byte[]> method = methods.computeIfAbsent(path, Client::method);
            ClientCalls.asyncUnaryCall(pick().newCall(method, options), Bytes.NONE, new Observer(reply));
        }

        @Override
        public void close() throws Exception {
            for (ManagedChannel channel : channels) {
                channel.shutdownNow();
            }
            for (ManagedChannel channel : channels) {
                channel.awaitTermination(5, TimeUnit.SECONDS);
            }
        }
    }

    /** Waits for the only message and for the status behind it. */
    private static final class Observer implements StreamObserver<byte[]> {
        private final Reply reply;
        private long length;

        Observer(Reply reply) {
            this.reply = reply;
        }

        @Override
        public void onNext(byte[] message) {
            length += message.length;
        }

        @Override
        public void onError(Throwable cause) {
            reply.failed(cause);
        }

        @Override
        public void onCompleted() {
            reply.done(200, length);
        }
    }
}
