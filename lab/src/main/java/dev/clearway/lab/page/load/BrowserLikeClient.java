package dev.clearway.lab.page.load;

import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Kind;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Selection;
import dev.clearway.analysis.model.Target;
import dev.clearway.client.ClearwayClient;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import dev.clearway.lab.page.site.Part;
import dev.clearway.transport.Limits;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Our client with a browser's limits: six connections to a host over HTTP/1.1, one over HTTP/2. It asks for the document,
 * then for all its parts at once, calls first, then images, then scripts, as a browser's priorities have it. It parses
 * and draws nothing, so its times are those of the wait alone.
 */
public final class BrowserLikeClient implements Loader {
    private static final int CONNECTIONS = 6;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LISTENER_PATIENCE = Duration.ofSeconds(5);
    private static final List<String> ORDER = List.of("fetch", "image", "script");
    private static final String PRODUCER = "Clearway's client with a browser's limits";

    /** Its own log costs it next to nothing: a load that is timed is one that is recorded. */
    @Override
    public TimedLoad time(Access access, String name) throws IOException {
        return record(access, name).timed();
    }

    @Override
    public PageLoad record(Access access, String name) throws IOException {
        if (access.proxy() != null) {
            throw new IOException("the browser-like client reaches no page by a proxy");
        }
        Log log = new Log();
        try (ClearwayClient client = ClearwayClient.newBuilder()
                .versionPolicy(VersionPolicy.HTTP_2_OR_LOWER)
                .limits(Limits.DEFAULT.withHttp2Connections(1).withHttp1Connections(CONNECTIONS))
                .proxy(HttpClient.Builder.NO_PROXY)
                .listener(log)
                .sslContext(context(access.trusted()))
                .build()) {
            return load(client, access, name, log);
        }
    }

    @Override
    public boolean connects() {
        return false;
    }

    private static PageLoad load(ClearwayClient client, Access access, String name, Log log) throws IOException {
        long wall = System.currentTimeMillis() * 1000;
        long start = System.nanoTime();
        URI document = URI.create(access.url());
        Map<String, String> types = new HashMap<>();
        types.put(document.getRawPath(), "document");
        SSLSession session = document(client, document);
        List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
        for (String type : ORDER) {
            for (Part part : access.site().parts()) {
                if (part.type().equals(type)) {
                    types.put(part.path(), type);
                    answers.add(client.sendAsync(
                            get(document.resolve(access.site().address(part))), BodyHandlers.discarding()));
                }
            }
        }
        await(answers);
        double done = (System.nanoTime() - start) / 1e9;
        Exchanges exchanges = new Exchanges(types, wall - start / 1000, issuer(session), session.getProtocol());
        Recording recording = recording(name, log.take(access.site().requests()), exchanges);
        List<SeenResource> seen =
                recording.requests().stream().map(BrowserLikeClient::seen).toList();
        return new PageLoad(new TimedLoad(done, seen), recording, null);
    }

    private static SeenResource seen(RequestLife life) {
        Timings timings = life.timings();
        return new SeenResource(
                life.url(),
                life.leg().alpn(),
                life.waits().total() + timings.opening(),
                Math.max(0, timings.send()) + timings.firstByte());
    }

    private static Recording recording(String name, List<ExchangeRecord> records, Exchanges exchanges) {
        RecordingBuilder recording = new RecordingBuilder(name, Kind.JOURNAL, Selection.ALL);
        recording.producer(PRODUCER);
        recording.tells(Wait.CONNECTING, Wait.CONNECTION_LIMIT, Wait.STREAM_LIMIT);
        recording.tellsIssuer();
        for (ExchangeRecord record : records) {
            RequestLife life = exchanges.life(record);
            recording.record();
            recording.request(life);
            recording.connection(connection(life));
        }
        return recording.build();
    }

    private static Connection connection(RequestLife life) {
        Evidence at = Evidence.computed("exchange " + life.id());
        return new Connection(
                life.leg(),
                Target.of(life.url()).origin(),
                "",
                -1,
                -1,
                null,
                null,
                false,
                -1,
                at.saying("the client spoke " + life.leg().protocol()),
                at.saying("certificate issued by " + life.leg().issuer()),
                null);
    }

