package dev.clearway.lab.page.browser;

import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TimedLoad;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Loads one page in a browser and records it by DevTools' network events. */
public final class PageVisit {
    private static final long LAST_EVENTS_MILLIS = 3000;
    private static final long IDLE_MILLIS = 800;

    private final PageTab tab;
    private final NetworkRecorder recorder;

    private PageVisit(PageTab tab, NetworkRecorder recorder) {
        this.tab = tab;
        this.recorder = recorder;
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
        PageTab tab = PageTab.of(browser);
        tab.call("Network.enable", Parameters.of("maxTotalBufferSize", 0).and("maxResourceBufferSize", 0));
        return new PageVisit(tab, recorder);
    }

    /**
     * Loads a page that says itself when it is done.
     *
     * @param url where it is
     * @param patience how long that may take
     * @throws IOException if it does not come to that
     */
    public PageLoad untilDone(String url, Duration patience) throws IOException {
        double done = tab.untilDone(url, patience);
        try {
            recorder.awaitQuiet(LAST_EVENTS_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted();
        }
        return loaded(done);
    }

    /**
     * Loads any page: it is done when its load event has come and for a moment no request has been under way.
     *
     * @param url where it is
     * @param patience after which it is taken as it is
     */
    public PageLoad untilIdle(String url, Duration patience) throws IOException {
        tab.navigate(url, patience);
        try {
            recorder.awaitIdle(IDLE_MILLIS, patience.toMillis());
        } catch (InterruptedException e) {
            throw interrupted();
        }
        return loaded(recorder.span());
    }

    private PageLoad loaded(double done) throws IOException {
        return new PageLoad(new TimedLoad(done, tab.seen()), recorder.recording(), null);
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while the page was loaded");
    }
}
