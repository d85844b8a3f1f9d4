package dev.clearway.lab.page.browser;

import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.HarFile;
import dev.clearway.lab.page.load.Loader;
import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.load.TrustedAuthorities;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

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
    public PageLoad load(Access access, String name) throws IOException {
        List<String> keys =
                access.trusted().stream().map(TrustedAuthorities::keyDigest).toList();
        Path netlog = workspace.directory().resolve(name + ".netlog.json");
        String proxy = access.proxyText();
        BrowserOptions options =
                new BrowserOptions(proxy.isEmpty() ? null : proxy, keys, netlog, BrowserOptions.Reach.LOOPBACK, false);
        PageLoad load;
        try (Browser browser = Browser.start(program, options, workspace, name)) {
            settle();
            PageVisit visit = PageVisit.in(browser, name, version, proxy);
            load = visit.untilDone(access.url(), PATIENCE);
        }
        Path har = workspace.directory().resolve(name + ".har");
        try (OutputStream target = Files.newOutputStream(har)) {
            HarFile.write(load.recording(), target);
        }
        return load.with(netlog, har);
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
