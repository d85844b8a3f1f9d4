package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.model.BrowserFacts;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.RecordingBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a netlog says of the browser: its constants and the state that it polled when the log was stopped. */
final class BrowserReader {
    private final RecordingBuilder recording;
    private final List<String> proxies = new ArrayList<>();
    private @Nullable Evidence http2Off;
    private @Nullable Evidence http2On;
    private long socketsPerGroup = -1;
    private long proxyCap = -1;

    BrowserReader(RecordingBuilder recording) {
        this.recording = recording;
    }

    /** Takes the constants. Electron, Puppeteer and Cronet logs do not name the client. */
    void constants(Json constants) {
        Json client = constants.get("clientInfo");
        recording.producer(
                client.get("name").text() + " " + client.get("version").text());
        String mode = constants.get("logCaptureMode").text();
        if (mode.equals("HeavilyRedacted")) {
            recording.note(
                    "The log was made in the mode HeavilyRedacted: it names no hosts, protocols or issuers. Record"
                            + " again in the default mode to judge them.",
                    "");
        }
        String command = client.get("command_line").text();
        if (hasSwitch(command, "--disable-http2")) {
            http2Off = new Evidence("the browser was started with --disable-http2", "/constants/clientInfo", -1);
        }
        if (hasSwitch(command, "--ignore-certificate-errors")) {
            recording.note(
                    "The browser was started with --ignore-certificate-errors: it says little about issuers.", "");
        }
    }

    private static boolean hasSwitch(String command, String name) {
        return (" " + command + " ").contains(" " + name + " ");
    }

    /** Takes one member of the polled state. */
    void polled(String name, Json value, Piece at) {
        switch (name) {
            case "spdyStatus" -> spdyStatus(value, at);
            case "proxySettings" -> proxySettings(value.get("effective"));
            case "socketPoolInfo" -> value.elements().forEach(this::pool);
            case "httpStreamPoolInfo" ->
                socketsPerGroup = value.get("max_sockets_per_group").integer(socketsPerGroup);
            default -> {}
        }
    }

    private void spdyStatus(Json status, Piece at) {
        Boolean enabled = status.get("enable_http2").truth();
        String protocols = status.get("alpn_protos").text();
        boolean offered = protocols.isEmpty() || protocols.contains("h2");
        if (Boolean.FALSE.equals(enabled) || !offered) {
            http2Off = new Evidence(
                    "the browser does not offer HTTP/2: it offers " + protocols, at.pointer(), at.offset());
        } else if (Boolean.TRUE.equals(enabled)) {
            http2On = new Evidence("the browser offers HTTP/2: it offers " + protocols, at.pointer(), at.offset());
        }
    }

    private void proxySettings(Json effective) {
        for (Json proxy : effective.get("single_proxy").elements()) {
            proxies.add(ProxyChain.first(proxy.text()));
        }
        effective
                .get("proxy_per_scheme")
                .forEach((scheme, list) ->
                        list.elements().forEach(proxy -> proxies.add(ProxyChain.first(proxy.text()))));
        if (effective.get("pac_url").isText()) {
            proxies.add("as a PAC file says");
        }
    }

    private void pool(Json pool) {
        socketsPerGroup = pool.get("max_sockets_per_group").integer(socketsPerGroup);
        if (pool.get("type").text().contains("proxy")) {
            proxyCap = pool.first("socket_soft_cap", "max_socket_count").integer(proxyCap);
        }
    }

    /** Hands over what was found. */
    void end() {
        List<String> distinct =
                proxies.stream().filter(p -> !p.isEmpty()).distinct().limit(20).toList();
        recording.browser(new BrowserFacts(http2Off, http2On, socketsPerGroup, proxyCap, distinct));
    }
}
