package dev.clearway.origin;

import dev.clearway.origin.Answer.Echo;
import dev.clearway.origin.Answer.Pattern;
import dev.clearway.origin.Answer.Text;
import dev.clearway.origin.Answer.Timing;
import dev.clearway.server.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a request's head what it is answered with. Does no I/O and keeps no state; what comes from the request is
 * bounded and never repeated but as printable ASCII.
 */
final class Router {
    /** The longest delay that may be asked for: an hour. */
    static final long LONGEST_DELAY_MILLIS = 3_600_000;

    /** The largest body that may be asked for: a tebibyte. */
    static final long LARGEST_BODY = 1L << 40;

    /** The most server-sent events that may be asked for. */
    static final int MOST_EVENTS = 1_000_000;

    private static final String READ_ONLY = "GET, HEAD";
    private static final String INDEX = """
            /whoami         the name of this server
            /conn           the connection that carries the request, as JSON
            /delay/{ms}     answers after so many milliseconds
            /bytes/{n}      answers with so many bytes
            /echo           answers with the request's body
            /status/{code}  answers with that status code, 200 to 599
            /events         server-sent events: ?count={n}&interval={ms}
            /early-hints    answers with 103 and then with 200
            /trailers       answers with trailer fields, the request's among them
            /ws/echo        a WebSocket that sends back what it receives
            /metrics        what this server has seen, as Prometheus text
            Each takes ?delay={ms}, too.
            """;

    private final String name;
    private final Supplier<String> metrics;
    private final Map<String, Resource> resources;

    Router(String name, Supplier<String> metrics, Map<String, Resource> resources) {
        this.name = name;
        this.metrics = metrics;
        this.resources = Map.copyOf(resources);
    }

    /**
     * The answer to a request.
     *
     * @param head the request's head
     * @param connection what carries the request
     */
    Answer answer(RequestHead head, OriginConnection connection) {
        String method = head.method();
        String target = head.path();
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        Answer answer;
        long delay;
        try {
            delay = millis(query, "delay", -1);
            answer = answer(path, query, head, connection);
        } catch (BadParameter e) {
            return Answer.refusal(routeOf(path), 400, e.text);
        }
        if (isReadOnly(answer.route()) && !method.equals("GET") && !method.equals("HEAD")) {
            return notAllowed(answer.route(), method);
        }
        return delay < 0 ? answer : answer.delayed(answer.delayMillis() + delay);
    }

