package dev.clearway.analysis.read.har;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.Certificate;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Target;
import dev.clearway.analysis.read.Certificates;
import dev.clearway.analysis.read.OwnWaits;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.ResourceTypes;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns one entry of a HAR file into a request. */
final class EntryReader {
    private static final int MOST_LEGS = 10_000;

    private final ReadOptions options;
    private final RecordingBuilder recording;
    private final Certificates certificates = new Certificates();
    private final Map<String, String> pages = new HashMap<>();
    /** One leg for all requests that say the same of their connection. */
    private final Map<Leg, Leg> legs = new HashMap<>();

    private Dialect dialect = Dialect.OTHER;
    private long offline;

    EntryReader(ReadOptions options, RecordingBuilder recording) {
        this.options = options;
        this.recording = recording;
    }

    void dialect(Dialect read) {
        dialect = read;
    }

    /** A page of the file, by the id that entries refer to. */
    void page(String id, String title) {
        if (pages.size() < 10_000 && !id.isEmpty()) {
            pages.put(
                    id,
                    title.isEmpty() || title.equals(id)
                            ? id
                            : id + " " + options.mask().url(title));
        }
    }

    /** Takes one entry. */
    void read(Json entry, String pointer, long offset) {
        Json request = entry.get("request");
        String url = request.get("url").text();
        Target target = Target.of(url);
        if (!request.isObject()) {
            recording.skip("An entry has no request; it was skipped.", pointer);
            return;
        }
        if (url.isEmpty()) {
            recording.note("An entry has no URL.", pointer);
        } else if (!target.http() || entry.get("_fromCache").exists()) {
            offline++;
            return;
        }
        EntryTimes times = new EntryTimes(recording, dialect, entry, pointer);
        tells(times);
        Leg leg = shared(leg(entry, target, protocol(entry)));
        Json response = entry.get("response");
        headers(response, target, new Evidence("", pointer, offset));
        recording.connection(connection(entry, leg, target, new Evidence("", pointer, offset)));
        RequestLife life = life(entry, pointer, times, leg);
        recording.request(life);
        if (dialect == Dialect.CLEARWAY) {
            OwnWaits.stalls(life, pointer, offset, recording);
        }
    }

    private RequestLife life(Json entry, String pointer, EntryTimes times, Leg leg) {
        Json request = entry.get("request");
        Json response = entry.get("response");
        Json content = response.get("content");
        String url = request.get("url").text();
        String page = entry.get("pageref").text();
        return RequestLife.of(
                        pointer, request.get("method").text(), options.mask().url(url))
                .issued(times.issued())
                .waits(times.waits(leg.protocol()))
                .timings(times.timings())
                .status((int) Math.max(0, Math.min(999, response.get("status").integer(0))))
                .bytes(size(request.get("bodySize")), size(content.get("size")))
                .type(type(entry, content.get("mimeType").text(), url))
                .priority(entry.get("_priority").word())
                .page(pages.getOrDefault(page, page))
                .leg(leg)
                .clientLeg(clientLeg(entry.get("_client")))
                .failure(failure(response))
                .build();
    }

    private Leg shared(Leg leg) {
        if (legs.size() > MOST_LEGS) {
            legs.clear();
        }
        return legs.computeIfAbsent(leg, same -> same);
    }

    private void tells(EntryTimes times) {
        if (dialect == Dialect.CLEARWAY) {
            OwnWaits.told(recording);
        }
        if (times.tellsWaits()) {
            recording.tells(Wait.BLOCKED, Wait.SOCKET);
        }
        if (times.tellsBrowser()) {
            recording.tells(Wait.BROWSER);
        }
    }

    private static String type(Json entry, String mime, String url) {
        String given = entry.get("_resourceType").text().toLowerCase(Locale.ROOT);
        String found = ResourceTypes.of(mime, "", url);
        return found.equals("eventsource") || given.isEmpty() ? found : given;
    }

    private static long size(Json bytes) {
        long size = bytes.integer(-1);
        return size < 0 ? Timings.UNKNOWN : size;
    }

    private static String failure(Json response) {
        String error = response.get("_error").text();
        if (!error.isEmpty()) {
            return error;
        }
        return response.get("status").integer(0) <= 0 ? "no response" : "";
    }

