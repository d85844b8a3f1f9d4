package dev.clearway.proxy.record;

import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Redaction;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import dev.clearway.server.RequestHead;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link RequestLife} of what a proxy tells of a request: the upstream leg is the leg, the client's connection the
 * client leg. Of URLs only what {@link Redaction} leaves is kept, of what clients wrote only short words. Stateless.
 */
final class Lives {
    private static final int LONGEST_TEXT = 512;
    private static final int LONGEST_WORD = 64;
    private static final Pattern URL = Pattern.compile("\\bhttps?://\\S+?(?=[;,.:)]*(?:\\s|$))");

    private Lives() {}

    static RequestLife of(ProxiedRequest request) {
        RequestHead head = request.head();
        return RequestLife.of(Long.toString(request.id()), head.method(), Redaction.url(request.url()))
                .issued(micros(request.startedAt()))
                .waits(waits(request.upstream()))
                .timings(timings(request))
                .status(request.status())
                .bytes(request.requestBytes(), request.responseBytes())
                .type(type(request))
                .priority(word(head.fields().get("priority")))
                .leg(leg(request))
                .clientLeg(leg(request.client()))
                .failure(failure(request.cutBy(), request.failure()))
                .build();
    }

    /** A tunnel as the one CONNECT that it is. */
    static RequestLife of(ProxiedTunnel tunnel) {
        String host = tunnel.host().indexOf(':') < 0 ? tunnel.host() : "[" + tunnel.host() + "]";
        long lasted = micros(tunnel.lasted());
        return RequestLife.of("tunnel-" + tunnel.id(), "CONNECT", "https://" + host + ":" + tunnel.port())
                .issued(micros(tunnel.startedAt()))
                .timings(new Timings(
                        Timings.UNKNOWN, Timings.UNKNOWN, Timings.UNKNOWN, Timings.UNKNOWN, Timings.UNKNOWN, lasted))
                .bytes(tunnel.sentBytes(), tunnel.receivedBytes())
                .type("tunnel")
                .clientLeg(new Leg("", Protocol.UNKNOWN, "", "", "", address(tunnel.peer()), ""))
                .failure(failure(tunnel.cutBy(), tunnel.failure()))
                .build();
    }

    /** How long it waited for what. Opening a connection of its own is no wait but a part of the exchange. */
    private static Waits waits(@Nullable ExchangeRecord upstream) {
        Waits waits = Waits.NONE;
        if (upstream == null) {
            return waits;
        }
        for (Map.Entry<WaitReason, Duration> each : upstream.waits().entrySet()) {
            if (upstream.connect() == null || each.getKey() != WaitReason.CONNECTING) {
                waits = waits.plus(Wait.valueOf(each.getKey().name()), micros(each.getValue()));
            }
        }
        return waits;
    }

    private static Timings timings(ProxiedRequest request) {
        ExchangeRecord upstream = request.upstream();
        if (upstream == null) {
            return new Timings(
                    Timings.UNKNOWN,
                    Timings.UNKNOWN,
                    Timings.UNKNOWN,
                    Timings.UNKNOWN,
                    between(request.startedNanos(), request.headNanos()),
                    between(request.headNanos(), request.endedNanos()));
        }
        ConnectTimings opened = upstream.connect();
        long sent = upstream.requestSentNanos();
        return new Timings(
                opened == null ? Timings.UNKNOWN : part(opened.resolve()),
                opened == null ? Timings.UNKNOWN : connect(opened, upstream),
                opened == null ? Timings.UNKNOWN : part(opened.tls()),
                between(upstream.grantedNanos(), sent),
                between(sent, upstream.headReceivedNanos()),
                between(upstream.headReceivedNanos(), request.endedNanos()));
    }

    /** The TCP handshake, and what else there was between asking for the connection and having it. */
    private static long connect(ConnectTimings opened, ExchangeRecord upstream) {
        Duration waited = upstream.waits().getOrDefault(WaitReason.CONNECTING, Duration.ZERO);
        Duration beside = waited.minus(opened.total());
        return part(beside.isNegative() ? opened.connect() : opened.connect().plus(beside));
    }

    private static long part(Duration time) {
        return time.isZero() ? Timings.UNKNOWN : micros(time);
    }

    /** Microseconds from one moment to a later one; an answer may come before the request is sent. */
    private static long between(long from, long to) {
        return from == 0 || to == 0 ? Timings.UNKNOWN : Math.max(0, (to - from) / 1_000);
    }

    private static Leg leg(ProxiedRequest request) {
        ExchangeRecord upstream = request.upstream();
        if (upstream == null) {
            return Leg.UNKNOWN;
        }
        var spoken = upstream.protocol();
        SSLSession session = request.upstreamSession();
        boolean http2 = spoken == dev.clearway.transport.Protocol.HTTP_2;
        return new Leg(
                upstream.connection() == 0 ? "" : Long.toString(upstream.connection()),
                spoken == null ? Protocol.UNKNOWN : Protocol.parse(spoken.toString()),
                session != null && http2 ? "h2" : "",
                session == null ? "" : session.getProtocol(),
                issuer(session),
                address(request.upstreamPeer()),
                "");
    }

    private static Leg leg(ClientLeg client) {
        return new Leg(
                Long.toString(client.connection()),
                Protocol.parse(client.protocol()),
                client.alpn(),
                client.tls(),
                "",
                address(client.peer()),
                "");
    }

    static String issuer(@Nullable SSLSession session) {
        if (session == null) {
            return "";
        }
        try {
            Certificate shown = session.getPeerCertificates()[0];
            return shown instanceof X509Certificate x509
                    ? text(x509.getIssuerX500Principal().getName())
                    : "";
        } catch (SSLPeerUnverifiedException notShown) {
            return "";
        }
    }

    private static String address(@Nullable SocketAddress peer) {
        if (peer instanceof InetSocketAddress inet && inet.getAddress() != null) {
            String host = inet.getAddress().getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
        }
        return "";
    }

    /** What was asked for: what a browser says that it will do with it (Fetch Metadata), or what came. */
    private static String type(ProxiedRequest request) {
        CharSequence came = request.responseFields().first("content-type");
        if (came != null && came.toString().startsWith("text/event-stream")) {
            return "eventsource";
        }
        String upgrade = request.head().upgrade();
        if (!upgrade.isEmpty()) {
            return word(upgrade);
        }
        String destination = word(request.head().fields().get("sec-fetch-dest"));
        return destination.equals("empty") ? "fetch" : destination;
    }

    private static String failure(CutBy cutBy, String failure) {
        String who = switch (cutBy) {
            case NOBODY -> "";
            case CLIENT -> "cut off by the client";
            case UPSTREAM -> "cut off by the upstream";
            case PROXY -> "cut off by the proxy";
        };
        String why =
                text(URL.matcher(failure).replaceAll(found -> Matcher.quoteReplacement(Redaction.url(found.group()))));
        return who.isEmpty() || why.isEmpty() ? who + why : who + ": " + why;
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static String text(String text) {
        return cut(text.replaceAll("\\p{Cntrl}+", " "), LONGEST_TEXT);
    }

    private static String word(@Nullable String value) {
        return value == null ? "" : cut(value.replaceAll("\\p{Cntrl}+", " "), LONGEST_WORD);
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "…";
    }
}
