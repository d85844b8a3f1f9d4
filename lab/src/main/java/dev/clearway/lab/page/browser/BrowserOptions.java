package dev.clearway.lab.page.browser;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a browser is started.
 *
 * @param proxy {@code host:port} of an HTTP proxy for everything, the loopback address included; {@code null} for none
 * @param trustedKeys SHA-256 digests, in base64, of public keys that may stand in a chain that no known authority signed
 * @param netlog where the netlog goes; {@code null} for none
 * @param reach what names may be resolved
 * @param visible whether it opens a window, with its developer tools
 */
public record BrowserOptions(
        @Nullable String proxy,
        List<String> trustedKeys,
        @Nullable Path netlog,
        Reach reach,
        boolean visible) {
    /** What keeps a browser to the page: no first-run questions, no updates, no traffic of its own. */
    private static final List<String> ALWAYS = List.of(
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-component-extensions-with-background-pages",
            "--disable-default-apps",
            "--disable-extensions",
            "--disable-sync",
            "--disable-domain-reliability",
            "--disable-client-side-phishing-detection",
            "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
            "--disable-quic",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--mute-audio",
            "--window-size=1280,1000");

    public BrowserOptions {
        trustedKeys = List.copyOf(trustedKeys);
    }

    /** Which names a browser may resolve. */
    public enum Reach {
        /** {@code localhost} and no other. */
        LOOPBACK,
        /** Any. */
        ANYWHERE
    }

    /** The command line's arguments, with that profile; the pipe's is not among them. */
    public List<String> arguments(Path profile) {
        List<String> arguments = new ArrayList<>(ALWAYS);
        arguments.add("--user-data-dir=" + profile);
        if (visible) {
            arguments.add("--auto-open-devtools-for-tabs");
        } else {
            arguments.add("--headless");
            arguments.add("--hide-scrollbars");
        }
        if ("root".equals(System.getProperty("user.name"))) {
            arguments.add("--no-sandbox");
        }
        if (proxy == null) {
            arguments.add("--no-proxy-server");
        } else {
            arguments.add("--proxy-server=" + proxy);
            arguments.add("--proxy-bypass-list=<-loopback>");
        }
        if (!trustedKeys.isEmpty()) {
            arguments.add("--ignore-certificate-errors-spki-list=" + String.join(",", trustedKeys));
        }
        if (reach == Reach.LOOPBACK) {
            arguments.add("--host-resolver-rules=MAP localhost 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.0.0.1");
        }
        if (netlog != null) {
            arguments.add("--log-net-log=" + netlog);
            arguments.add("--net-log-capture-mode=Everything");
        }
        return arguments;
    }
}
