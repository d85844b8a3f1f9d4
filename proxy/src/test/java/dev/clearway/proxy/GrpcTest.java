package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.clearway.certs.Leaf;
import dev.clearway.testkit.LeakExtension;
import io.grpc.CallOptions;
import io.grpc.HttpConnectProxiedSocketAddress;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client and a server of grpc-java, through an explicit proxy that inspects. */
class GrpcTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("grpc-").ignoringSockets();

    static final GrpcService SERVICE = new GrpcService();
    static Server server;
    static ProxyServer proxy;
    static ManagedChannel channel;

    @BeforeAll
    static void start() throws Exception {
        Leaf leaf = TestParts.UPSTREAM_CA.issue(List.of("localhost"));
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sslContext(GrpcSslContexts.configure(
                                SslContextBuilder.forServer(
                                        leaf.key(), leaf.chain().toArray(X509Certificate[]::new)),
                                SslProvider.JDK)
                        .build())
                .addService(SERVICE.definition())
                .build()
                .start();
        proxy = ProxyServer.start(TestParts.settings().build());
        channel = NettyChannelBuilder.forTarget("dns:///localhost:" + server.getPort())
                .sslContext(GrpcSslContexts.configure(
                                SslContextBuilder.forClient().trustManager(TestParts.PROXY_CA.certificate()),
                                SslProvider.JDK)
                        .build())
                .proxyDetector(target -> HttpConnectProxiedSocketAddress.newBuilder()
                        .setProxyAddress(proxy.address())
                        .setTargetAddress(InetSocketAddress.createUnresolved("localhost", server.getPort()))
                        .build())
                .build();
    }

    @AfterAll
    static void stop() throws Exception {
        channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        proxy.close();
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    @Test
    void unaryCallsAreAnswered() {
        String answer = ClientCalls.blockingUnaryCall(channel, GrpcService.ECHO, CallOptions.DEFAULT, "hello");

        assertThat(answer).isEqualTo("hello");
        assertThat(proxy.upstreamPools()).isNotEmpty();
    }

    @Test
    void serversStream() {
        List<String> all = new ArrayList<>();
        ClientCalls.blockingServerStreamingCall(channel, GrpcService.COUNT, CallOptions.DEFAULT, "500")
                .forEachRemaining(all::add);

        assertThat(all).hasSize(500).startsWith("n0").endsWith("n499");
    }

    @Test
    void clientsStream() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        StreamObserver<String> call = ClientCalls.asyncClientStreamingCall(
                channel.newCall(GrpcService.JOIN, CallOptions.DEFAULT),
                GrpcService.observer(answer::complete, () -> {}));
        for (String part : List.of("a", "b", "c")) {
            call.onNext(part);
        }
        call.onCompleted();

        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("a,b,c");
    }

    @Test
    void bothStreamAtOnce() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        StreamObserver<String> call = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(GrpcService.CHAT, CallOptions.DEFAULT),
                GrpcService.observer(answers::add, () -> ended.complete(null)));
        for (int i = 0; i < 20; i++) {
            call.onNext("m" + i);
            assertThat(answers.poll(60, TimeUnit.SECONDS)).isEqualTo("re: m" + i);
        }
        call.onCompleted();
        ended.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aStatusArrivesWithItsTrailers() {
        StatusRuntimeException failure = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> ClientCalls.blockingUnaryCall(channel, GrpcService.FAIL, CallOptions.DEFAULT, "such thing"));

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(failure.getStatus().getDescription()).isEqualTo("no such thing");
        assertThat(failure.getTrailers())
                .isNotNull()
                .extracting(trailers -> trailers.get(GrpcService.DETAIL))
                .isEqualTo("kept");
    }

    @Test
    void aDeadlineReachesTheServer() throws Exception {
        ClientCalls.blockingUnaryCall(channel, GrpcService.ECHO, CallOptions.DEFAULT, "so that it is connected");
        CallOptions brief = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
        StatusRuntimeException failure = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> ClientCalls.blockingUnaryCall(channel, GrpcService.NEVER, brief, ""));

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        SERVICE.cancelled.get(60, TimeUnit.SECONDS);
    }
}
