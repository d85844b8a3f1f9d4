package dev.clearway.proxy.record;

import dev.clearway.server.RequestHead;
import dev.clearway.transport.Delivery;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests and tunnels that have ended, for tests of what is told of them. Times are in milliseconds. */
final class Ended {
    static final Instant AT = Instant.parse("2026-11-30T08:18:12.135Z");

    private static final long START = 1_000_000_000_000L;

    private Ended() {}

    /** A request that waited for a stream, opened no connection, and took a second. */
    static ProxiedRequest request(long id) {
        return request(id, "https://shop.example/api/" + id, exchange(), CutBy.NOBODY, "");
    }

    static ProxiedRequest request(long id, String url, @Nullable ExchangeRecord upstream, CutBy cutBy, String failure) {
        HttpHeaders fields = new DefaultHttpHeaders()
                .add("Host", "shop.example")
                .add("Cookie", "session=s3cr3t")
                .add("Authorization", "Bearer s3cr3t")
                .add("X-Api-Key", "s3cr3t")
                .add("Sec-Fetch-Dest", "empty")
                .add("Priority", "u=1, i");
        RequestHead head =
                new RequestHead("GET", "https", "shop.example", "/api/" + id + "?token=s3cr3t", "", fields, 0, false);
        return new ProxiedRequest(
                id,
                AT,
                START,
                at(1),
                at(1_900),
                at(2_000),
                head,
                url,
                new ClientLeg(
                        7, "HTTP/2", "h2", "TLSv1.3", new InetSocketAddress(InetAddress.getLoopbackAddress(), 5_000)),
                upstream,
                null,
                upstream == null ? null : new InetSocketAddress(InetAddress.getLoopbackAddress(), 443),
                cutBy == CutBy.NOBODY ? 200 : 502,
                Fields.of("Content-Type", "application/json", "Set-Cookie", "session=s3cr3t", "Location", "/?s3cr3t"),
                0,
                4_711,
                cutBy,
                failure);
    }

    /** Waited 700 ms for a stream; answered 1100 ms after it was sent. */
    static ExchangeRecord exchange() {
        return exchange(Map.of(WaitReason.STREAM_LIMIT, Duration.ofMillis(700)), null);
    }

    /** Granted after 700 ms, sent at 710, answered from 1810 on. */
    static ExchangeRecord exchange(Map<WaitReason, Duration> waits, @Nullable ConnectTimings opened) {
        return new ExchangeRecord(
                3,
                new Origin("https", "shop.example", 443),
                "GET",
                "/api/3?token=s3cr3t",
                Protocol.HTTP_2,
                12,
                true,
                waits,
                null,
                null,
                START,
                at(700),
                at(705),
                at(710),
                at(1_810),
                at(1_950),
                opened,
                200,
                Delivery.MAYBE_PROCESSED,
                0,
                null);
    }

    static ProxiedTunnel tunnel(long id) {
        return new ProxiedTunnel(
                id,
                AT,
                Duration.ofMillis(2_500),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 5_001),
                "bank.example",
                443,
                517,
                4_242,
                CutBy.CLIENT,
                "");
    }

    private static long at(long millis) {
        return START + millis * 1_000_000;
    }
}
