package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.mask.Mask;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import java.util.Locale;

/**
 * One request as DevTools events tell of it. Queueing and Stalled are computed as the DevTools' own panel does: Queueing
 * lies between the renderer's asking and the network's beginning, Stalled between that beginning and the first thing that
 * is done for the request. Confined to the thread that reads events.
 */
final class SeenRequest {
    private static final double MICROS = 1e6;
    private static final int MICROS_IN_MILLI = 1000;

    private final String id;
    private final Json asked;
    private final String type;
    private final double askedAt;
    private String priority;
    private Json response = Json.ABSENT;
    private boolean cached;

    SeenRequest(String id, Json event) {
        this.id = id;
        asked = event.get("request");
        type = event.get("type").text().toLowerCase(Locale.ROOT);
        askedAt = event.get("timestamp").number(0);
        priority = asked.get("initialPriority").word();
    }

    String url() {
        return asked.get("url").text();
    }

    void priority(String value) {
        priority = value;
    }

    void cached() {
        cached = true;
    }

    void response(Json value) {
        response = value;
    }

    Json response() {
        return response;
    }

    /** Whether it is asked over the network by HTTP. */
    boolean overNetwork() {
        return Target.of(url()).http()
                && !cached
                && !response.get("fromDiskCache").isTrue()
                && !response.get("fromServiceWorker").isTrue()
                && !response.get("fromPrefetchCache").isTrue();
    }

    /**
     * Its life, now that it is over.
     *
     * @param at when it ended, on the browser's clock in seconds
     * @param wallOffset what to add to that clock for the time since 1970, in seconds
     * @param bytes size of the content as it came, or unknown
     * @param failure why it failed; empty if it did not
     */
    RequestLife ended(double at, double wallOffset, long bytes, String failure) {
        Json timing = response.get("timing");
        RequestLife.Builder life = RequestLife.of(id, asked.get("method").word(), Mask.ON.url(url()))
                .issued(Math.round((askedAt + wallOffset) * MICROS))
                .status((int) Math.max(0, Math.min(999, response.get("status").integer(0))))
                .bytes(Timings.UNKNOWN, bytes)
                .type(type)
                .priority(priority)
                .failure(failure)
                .leg(leg());
        if (timing.isObject()) {
            parts(life, timing, at);
        } else {
            life.waits(Waits.of(Wait.BLOCKED, Math.round((at - askedAt) * MICROS)));
        }
        return life.build();
    }

    private void parts(RequestLife.Builder life, Json timing, double at) {
        double begun = timing.get("requestTime").number(askedAt);
        long queueing = Math.round((begun - askedAt) * MICROS);
        long stalled = stalled(timing);
        long sendStart = at(timing, "sendStart");
        long sendEnd = Math.max(sendStart, at(timing, "sendEnd"));
        long headers = Math.max(sendEnd, at(timing, "receiveHeadersEnd"));
        long end = Math.max(headers, Math.round((at - begun) * MICROS));
        boolean opened = at(timing, "connectStart") >= 0;
        long resolve = opened ? span(timing, "dnsStart", "dnsEnd") : Timings.UNKNOWN;
        long tls = opened ? span(timing, "sslStart", "sslEnd") : Timings.UNKNOWN;
        long connect =
                opened ? Math.max(0, sendStart - stalled - Math.max(0, resolve) - Math.max(0, tls)) : Timings.UNKNOWN;
        Wait network = protocol() == Protocol.HTTP_1 ? Wait.SOCKET : Wait.BLOCKED;
        life.waits(Waits.of(Wait.BROWSER, queueing).plus(network, stalled))
                .timings(new Timings(resolve, connect, tls, sendEnd - sendStart, headers - sendEnd, end - headers));
    }

    /** Until the first thing that was done for it. */
    private static long stalled(Json timing) {
        for (String name : new String[] {"proxyStart", "dnsStart", "connectStart", "sendStart"}) {
            long at = at(timing, name);
            if (at >= 0) {
                return at;
            }
        }
        return 0;
    }

    private static long span(Json timing, String from, String to) {
        long start = at(timing, from);
        return start < 0 ? Timings.UNKNOWN : Math.max(0, at(timing, to) - start);
    }

    private static long at(Json timing, String name) {
        double millis = timing.get(name).number(-1);
        return millis < 0 ? -1 : Math.round(millis * MICROS_IN_MILLI);
    }

    private Protocol protocol() {
        return Protocol.parse(response.get("protocol").text());
    }

    Leg leg() {
        String connection = response.get("connectionId").text();
        Json security = response.get("securityDetails");
        String address = response.get("remoteIPAddress").text();
        return new Leg(
                connection.equals("0") ? "" : connection,
                protocol(),
                "",
                security.get("protocol").word(),
                security.get("issuer").word(),
                address.isEmpty()
                        ? ""
                        : address + ":" + response.get("remotePort").text(),
                "");
    }
}
