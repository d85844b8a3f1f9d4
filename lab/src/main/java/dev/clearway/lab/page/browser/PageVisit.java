package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import dev.clearway.lab.page.load.PageLoad;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Loads one page in a browser and records it. */
public final class PageVisit {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final long LAST_EVENTS_MILLIS = 3000;
    private static final long IDLE_MILLIS = 800;
    private static final int MOST_HOPS = 20_000;

    private static final String UNTIL_DONE = """
            new Promise(resolve => {
              const look = () => window.__doneMs === undefined ? setTimeout(look, 20)
                : resolve({done: window.__doneMs, failed: window.__failed || ''});
              look();
            })
            """;

    private static final String NEXT_HOPS = """
            performance.getEntries().filter(e => e.nextHopProtocol).slice(0, 20000).map(e => [e.name, e.nextHopProtocol])
            """;

    private final Browser browser;
    private final NetworkRecorder recorder;
    private final String session;

    private PageVisit(Browser browser, NetworkRecorder recorder, String session) {
        this.browser = browser;
        this.recorder = recorder;
        this.session = session;
    }

    /**
     * Gets ready.
     *
     * @param browser where
     * @param name what the recording is called
     * @param producer who made it: the browser and its version
     * @param proxy {@code host:port} of the browser's proxy; empty for none
     */
    public static PageVisit in(Browser browser, String name, String producer, String proxy) throws IOException {
        NetworkRecorder recorder = new NetworkRecorder(name, producer, proxy);
        browser.devTools().listener((method, event, session) -> recorder.event(method, event));
        String session = browser.attach();
        PageVisit visit = new PageVisit(browser, recorder, session);
        visit.call("Page.enable", Parameters.NONE);
        visit.call("Network.enable", Parameters.of("maxTotalBufferSize", 0).and("maxResourceBufferSize", 0));
        visit.call("Page.bringToFront", Parameters.NONE);
        return visit;
    }

    /**
     * Loads a page that says itself when it is done.
     *
     * @param url where it is
     * @param patience how long that may take
     * @throws IOException if it does not come to that
     */
    public PageLoad untilDone(String url, Duration patience) throws IOException {
        navigate(url, patience);
        Json done = evaluate(UNTIL_DONE, patience);
        String failed = done.get("failed").text();
        if (!failed.isEmpty()) {
            throw new IOException("the page says: " + failed.replaceAll("\\p{Cntrl}+", " "));
        }
        quiet();
        return new PageLoad(done.get("done").number(0) / 1000, recorder.recording(), nextHops(), null, null);
    }

    /**
     * Loads any page: it is done when its load event has come and for a moment no request has been under way.
     *
     * @param url where it is
     * @param patience after which it is taken as it is
     */
    public PageLoad untilIdle(String url, Duration patience) throws IOException {
        navigate(url, patience);
        try {
            recorder.awaitIdle(IDLE_MILLIS, patience.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
        return new PageLoad(recorder.span(), recorder.recording(), nextHops(), null, null);
    }

    private void navigate(String url, Duration patience) throws IOException {
        Json answer = browser.devTools().call(session, "Page.navigate", Parameters.of("url", url), patience);
        String error = answer.get("errorText").text();
        if (!error.isEmpty()) {
            throw new IOException("the browser could not load the page: " + error);
        }
    }

    private void quiet() throws IOException {
        try {
            recorder.awaitQuiet(LAST_EVENTS_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while the page was loaded");
    }

    private Map<String, String> nextHops() throws IOException {
        Map<String, String> hops = new LinkedHashMap<>();
        for (Json entry : evaluate(NEXT_HOPS, ANSWER).elements()) {
            if (hops.size() < MOST_HOPS && entry.elements().size() == 2) {
                hops.put(entry.elements().get(0).text(), entry.elements().get(1).text());
            }
        }
        return hops;
    }

    private Json evaluate(String expression, Duration patience) throws IOException {
        Json answer = browser.devTools()
                .call(
                        session,
                        "Runtime.evaluate",
                        Parameters.of("expression", expression)
                                .and("awaitPromise", true)
                                .and("returnByValue", true),
                        patience);
        if (answer.get("exceptionDetails").exists()) {
            throw new IOException("the page's script failed: "
                    + answer.get("exceptionDetails").get("text").text());
        }
        return answer.get("result").get("value");
    }

    private void call(String method, Parameters parameters) throws IOException {
        browser.devTools().call(session, method, parameters, ANSWER);
    }
}
