package dev.clearway.lab.page;

import dev.clearway.lab.page.site.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * One way of loading the page.
 *
 * @param way how it is reached
 * @param variant how it is served
 */
public record Mode(Way way, Variant variant) {
    /** Those that run where nothing else is asked for. */
    public static final List<Mode> USUAL = List.of(
            plain(Way.DIRECT), plain(Way.PROXY_H1), plain(Way.PROXY_H2), plain(Way.PROXY_H2_100), plain(Way.BYPASS));

    /** Through a proxy of the caller's. */
    public static final Mode EXTERNAL = plain(Way.EXTERNAL);

    /** Those of a client that is led to a proxy as to the server, which leaves nothing undecrypted. */
    public static final List<Mode> WITHOUT_BROWSER = USUAL.subList(0, 4);

    /** Whether a client that asks for no tunnels can load it, since it is led to a proxy as to the server. */
    public boolean needsNoTunnel() {
        return way == Way.DIRECT || (way.intercepted() && variant != Variant.SHARD);
    }

    private static Mode plain(Way way) {
        return new Mode(way, Variant.PLAIN);
    }

    /** {@code proxy-h1}, {@code direct-fewer}. */
    public String name() {
        return variant == Variant.PLAIN ? way.toString() : way + "-" + variant;
    }

    /** What it is, in a few words. */
    public String what() {
        return variant == Variant.PLAIN ? way.what() : way.what() + "; " + variant.what();
    }

    /** Every mode that can be named. */
    public static List<Mode> all() {
        List<Mode> all = new ArrayList<>();
        for (Variant variant : Variant.values()) {
            for (Way way : Way.values()) {
                boolean judged = way == Way.DIRECT || way == Way.PROXY_H1;
                if (way != Way.EXTERNAL && (variant == Variant.PLAIN || judged)) {
                    all.add(new Mode(way, variant));
                }
            }
        }
        return all;
    }

    /**
     * The mode of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Mode named(String name) {
        if (name.equals("external") || name.equals("mitmproxy")) {
            throw new IllegalArgumentException("a proxy of your own is measured by its address: start it (mitmproxy as"
                    + " 'mitmdump --ssl-insecure --listen-port 8080') and give --external localhost:8080 with"
                    + " --cacert FILE, the authority that it shows (~/.mitmproxy/mitmproxy-ca-cert.pem)");
        }
        return all().stream()
                .filter(mode -> mode.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no mode is called '" + name + "'. There are: "
                        + String.join(", ", all().stream().map(Mode::name).toList())));
    }
}