    private static SSLSession document(ClearwayClient client, URI uri) throws IOException {
        try {
            HttpResponse<Void> answer = client.send(get(uri), BodyHandlers.discarding());
            if (answer.statusCode() != 200) {
                throw new IOException(uri + " answers with status " + answer.statusCode());
            }
            return answer.sslSession().orElseThrow(() -> new IOException("the page is not served by TLS"));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).build();
    }

    private static void await(List<CompletableFuture<HttpResponse<Void>>> answers) throws IOException {
        try {
            CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            throw new IOException("a part of the page failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IOException("the page is not done after " + PATIENCE.toSeconds() + " s", e);
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while the page was loaded");
    }

    private static String issuer(SSLSession session) {
        try {
            X509Certificate shown = (X509Certificate) session.getPeerCertificates()[0];
            return CommonName.of(shown.getIssuerX500Principal());
        } catch (SSLPeerUnverifiedException e) {
            return "";
        }
    }

    private static SSLContext context(List<X509Certificate> trusted) {
        return TrustedAuthorities.context(trusted);
    }

    /** What the client told, by exchange. */
    private static final class Log implements TransportListener {
        private final Map<Long, ExchangeRecord> ended = new ConcurrentHashMap<>();

        @Override
        public void exchangeEnded(ExchangeRecord exchange) {
            synchronized (ended) {
                ended.put(exchange.id(), exchange);
                ended.notifyAll();
            }
        }

        /** The records of so many exchanges; an answer may be there a moment before its exchange is told to be over. */
        List<ExchangeRecord> take(int count) throws IOException {
            long end = System.nanoTime() + LISTENER_PATIENCE.toNanos();
            synchronized (ended) {
                while (ended.size() < count) {
                    long millis = (end - System.nanoTime()) / 1_000_000;
                    if (millis <= 0) {
                        throw new IOException("the client told of " + ended.size() + " exchanges, not of " + count);
                    }
                    try {
                        ended.wait(millis);
                    } catch (InterruptedException e) {
                        throw interrupted();
                    }
                }
                return List.copyOf(ended.values());
            }
        }
    }

    /**
     * Makes requests of exchanges.
     *
     * @param types each path's type
     * @param wallMicros what to add to the clock of exchanges, in microseconds
     * @param issuer who signed what the server showed
     * @param tls the TLS version
     */
    private record Exchanges(Map<String, String> types, long wallMicros, String issuer, String tls) {
        RequestLife life(ExchangeRecord record) {
            Waits waits = Waits.NONE;
            for (Map.Entry<WaitReason, Duration> wait : record.waits().entrySet()) {
                waits = waits.plus(Wait.valueOf(wait.getKey().name()), micros(wait.getValue()));
            }
            boolean h2 = record.protocol() == dev.clearway.transport.Protocol.HTTP_2;
            Leg leg = new Leg(
                    Long.toString(record.connection()),
                    h2 ? Protocol.HTTP_2 : Protocol.HTTP_1,
                    h2 ? "h2" : "http/1.1",
                    tls,
                    issuer,
                    "",
                    "");
            return RequestLife.of(
                            Long.toString(record.id()),
                            record.method(),
                            record.origin().scheme() + "://" + record.origin().authority() + record.path())
                    .issued(wallMicros + record.startedNanos() / 1000)
                    .waits(waits)
                    .timings(timings(record))
                    .status(record.status())
                    .type(types.getOrDefault(record.path(), "other"))
                    .leg(leg)
                    .build();
        }

        /** Opening is part of the wait for the request on whose behalf it was done. */
        private static Timings timings(ExchangeRecord record) {
            long granted = record.startedNanos() + record.waited().toNanos();
            long sent = Math.max(granted, record.requestSentNanos());
            long head = Math.max(sent, record.headReceivedNanos());
            long ended = Math.max(head, record.endedNanos());
            ConnectTimings connect = record.connect();
            boolean opened = connect != null && !record.waits().containsKey(WaitReason.CONNECTING);
            long opening = opened && connect != null
                    ? Math.min(sent - granted, connect.total().toNanos())
                    : 0;
            return new Timings(
                    Timings.UNKNOWN,
                    opened ? opening / 1000 : Timings.UNKNOWN,
                    Timings.UNKNOWN,
                    (sent - granted - opening) / 1000,
                    (head - sent) / 1000,
                    (ended - head) / 1000);
        }

        private static long micros(Duration duration) {
            return duration.toNanos() / 1000;
        }
    }
}
