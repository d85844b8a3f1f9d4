package dev.clearway.lab.page.browser;

import dev.clearway.analysis.json.Json;
import dev.clearway.journal.Timings;
import dev.clearway.lab.page.load.SeenResource;
import dev.clearway.lab.page.load.TimedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * A browser's one tab: goes to a page, waits for it and asks it what it saw. While a page loads it does nothing that costs
 * the browser time: DevTools' network events stay off. Used by one thread.
 */
final class PageTab {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int MOST_SEEN = 20_000;
    private static final int MICROS_IN_MILLI = 1000;

    /** Browsers keep the timing of 250 requests unless a page asks for more. */
    private static final String KEEP_TIMINGS = "performance.setResourceTimingBufferSize(" + MOST_SEEN + ")";

    /** A page that has been parsed without beginning to wait is another one: what a proxy says instead, as a rule. */
    private static final String UNTIL_DONE = """
            new Promise(resolve => {
              const other = () => {
                const navigation = performance.getEntriesByType('navigation')[0] || {};
                return 'not the page, but status ' + (navigation.responseStatus || 'unknown') + ': '
                  + (document.title || document.body.innerText).slice(0, 200);
              };
              const look = () => {
                if (window.__doneMs !== undefined) {
                  resolve({done: window.__doneMs, failed: window.__failed || '', other: ''});
                } else if (document.readyState !== 'loading' && !window.__waiting) {
                  resolve({done: 0, failed: '', other: other()});
                } else {
                  setTimeout(look, 20);
                }
              };
              look();
            })
            """;

    private static final String SEEN = """
            performance.getEntries().filter(e => e.entryType === 'navigation' || e.entryType === 'resource').slice(0, 20000)
              .map(e => [e.name, e.nextHopProtocol, e.startTime, e.requestStart, e.responseStart])
            """;

    private final Browser browser;
    private final String session;

    private PageTab(Browser browser, String session) {
        this.browser = browser;
        this.session = session;
    }

    /** The tab that a browser began with. */
    static PageTab of(Browser browser) throws IOException {
        PageTab tab = new PageTab(browser, browser.attach());
        tab.call("Page.enable", Parameters.NONE);
        tab.call("Page.addScriptToEvaluateOnNewDocument", Parameters.of("source", KEEP_TIMINGS));
        tab.call("Page.bringToFront", Parameters.NONE);
        return tab;
    }

    void call(String method, Parameters parameters) throws IOException {
        browser.devTools().call(session, method, parameters, ANSWER);
    }

    /** Begins to load a page. */
    void navigate(String url, Duration patience) throws IOException {
        Json answer = browser.devTools().call(session, "Page.navigate", Parameters.of("url", url), patience);
        String error = answer.get("errorText").text();
        if (!error.isEmpty()) {
            throw new IOException("the browser could not load the page: " + error);
        }
    }

    /** Loads a page that says itself when it is done, and gives the seconds. */
    double untilDone(String url, Duration patience) throws IOException {
        navigate(url, patience);
        Json done;
        try {
            done = evaluate(UNTIL_DONE, patience);
        } catch (IOException e) {
            throw e.getCause() instanceof TimeoutException
                    ? new IOException("the page was not done after " + patience.toSeconds() + " s", e)
                    : e;
        }
        refuse("the browser was given ", done.get("other").text());
        refuse("the page says: ", done.get("failed").text());
        return done.get("done").number(0) / 1000;
    }

    private static void refuse(String what, String problem) throws IOException {
        if (!problem.isEmpty()) {
            throw new IOException(what + problem.replaceAll("\\p{Cntrl}+", " "));
        }
    }

    /** Loads a page that says itself when it is done, and asks then what it saw. */
    TimedLoad timed(String url, Duration patience) throws IOException {
        double done = untilDone(url, patience);
        return new TimedLoad(done, seen());
    }

    /** What the page saw of its requests so far. */
    List<SeenResource> seen() throws IOException {
        List<SeenResource> seen = new ArrayList<>();
        for (Json entry : evaluate(SEEN, ANSWER).elements()) {
            List<Json> parts = entry.elements();
            if (seen.size() < MOST_SEEN && parts.size() == 5) {
                double asked = parts.get(2).number(0);
                double sent = parts.get(3).number(0);
                seen.add(new SeenResource(
                        parts.get(0).text(),
                        parts.get(1).text(),
                        micros(asked, sent),
                        micros(sent, parts.get(4).number(0))));
            }
        }
        return seen;
    }

    /** Between two moments of the page's clock; a moment that it may not see is 0. */
    private static long micros(double from, double to) {
        return to <= 0 ? Timings.UNKNOWN : Math.max(0, Math.round((to - from) * MICROS_IN_MILLI));
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
}
