package dev.clearway.lab.page;

import dev.clearway.lab.page.browser.BrowserOptions;
import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.TrustedAuthorities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one mode, running, for a browser that somebody looks at. Used by one thread; any may close it. */
public final class OpenPage implements AutoCloseable {
    private final Parts parts;
    private final Access access;

    private OpenPage(Parts parts, Access access) {
        this.parts = parts;
        this.access = access;
    }

    /**
     * Starts them.
     *
     * @param plan whose first mode it is
     * @throws IOException if a part cannot be started
     */
    public static OpenPage start(PagePlan plan) throws IOException {
        Parts parts = Parts.start(plan);
        try {
            return new OpenPage(parts, parts.access(plan.modes().get(0), true));
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    /** Where the page is. */
    public String url() {
        return access.url();
    }

    /** How a browser must be started to see it as the mode means. */
    public BrowserOptions options(@Nullable Path netlog) {
        String proxy = access.proxyText();
        return new BrowserOptions(
                proxy.isEmpty() ? null : proxy,
                access.trusted().stream().map(TrustedAuthorities::keyDigest).toList(),
                netlog,
                BrowserOptions.Reach.LOOPBACK,
                true);
    }

    /**
     * The command that starts such a browser, as one pastes it into a shell.
     *
     * @param program the browser's name or path
     * @param profile a directory for its profile
     */
    public String command(String program, Path profile, @Nullable Path netlog) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(options(netlog).arguments(profile));
        words.add(url());
        return String.join(" ", words.stream().map(OpenPage::quoted).toList());
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./+:@%,=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public void close() {
        parts.close();
    }
}
