package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.Certificate;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Kind;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Selection;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import java.util.HashMap;
import java.util.Map;

/** Makes a recording of DevTools' network events. Told by one thread, asked by another: guarded by itself. */
final class NetworkRecorder {
    private static final int MOST_OPEN = 100_000;

    private final RecordingBuilder recording;
    private final String proxy;
    private final Map<String, SeenRequest> open = new HashMap<>();
    private double wallOffset = Double.NaN;
    private double lastEvent = Double.NaN;
    private double lastFinish = Double.NaN;
    private double firstAsked = Double.NaN;
    private int redirects;
    private boolean loaded;

    NetworkRecorder(String name, String producer, String proxy) {
        this.proxy = proxy;
        recording = new RecordingBuilder(name, Kind.DEVTOOLS, Selection.ALL);
        recording.producer(producer);
        recording.tells(Wait.BROWSER, Wait.SOCKET, Wait.BLOCKED);
        recording.tellsIssuer();
    }

    synchronized void event(String method, Json event) {
        if (event.get("timestamp").isNumber()) {
            lastEvent = event.get("timestamp").number(lastEvent);
        }
        switch (method) {
            case "Network.requestWillBeSent" -> asked(event);
            case "Network.requestServedFromCache" -> served(event);
            case "Network.resourceChangedPriority" -> changed(event);
            case "Network.responseReceived" -> responded(event);
            case "Network.loadingFinished" ->
                ended(event, Math.max(-1, event.get("encodedDataLength").integer(Timings.UNKNOWN)), "");
            case "Network.loadingFailed" -> ended(event, Timings.UNKNOWN, failure(event));
            case "Page.loadEventFired" -> loaded = true;
            default -> {}
        }
        notifyAll();
    }

    private void asked(Json event) {
        String id = event.get("requestId").text();
        double at = event.get("timestamp").number(0);
        if (Double.isNaN(wallOffset)) {
            wallOffset = event.get("wallTime").number(0) - at;
            firstAsked = at;
        }
        SeenRequest before = open.get(id);
        Json redirect = event.get("redirectResponse");
        if (before != null && redirect.isObject()) {
            before.response(redirect);
            take(before, at, Timings.UNKNOWN, "");
            redirects++;
        }
        if (open.size() < MOST_OPEN || open.containsKey(id)) {
            open.put(id, new SeenRequest(redirect.isObject() ? id + "#" + redirects : id, event));
        }
    }

    private void served(Json event) {
        SeenRequest request = open.get(event.get("requestId").text());
        if (request != null) {
            request.cached();
        }
    }

    private void changed(Json event) {
        SeenRequest request = open.get(event.get("requestId").text());
        if (request != null) {
            request.priority(event.get("newPriority").word());
        }
    }

    private void responded(Json event) {
        SeenRequest request = open.get(event.get("requestId").text());
        if (request != null) {
            request.response(event.get("response"));
        }
    }

    private static String failure(Json event) {
        String text = event.get("errorText").text();
        return text.isEmpty() ? "failed" : text;
    }

    private void ended(Json event, long bytes, String failure) {
        SeenRequest request = open.remove(event.get("requestId").text());
        double at = event.get("timestamp").number(0);
        if (request != null) {
            take(request, at, bytes, failure);
        }
    }

    private void take(SeenRequest request, double at, long bytes, String failure) {
        lastFinish = at;
        if (!request.overNetwork()) {
            return;
        }
        RequestLife life = request.ended(at, wallOffset, bytes, failure);
        recording.record();
        recording.request(proxy.isEmpty() ? life : through(life));
        connection(request, life);
    }

    private RequestLife through(RequestLife life) {
        return RequestLife.of(life.id(), life.method(), life.url())
                .issued(life.issuedMicros())
                .waits(life.waits())
                .timings(life.timings())
                .status(life.status())
                .bytes(life.requestBytes(), life.responseBytes())
                .type(life.type())
                .priority(life.priority())
                .leg(life.leg().through(proxy))
                .failure(life.failure())
                .build();
    }

    private void connection(SeenRequest request, RequestLife life) {
        Leg leg = life.leg();
        Json security = request.response().get("securityDetails");
        Certificate certificate = security.isObject()
                ? new Certificate(
                        security.get("subjectName").word(),
                        security.get("issuer").word(),
                        "",
                        days(security),
                        "",
                        false)
                : null;
        Evidence at = Evidence.computed("request " + life.id());
        recording.connection(new Connection(
                leg,
                Target.of(life.url()).origin(),
                "",
                -1,
                -1,
                certificate,
                null,
                false,
                -1,
                leg.protocol() == Protocol.UNKNOWN ? null : at.saying("the browser says " + leg.protocol()),
                leg.issuer().isEmpty() ? null : at.saying("certificate issued by " + leg.issuer()),
                null));
    }

    private static long days(Json security) {
        double from = security.get("validFrom").number(0);
        double to = security.get("validTo").number(0);
        return to > from ? Math.round((to - from) / 86_400) : -1;
    }

    /** Waits until every request is over, or that long. */
    synchronized void awaitQuiet(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; !open.isEmpty() && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Waits until the load event has come and no request has been under way for {@code quietMillis}; whether that came to be. */
    synchronized boolean awaitIdle(long quietMillis, long mostMillis) throws InterruptedException {
        long end = System.nanoTime() + mostMillis * 1_000_000;
        long quietSince = System.nanoTime();
        while (System.nanoTime() - end < 0) {
            if (!loaded || !open.isEmpty()) {
                quietSince = System.nanoTime();
            } else if (System.nanoTime() - quietSince >= quietMillis * 1_000_000) {
                return true;
            }
            wait(50);
        }
        return false;
    }

    /** From the first request's asking to the last one's end, in seconds. */
    synchronized double span() {
        return lastFinish - firstAsked;
    }

    /** What was recorded; what is still under way is taken as it is. */
    synchronized Recording recording() {
        for (SeenRequest request : open.values()) {
            if (request.overNetwork() && request.response().isObject()) {
                RequestLife life = request.ended(lastEvent, wallOffset, Timings.UNKNOWN, "still under way");
                recording.record();
                recording.request(proxy.isEmpty() ? life : through(life));
                connection(request, life);
            }
        }
        open.clear();
        return recording.build();
    }
}
