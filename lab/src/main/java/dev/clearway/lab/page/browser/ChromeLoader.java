package dev.clearway.lab.page.browser;

import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.Loader;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TimedLoad;
import dev.clearway.lab.page.load.TrustedAuthorities;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads pages in a real browser, each load in one of its own with a new profile. */
public final class ChromeLoader implements Loader {
    /** A browser that has just started is still busy with itself: some 80 ms of the load otherwise. */
    private static final long SETTLE_MILLIS = 800;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BrowserProgram program;
    private final String version;
    private final Workspace workspace;

    /**
     * A loader.
     *
     * @param program the browser
     * @param version what it calls itself, with its version
     * @param workspace where its files go
     */
    public ChromeLoader(BrowserProgram program, String version, Workspace workspace) {
        this.program = program;
        this.version = version;
        this.workspace = workspace;
    }

    @Override
    public TimedLoad time(Access access, String name) throws IOException {
        try (Browser browser = Browser.start(program, options(access, null), workspace, name)) {
            PageTab tab = PageTab.of(browser);
            settle();
            return tab.timed(access.url(), PATIENCE);
        }
    }

    @Override
    public PageLoad record(Access access, String name) throws IOException {
        Path netlog = workspace.directory().resolve(name + ".netlog.json");
        PageLoad load;
        try (Browser browser = Browser.start(program, options(access, netlog), workspace, name)) {
            PageVisit visit = PageVisit.in(browser, name, version, access.proxyText());
            settle();
            load = visit.untilDone(access.url(), PATIENCE);
        }
        return load.with(workspace.written(netlog));
    }

    private static BrowserOptions options(Access access, @Nullable Path netlog) {
        List<String> keys =
                access.trusted().stream().map(TrustedAuthorities::keyDigest).toList();
        String proxy = access.proxyText();
        return new BrowserOptions(proxy.isEmpty() ? null : proxy, keys, netlog, BrowserOptions.Reach.LOOPBACK, false);
    }

    @Override
    public boolean connects() {
        return true;
    }

    private static void settle() throws InterruptedIOException {
        try {
            Thread.sleep(SETTLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the browser started");
        }
    }
}