    /** Exporters differ in where they write the truth; where none is written, it is not known. */
    private static Protocol protocol(Json entry) {
        Protocol protocol =
                Protocol.parse(entry.get("request").get("httpVersion").text());
        if (protocol == Protocol.UNKNOWN) {
            protocol = Protocol.parse(entry.get("response").get("httpVersion").text());
        }
        if (protocol == Protocol.UNKNOWN || entry.get("_protocol").isText()) {
            Protocol own = Protocol.parse(entry.get("_protocol").text());
            protocol = own == Protocol.UNKNOWN ? protocol : own;
        }
        // A pseudo-header is HTTP/2's or HTTP/3's; which of the two cannot be told, and does not matter to us.
        return !protocol.multiplexed() && hasPseudoHeader(entry) ? Protocol.HTTP_2 : protocol;
    }

    private static boolean hasPseudoHeader(Json entry) {
        for (Json header : entry.get("request").get("headers").elements()) {
            if (Headers.name(header).equals(":authority")) {
                return true;
            }
        }
        return false;
    }

    private Leg leg(Json entry, Target target, Protocol protocol) {
        String id = entry.first("_connectionId", "_socket").text();
        String connection = entry.get("connection").text();
        boolean port = dialect.connectionIsPort() || entry.get("_connectionId").exists();
        if (id.isEmpty() && !port && !connection.equals(Integer.toString(target.port()))) {
            id = connection;
        }
        String address = entry.first("serverIPAddress", "_ip_addr").text();
        Json security = entry.get("_securityDetails");
        String proxy = port && leadsElsewhere(connection, target) ? address + ":" + connection : "";
        return new Leg(
                id.equals("0") ? "" : id,
                protocol,
                entry.get("_tls_next_proto").text(),
                security.get("protocol").text(),
                issuer(entry),
                address + (port && !connection.isEmpty() ? ":" + connection : ""),
                proxy);
    }

    /** The connection that a proxy of ours was asked on. */
    private static @Nullable Leg clientLeg(Json client) {
        return client.isObject()
                ? new Leg(
                        client.get("connection").text(),
                        Protocol.parse(client.get("protocol").text()),
                        client.get("alpn").text(),
                        client.get("tls").text(),
                        "",
                        client.get("peer").text(),
                        "")
                : null;
    }

    /** Whether the port at the other end is not the site's: then a proxy is asked. */
    private static boolean leadsElsewhere(String port, Target target) {
        return port.matches("[1-9]\\d{0,4}") && !port.equals(Integer.toString(target.port()));
    }

    private String issuer(Json entry) {
        String issuer = entry.get("_securityDetails").get("issuer").text();
        if (!issuer.isEmpty()) {
            recording.tellsIssuer();
            return issuer;
        }
        Certificate shown = certificate(entry);
        return shown == null ? "" : shown.issuerText();
    }

    private @Nullable Certificate certificate(Json entry) {
        for (Json pem : entry.get("_certificates").elements()) {
            Certificate shown = certificates.read(pem.text()).orElse(null);
            if (shown != null) {
                recording.tellsIssuer();
            }
            return shown;
        }
        String issuer = entry.get("_securityDetails").get("issuer").text();
        return issuer.isEmpty()
                ? null
                : new Certificate(
                        entry.get("_securityDetails").get("subjectName").text(), issuer, "", -1, "", false);
    }

    private Connection connection(Json entry, Leg leg, Target target, Evidence at) {
        return new Connection(
                leg,
                target.origin(),
                "",
                -1,
                -1,
                certificate(entry),
                null,
                false,
                -1,
                leg.protocol() == Protocol.UNKNOWN ? null : at.saying("the entry says " + leg.protocol()),
                leg.issuer().isEmpty() ? null : at.saying("certificate issued by " + leg.issuer()),
                null);
    }

    private void headers(Json response, Target target, Evidence at) {
        for (Json header : response.get("headers").elements()) {
            String name = Headers.name(header);
            String value = Headers.value(header);
            if (name.equals("alt-svc") && (value.startsWith("h3") || value.startsWith("h2"))) {
                String offered = value.startsWith("h3") ? "HTTP/3" : "HTTP/2";
                recording.advertised(target.origin(), at.saying("the answer offers " + offered + " (Alt-Svc)"));
            }
        }
    }

    /** Says what was left out. */
    void end() {
        if (offline > 0) {
            recording.note(offline + " entries were answered without the network (a cache, data: and the like).", "");
        }
    }
}