    private Answer answer(String path, String query, RequestHead head, OriginConnection connection)
            throws BadParameter {
        Route route = routeOf(path);
        return switch (route) {
            case INDEX -> Answer.text(route, 200, INDEX);
            case WHOAMI -> Answer.text(route, 200, name);
            case CONN -> describe(connection);
            case DELAY -> isGrpc(head) ? grpc(delay(path), 0) : delay(path);
            case BYTES -> isGrpc(head) ? grpcBytes(path) : bytes(path);
            case ECHO -> echo(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
            case STATUS -> status(path);
            case EVENTS -> events(query);
            case EARLY_HINTS -> Answer.text(route, 200, "hints came before\n");
            case TRAILERS ->
                new Answer(route, 200, Answer.PLAIN, Answer.Trailers.INSTANCE, 0, Timing.AFTER_REQUEST, null);
            case WS_ECHO -> WebSocketHandshake.answer(route, head);
            case METRICS -> metricsText();
            case RESOURCE -> resource(Objects.requireNonNull(resources.get(path)));
            case NONE -> Answer.refusal(route, 404, "There is nothing here. / lists what there is.");
        };
    }

    private Route routeOf(String path) {
        return switch (path) {
            case "/" -> Route.INDEX;
            case "/whoami" -> Route.WHOAMI;
            case "/conn" -> Route.CONN;
            case "/echo" -> Route.ECHO;
            case "/metrics" -> Route.METRICS;
            case "/events" -> Route.EVENTS;
            case "/early-hints" -> Route.EARLY_HINTS;
            case "/trailers" -> Route.TRAILERS;
            case "/ws/echo" -> Route.WS_ECHO;
            default -> {
                if (path.startsWith("/delay/")) {
                    yield Route.DELAY;
                }
                if (path.startsWith("/bytes/")) {
                    yield Route.BYTES;
                }
                if (path.startsWith("/status/")) {
                    yield Route.STATUS;
                }
                yield resources.containsKey(path) ? Route.RESOURCE : Route.NONE;
            }
        };
    }

    private static boolean isReadOnly(Route route) {
        return switch (route) {
            case INDEX, WHOAMI, CONN, METRICS, RESOURCE, EVENTS, EARLY_HINTS -> true;
            case DELAY, BYTES, ECHO, STATUS, TRAILERS, WS_ECHO, NONE -> false;
        };
    }

    private static Answer describe(OriginConnection connection) {
        String text = "{\"id\":\"" + connection.id() + "\",\"remotePort\":" + connection.remotePort()
                + ",\"protocol\":\"" + connection.protocol() + "\"}\n";
        return new Answer(Route.CONN, 200, Answer.JSON, Text.of(text), 0, Timing.AFTER_REQUEST, null);
    }

    private static Answer delay(String path) throws BadParameter {
        long millis = delayMillis("the delay in the path", path.substring("/delay/".length()));
        return Answer.text(Route.DELAY, 200, "waited " + millis + " ms\n").delayed(millis);
    }

    private static Answer bytes(String path) throws BadParameter {
        String digits = path.substring("/bytes/".length());
        long length = number("the number of bytes in the path", digits, 0, LARGEST_BODY);
        return new Answer(Route.BYTES, 200, Answer.BINARY, new Pattern(length), 0, Timing.AFTER_REQUEST, null);
    }

    /** Whether the request is a gRPC call, of which the path is the method's name. */
    private static boolean isGrpc(RequestHead head) {
        String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
        return type != null
                && type.startsWith("application/grpc")
                && head.method().equals("POST");
    }

    private static Answer grpcBytes(String path) throws BadParameter {
        String digits = path.substring("/bytes/".length());
        int length = (int) number("a message's length in the path", digits, 0, GrpcAnswer.LARGEST_MESSAGE);
        return grpc(bytes(path), length);
    }

    private static Answer grpc(Answer plain, int length) {
        Answer.Grpc message = new Answer.Grpc(length);
        return new Answer(plain.route(), 200, Answer.GRPC, message, plain.delayMillis(), Timing.AFTER_REQUEST, null);
    }

    private static Answer echo(@Nullable String contentType) {
        CharSequence type = contentType == null ? Answer.BINARY : contentType;
        return new Answer(Route.ECHO, 200, type, Echo.INSTANCE, 0, Timing.AT_ONCE, null);
    }

    private static Answer status(String path) throws BadParameter {
        int code = (int) number("the status code in the path", path.substring("/status/".length()), 200, 599);
        Text body = code == 204 || code == 205 || code == 304 ? Text.EMPTY : Text.of("status " + code + "\n");
        return new Answer(Route.STATUS, code, Answer.PLAIN, body, 0, Timing.AT_ONCE, null);
    }

    private Answer metricsText() {
        String type = "text/plain; version=0.0.4; charset=utf-8";
        return new Answer(Route.METRICS, 200, type, Text.of(metrics.get()), 0, Timing.AFTER_REQUEST, null);
    }

    private static Answer resource(Resource resource) {
        Text body = Text.of(resource.text());
        return new Answer(
                Route.RESOURCE,
                200,
                resource.contentType(),
                body,
                resource.delay().toMillis(),
                Timing.AFTER_REQUEST,
                null);
    }

    private static Answer notAllowed(Route route, String method) {
        Text text = Text.of(quoted(method) + " is not allowed here, only " + READ_ONLY + " are.\n");
        return new Answer(route, 405, Answer.PLAIN, text, 0, Timing.AT_ONCE, READ_ONLY);
    }

    private static Answer events(String query) throws BadParameter {
        int count = (int) parameter(query, "count", MOST_EVENTS, 10);
        long interval = millis(query, "interval", 1_000);
        Answer.Events events = new Answer.Events(count, interval);
        return new Answer(Route.EVENTS, 200, Answer.EVENT_STREAM, events, 0, Timing.AFTER_REQUEST, null);
    }

    private static long millis(String query, String name, long otherwise) throws BadParameter {
        String digits = value(query, name);
        return digits == null ? otherwise : delayMillis(name, digits);
    }

    private static long parameter(String query, String name, long most, long otherwise) throws BadParameter {
        String digits = value(query, name);
        return digits == null ? otherwise : number(name, digits, 1, most);
    }

    /** The value of a query's parameter; {@code null} if it has none of that name. */
    private static @Nullable String value(String query, String name) {
        if (query.isEmpty()) {
            return null;
        }
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name) && pair.startsWith("=", name.length())) {
                return pair.substring(name.length() + 1);
            }
        }
        return null;
    }

    private static long delayMillis(String what, String digits) throws BadParameter {
        return number(what + " (milliseconds)", digits, 0, LONGEST_DELAY_MILLIS);
    }

    private static long number(String what, String digits, long least, long most) throws BadParameter {
        long value = plainNumber(digits);
        if (value < least || value > most) {
            throw new BadParameter(
                    what + " must be a whole number from " + least + " to " + most + ", not " + quoted(digits));
        }
        return value;
    }

    /** The value of up to 15 ASCII digits; -1 for anything else. */
    private static long plainNumber(String digits) {
        if (digits.isEmpty() || digits.length() > 15) {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    /** The text cut short, with nothing but printable ASCII in it. */
    private static String quoted(String text) {
        String cut = text.length() > 40 ? text.substring(0, 40) + "..." : text;
        return "'" + cut.replaceAll("[^\\x20-\\x7e]", "?") + "'";
    }

    /** A parameter that is no number or out of bounds. */
    private static final class BadParameter extends Exception {
        private static final long serialVersionUID = 1;

        private final String text;

        BadParameter(String text) {
            super(text, null, false, false);
            this.text = text;
        }
    }
}
