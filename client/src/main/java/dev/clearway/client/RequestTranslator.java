package dev.clearway.client;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.VersionPolicy;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Makes the transport's request from the JDK's. Immutable. */
final class RequestTranslator {
    private static final String USER_AGENT = userAgent();

    private final VersionPolicy versions;
    private final @Nullable ProxySelector proxies;
    private final Executor executor;

    /**
     * A translator for one client.
     *
     * @param versions the client's policy, for requests that name no version
     * @param proxies decides whether a proxy is wanted; {@code null} if none ever is
     * @param executor runs the callers' body publishers
     */
    RequestTranslator(VersionPolicy versions, @Nullable ProxySelector proxies, Executor executor) {
        this.versions = versions;
        this.proxies = proxies;
        this.executor = executor;
    }

    /**
     * Checks and translates a request.
     *
     * @throws IllegalArgumentException if no {@link HttpRequest.Builder} could have built it
     * @throws UnsupportedOperationException if it asks for what the client cannot do
     */
    Request translate(HttpRequest request) {
        URI uri = Objects.requireNonNull(request.uri(), "uri");
        String method = Objects.requireNonNullElse(request.method(), "GET");
        checkMethod(method);
        checkUri(uri);
        Duration timeout = request.timeout().orElse(null);
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("Invalid duration: " + timeout);
        }
        BodyPublisher publisher = request.bodyPublisher().orElse(null);
        long length = publisher == null ? 0 : Math.max(-1, publisher.contentLength());
        Fields fields = fieldsOf(request, length);
        refuseProxy(uri);
        RequestBody body = publisher == null
                ? RequestBody.NONE
                : new PublishedBody(publisher, length, executor, request.expectContinue() ? timeout(timeout) : null);
        return new Request(
                Origin.of(uri), versionsOf(request.version().orElse(null)), method, target(uri), fields, body, timeout);
    }

    private static Duration timeout(@Nullable Duration requested) {
        return requested != null && requested.compareTo(PublishedBody.CONTINUE_TIMEOUT) < 0
                ? requested
                : PublishedBody.CONTINUE_TIMEOUT;
    }

    private static void checkMethod(String method) {
        if (!HeaderRules.isToken(method)) {
            throw new IllegalArgumentException("illegal method \"" + HeaderRules.printable(method) + "\"");
        }
        if (method.equals("CONNECT")) {
            throw new IllegalArgumentException("method CONNECT is not supported");
        }
    }

    private static void checkUri(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException("URI with undefined scheme");
        }
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            throw new IllegalArgumentException("invalid URI scheme " + scheme.toLowerCase(Locale.ROOT));
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("unsupported URI " + HeaderRules.printable(uri.toString()));
        }
    }

    /** The caller's fields, then ours. What frames the body is left to the transport. */
    private static Fields fieldsOf(HttpRequest request, long length) {
        Fields.Builder fields = Fields.builder();
        boolean agent = false;
        for (Map.Entry<String, List<String>> entry : request.headers().map().entrySet()) {
            String name = entry.getKey();
            agent |= name.equalsIgnoreCase("user-agent");
            boolean framing = isFraming(name);
            for (String value : entry.getValue()) {
                HeaderRules.check(name, value);
                if (framing) {
                    checkFraming(name, value, length);
                } else {
                    fields.add(name, value);
                }
            }
        }
        if (!agent) {
            fields.add("User-Agent", USER_AGENT);
        }
        if (request.expectContinue() && length != 0) {
            fields.add("Expect", "100-continue");
        }
        return fields.build();
    }

    private static boolean isFraming(String name) {
        return name.equalsIgnoreCase("content-length") || name.equalsIgnoreCase("transfer-encoding");
    }

    /** Two statements about a body's length are how requests get smuggled (RFC 9112, section 11.2): only the publisher's counts. */
    private static void checkFraming(String name, String value, long length) {
        if (name.equalsIgnoreCase("content-length") && !value.trim().equals(Long.toString(length))) {
            throw new IllegalArgumentException(
                    "Content-Length " + value.trim() + " contradicts the body publisher's " + length);
        }
    }

    /** Path and query, with everything outside ASCII percent-encoded as {@link URI#toASCIIString()} does. */
    private static String target(URI uri) {
        String path = uri.getRawPath();
        String query = uri.getRawQuery();
        String target = path == null || path.isEmpty() ? "/" : path;
        return encode(query == null ? target : target + "?" + query);
    }

    private static String encode(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) < 0x80) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : Normalizer.normalize(text, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0) {
                out.append((char) b);
            } else {
                out.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
            }
        }
        return out.toString();
    }

    private VersionPolicy versionsOf(@Nullable Version asked) {
        if (asked == null) {
            return versions;
        }
        VersionPolicy policy = policyOf(asked);
        return policy == VersionPolicy.HTTP_2_OR_LOWER && versions == VersionPolicy.HTTP_2 ? versions : policy;
    }

    /**
     * The policy that a version of the JDK's stands for.
     *
     * @throws UnsupportedOperationException for HTTP/3, which later JDKs name
     */
    static VersionPolicy policyOf(Version version) {
        return switch (version.name()) {
            case "HTTP_1_1" -> VersionPolicy.HTTP_1_1;
            case "HTTP_2" -> VersionPolicy.HTTP_2_OR_LOWER;
            default ->
                throw new UnsupportedOperationException(
                        version + " is not supported: ask for HTTP_2 or HTTP_1_1, or leave the version out");
        };
    }

    private void refuseProxy(URI uri) {
        if (proxies == null) {
            return;
        }
        List<Proxy> chosen = proxies.select(uri);
        if (chosen == null || chosen.isEmpty() || chosen.get(0).type() == Proxy.Type.DIRECT) {
            return;
        }
        throw new UnsupportedOperationException("the proxy selector chooses " + chosen.get(0) + " for "
                + Origin.of(uri) + ", and proxies are not supported: build the client with"
                + " proxy(HttpClient.Builder.NO_PROXY), or exempt the host (system property http.nonProxyHosts)");
    }

    private static String userAgent() {
        String version = ClearwayClient.class.getPackage().getImplementationVersion();
        return version == null ? "clearway" : "clearway/" + version;
    }
}
