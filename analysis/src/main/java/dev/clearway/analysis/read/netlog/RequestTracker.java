package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Protocol;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Follows URL requests from when the network service gets them to when they are gone. */
final class RequestTracker {
    private final RecordingBuilder recording;
    private final LifeMaker lives;
    private final Sources<UrlRequest> requests = new Sources<>(UrlRequest::new);
    private @Nullable Constants constants;
    private long cached;

    RequestTracker(RecordingBuilder recording, LifeMaker lives) {
        this.recording = recording;
        this.lives = lives;
    }

    void constants(Constants read) {
        constants = read;
    }

    void register(Handlers handlers) {
        handlers.on(this::alive, "REQUEST_ALIVE");
        handlers.on(this::startJob, "URL_REQUEST_START_JOB");
        handlers.on(this::corsRequest, "CORS_REQUEST");
        handlers.on(this::delegate, "DELEGATE_INFO");
        handlers.on(this::seek, "HTTP_STREAM_REQUEST");
        handlers.on(e -> known(e).controller = e.dependency(), "HTTP_STREAM_JOB_CONTROLLER_BOUND");
        handlers.on(e -> known(e).job = e.dependency(), "HTTP_STREAM_REQUEST_BOUND_TO_JOB");
        handlers.on(this::send, "HTTP_TRANSACTION_SEND_REQUEST");
        handlers.on(this::readHeaders, "HTTP_TRANSACTION_READ_HEADERS");
        handlers.on(this::responseHeaders, "HTTP_TRANSACTION_READ_RESPONSE_HEADERS");
        handlers.on(e -> known(e).protocol = Protocol.HTTP_1, "HTTP_TRANSACTION_SEND_REQUEST_HEADERS");
        handlers.on(e -> known(e).protocol = Protocol.HTTP_2, "HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS");
        handlers.on(e -> known(e).protocol = Protocol.HTTP_3, "HTTP_TRANSACTION_QUIC_SEND_REQUEST_HEADERS");
        handlers.on(e -> known(e).priority = e.params().get("priority").word(), "URL_REQUEST_SET_PRIORITY");
        handlers.on(
                e -> known(e).bytes += Math.max(0, e.params().get("byte_count").integer(0)),
                "URL_REQUEST_JOB_FILTERED_BYTES_READ",
                "URL_REQUEST_JOB_BYTES_READ");
    }

    /** The request that {@code event} is about. The job controller logs some of these types too: to a throw-away one. */
    private UrlRequest known(Event event) {
        UrlRequest found = requests.find(event.source());
        return found == null ? new UrlRequest(event.source()) : found;
    }

    private void alive(Event event) {
        if (event.begins()) {
            UrlRequest request = requests.get(event.source());
            request.alive = event.micros();
            request.url = event.params().get("url").text();
            request.priority = event.params().get("priority").word();
            return;
        }
        UrlRequest request = requests.find(event.source());
        if (event.ends() && request != null) {
            failure(request, event);
            finish(request, event.micros());
            requests.remove(event.source());
        }
    }

    private void startJob(Event event) {
        UrlRequest request = requests.get(event.source());
        if (event.ends()) {
            failure(request, event);
            return;
        }
        if (request.started != UrlRequest.NEVER) {
            finish(request, event.micros());
            request.nextHop(event.micros());
        }
        request.started = event.micros();
        if (request.alive == UrlRequest.NEVER) {
            request.alive = event.micros();
        }
        Json params = event.params();
        request.url = params.get("url").text().isEmpty()
                ? request.url
                : params.get("url").text();
        request.method = params.get("method").word();
        request.site = site(params);
    }

    /** The site of the page that asked, which is as near as a netlog comes to naming a page. */
    private static String site(Json params) {
        String key = params.get("network_isolation_key").text();
        int space = key.indexOf(' ');
        String site = space < 0 ? key : key.substring(0, space);
        return site.equals("null") ? "" : site;
    }

    private void corsRequest(Event event) {
        if (!event.begins()) {
            return;
        }
        for (Json header : event.params().get("request_headers").get("headers").elements()) {
            String line = header.text();
            if (line.regionMatches(true, 0, "accept: ", 0, 8)) {
                requests.get(event.source()).accept = line.substring(8);
            }
        }
    }

    private void delegate(Event event) {
        String by = event.params().get("delegate_blocked_by").text();
        if (event.begins() && !by.isEmpty()) {
            known(event).heldBy = by;
        }
    }

    private void seek(Event event) {
        UrlRequest request = known(event);
        if (event.begins()) {
            if (request.sendBegun != UrlRequest.NEVER) {
                request.failure = "sent again";
                finish(request, event.micros());
                request.nextHop(event.micros());
                request.started = event.micros();
            }
            request.seekBegun = event.micros();
            request.seekEnded = UrlRequest.NEVER;
        } else if (event.ends()) {
            request.seekEnded = event.micros();
        }
    }

    private void send(Event event) {
        UrlRequest request = known(event);
        if (event.begins()) {
            request.sendBegun = event.micros();
        } else {
            request.sendEnded = event.micros();
        }
    }

    private void readHeaders(Event event) {
        if (event.ends()) {
            known(event).headersEnded = event.micros();
        }
    }

    private void responseHeaders(Event event) {
        UrlRequest request = known(event);
        int line = 0;
        for (Json header : event.params().get("headers").elements()) {
            String text = header.text();
            if (line++ == 0) {
                request.status = status(text);
            }
            int colon = text.indexOf(':');
            String value = colon < 0 ? "" : text.substring(colon + 1).strip();
            switch (colon <= 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-type" -> request.contentType = value;
                case "connection" -> request.closes = value.equalsIgnoreCase("close");
                case "alt-svc" -> altSvc(request, value, event);
                default -> {}
            }
        }
    }

    private void altSvc(UrlRequest request, String value, Event event) {
        if (value.startsWith("h3") || value.startsWith("h2")) {
            recording.advertised(
                    Target.of(request.url).origin(),
                    event.evidence("the answer offers " + offered(value) + " (Alt-Svc)"));
        }
    }

    private static String offered(String altSvc) {
        return altSvc.startsWith("h3") ? "HTTP/3" : "HTTP/2";
    }

    private static int status(String line) {
        String[] words = line.split(" ", 3);
        return words.length > 1 && words[1].matches("\\d{3}") ? Integer.parseInt(words[1]) : 0;
    }

    private void failure(UrlRequest request, Event event) {
        long code = event.params().get("net_error").integer(0);
        Constants by = constants;
        if (code != 0 && by != null) {
            request.failure = by.netError(code);
        }
    }

    private void finish(UrlRequest request, long micros) {
        if (request.seekBegun == UrlRequest.NEVER) {
            cached++;
        } else {
            lives.make(request, micros);
        }
    }

    /** The log ended at {@code micros}. */
    void end(long micros) {
        for (UrlRequest request : requests.all()) {
            if (request.seekBegun != UrlRequest.NEVER) {
                request.failure = request.failure.isEmpty() ? "unfinished when the recording ended" : request.failure;
                lives.make(request, Math.max(micros, request.alive));
            }
        }
        if (cached > 0) {
            recording.note(
                    cached + " requests were answered without the network (from a cache, or refused before).", "");
        }
    }
}
