package dev.clearway.proxy.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.proxy.leaf.LeafCache.Made;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What intercepted clients are shown, how often it is made, and how much of it is kept. */
class LeafCacheTest {
    private static final List<String> BOTH = List.of("h2", "http/1.1");

    private final LocalAuthority authority = LocalAuthority.inMemory("proxy");
    private final AtomicInteger made = new AtomicInteger();
    private volatile Instant now = Instant.now();
    private LeafCache cache = new LeafCache(authority);

    @AfterEach
    void close() {
        cache.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.example", "10.1.2.3", "::1"})
    void leafIsForTheOneHost(String host) throws Exception {
        X509Certificate leaf = shown(get(host, BOTH), host, "h2").leaf;
        assertThat(leaf.getSubjectAlternativeNames()).hasSize(1);
        assertThat(((ECPublicKey) leaf.getPublicKey()).getParams().getOrder().bitLength())
                .isEqualTo(256);
        assertThat(leaf.getSerialNumber().bitLength()).isGreaterThanOrEqualTo(64);
        assertThat(leaf.getNotBefore().toInstant()).isBefore(Instant.now().minus(Duration.ofMinutes(30)));
        assertThat(leaf.getNotAfter().toInstant()).isBefore(Instant.now().plus(Duration.ofDays(8)));
    }

    @Test
    void eachHostHasAKeyAndASerialNumberOfItsOwn() throws Exception {
        Set<Object> keys = new HashSet<>();
        Set<BigInteger> serials = new HashSet<>();
        keys.add(authority.certificate().getPublicKey());
        for (int i = 0; i < 10; i++) {
            String host = "h" + i + ".example";
            X509Certificate leaf = shown(get(host, BOTH), host, "h2").leaf;
            keys.add(leaf.getPublicKey());
            serials.add(leaf.getSerialNumber());
        }
        assertThat(keys).hasSize(11);
        assertThat(serials).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({
        "h2 http/1.1, h2 http/1.1, h2",
        "h2 http/1.1, http/1.1, http/1.1",
        "http/1.1, h2 http/1.1, http/1.1",
        "http/1.1, h2, ''",
        "h2, http/1.1, ''",
        "'', h2 http/1.1, ''",
        "h2 http/1.1, '', ''",
    })
    void clientIsNeverToldOfAProtocolThatItDidNotOffer(String served, String offered, String agreed) throws Exception {
        List<String> protocols = served.isEmpty() ? List.of() : List.of(served.split(" ", -1));
        String[] wanted = offered.isEmpty() ? new String[0] : offered.split(" ", -1);
        assertThat(shown(get("shop.example", protocols), "shop.example", wanted).agreed)
                .isEqualTo(agreed);
    }

    @Test
    void hostIsMadeOnceHoweverManyAsk() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        use(1_000, (host, protocols) -> {
            await(go);
            return make(host, protocols);
        });
        List<CompletionStage<SslContext>> asked = IntStream.range(0, 100)
                .mapToObj(i -> cache.context(i % 2 == 0 ? "shop.example" : "Shop.Example", BOTH))
                .toList();
        go.countDown();
        Set<SslContext> contexts = new HashSet<>();
        for (CompletionStage<SslContext> each : asked) {
            contexts.add(get(each));
        }
        assertThat(contexts).hasSize(1);
        assertThat(made).hasValue(1);
        get("shop.example", List.of("http/1.1"));
        assertThat(made).hasValue(2);
    }

    @Test
    void leafIsMadeAnewBeforeItExpires() throws Exception {
        use(1_000, this::make);
        SslContext first = get("shop.example", BOTH);
        now = now.plus(LeafCache.LIFE).minus(Duration.ofHours(25));
        assertThat(get("shop.example", BOTH)).isSameAs(first);
        now = now.plus(Duration.ofHours(2));
        assertThat(get("shop.example", BOTH)).isNotSameAs(first);
        assertThat(made).hasValue(2);
    }

    @Test
    void manyNamesStayWithinTheBound() throws Exception {
        SslContext one = LeafCache.make(authority, "shop.example", BOTH).context();
        use(1_000, (host, protocols) -> {
            made.incrementAndGet();
            return new Made(one, now.plus(LeafCache.LIFE));
        });
        int most = 0;
        for (int i = 0; i < 20_000; i++) {
            get("h" + i + ".example", BOTH);
            most = Math.max(most, cache.size());
            if (i % 500 == 0) {
                get("kept.example", BOTH);
            }
        }
        assertThat(most).isEqualTo(1_000);
        assertThat(made).as("what is used stays").hasValue(20_001);
    }

    @Test
    void moreThanCanBeMadeAreRefusedAndNotKept() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        use(10_000, (host, protocols) -> {
            await(go);
            return make(host, protocols);
        });
        CompletionStage<SslContext> refused = cache.context("h0.example", BOTH);
        for (int i = 1; i < 1_100; i++) {
            refused = cache.context("h" + i + ".example", BOTH);
        }
        CompletionStage<SslContext> last = refused;
        assertThatThrownBy(() -> get(last)).hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(cache.size()).isEqualTo(1_026);
        cache.close();
        go.countDown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "*.example", "a..b", "x/y", "host:80", "a\nb"})
    void whatIsNoNameIsRefusedAndNotKept(String name) {
        assertThatThrownBy(() -> get(name, BOTH)).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(cache.size()).isZero();
    }

    @Test
    void whoWaitsWhenItIsClosedIsToldSo() {
        CountDownLatch go = new CountDownLatch(1);
        use(10, (host, protocols) -> {
            await(go);
            return make(host, protocols);
        });
        CompletionStage<SslContext> waiting = cache.context("shop.example", BOTH);
        cache.close();
        go.countDown();
        assertThatThrownBy(() -> get(waiting)).hasCauseInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> get("other.example", BOTH)).hasCauseInstanceOf(RejectedExecutionException.class);
    }

    private Made make(String host, List<String> protocols) {
        made.incrementAndGet();
        return new Made(LeafCache.make(authority, host, protocols).context(), now.plus(LeafCache.LIFE));
    }

    private void use(int capacity, LeafCache.Maker maker) {
        cache.close();
        cache = new LeafCache(maker, capacity, new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private SslContext get(String host, List<String> protocols) throws Exception {
        return get(cache.context(host, protocols));
    }

    private static SslContext get(CompletionStage<SslContext> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private record Shown(X509Certificate leaf, String agreed) {}

    /** A handshake in memory with a client that trusts the authority and checks the name. */
    private Shown shown(SslContext context, String host, String... wanted) throws Exception {
        SSLEngine server = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
        SSLEngine client = authority.clientContext().createSSLEngine(host, 443);
        client.setUseClientMode(true);
        SSLParameters parameters = client.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(wanted);
        client.setSSLParameters(parameters);
        ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
        ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);
        client.beginHandshake();
        server.beginHandshake();
        for (int round = 0; round < 40; round++) {
            step(client, toClient, toServer);
            step(server, toServer, toClient);
        }
        X509Certificate leaf = (X509Certificate) client.getSession().getPeerCertificates()[0];
        String agreed = client.getApplicationProtocol();
        ReferenceCountUtil.release(server);
        return new Shown(leaf, agreed);
    }

    private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws Exception {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
        } else if (status == HandshakeStatus.NEED_WRAP) {
            engine.wrap(ByteBuffer.allocate(0), out);
        } else if (status == HandshakeStatus.NEED_UNWRAP) {
            in.flip();
            engine.unwrap(in, ByteBuffer.allocate(64 * 1024));
            in.compact();
        }
    }
}
