package dev.clearway.journal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gathers the members of one line of a journal, in whatever order they come. */
final class LineReader {
    private String id = "";
    private String method = "";
    private String url = "";
    private String group = "";
    private String type = "";
    private String priority = "";
    private String page = "";
    private String failure = "";
    private long issued = Timings.UNKNOWN;
    private long requestBytes = Timings.UNKNOWN;
    private long responseBytes = Timings.UNKNOWN;
    private int status;
    private Waits waits = Waits.NONE;
    private Leg leg = Leg.UNKNOWN;
    private @Nullable Leg clientLeg;

    private long resolve = Timings.UNKNOWN;
    private long connect = Timings.UNKNOWN;
    private long tls = Timings.UNKNOWN;
    private long send = Timings.UNKNOWN;
    private long firstByte = Timings.UNKNOWN;
    private long receive = Timings.UNKNOWN;

    /** Takes the member {@code name}, whose value's first token is the parser's current one. */
    void member(JsonParser in, String name) throws IOException {
        switch (name) {
            case "id" -> id = JournalLine.text(in);
            case "method" -> method = JournalLine.text(in);
            case "url" -> url = JournalLine.text(in);
            case "group" -> group = JournalLine.text(in);
            case "type" -> type = JournalLine.text(in);
            case "priority" -> priority = JournalLine.text(in);
            case "page" -> page = JournalLine.text(in);
            case "failure" -> failure = JournalLine.text(in);
            case "issued" -> issued = JournalLine.instant(in);
            case "status" -> status = in.getIntValue();
            case "requestBytes" -> requestBytes = in.getLongValue();
            case "responseBytes" -> responseBytes = in.getLongValue();
            case "waits" -> waits = waits(in);
            case "leg" -> leg = leg(in);
            case "clientLeg" -> clientLeg = leg(in);
            default -> timing(in, name);
        }
    }

    private void timing(JsonParser in, String name) throws IOException {
        switch (name) {
            case "resolve" -> resolve = JournalLine.micros(in);
            case "connect" -> connect = JournalLine.micros(in);
            case "tls" -> tls = JournalLine.micros(in);
            case "send" -> send = JournalLine.micros(in);
            case "firstByte" -> firstByte = JournalLine.micros(in);
            case "receive" -> receive = JournalLine.micros(in);
            default -> in.skipChildren();
        }
    }

    private static Waits waits(JsonParser in) throws IOException {
        JournalLine.expect(in, in.currentToken(), JsonToken.START_OBJECT);
        Waits waits = Waits.NONE;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            Wait kind = kind(name);
            if (kind == null) {
                in.skipChildren();
            } else {
                waits = waits.plus(kind, JournalLine.micros(in));
            }
        }
        return waits;
    }

    private static @Nullable Wait kind(String name) {
        for (Wait kind : Wait.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        return null;
    }

    private static Leg leg(JsonParser in) throws IOException {
        JournalLine.expect(in, in.currentToken(), JsonToken.START_OBJECT);
        String[] text = {"", "", "", "", "", ""};
        Protocol protocol = Protocol.UNKNOWN;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            switch (name) {
                case "connection" -> text[0] = JournalLine.text(in);
                case "protocol" -> protocol = Protocol.parse(JournalLine.text(in));
                case "alpn" -> text[1] = JournalLine.text(in);
                case "tls" -> text[2] = JournalLine.text(in);
                case "issuer" -> text[3] = JournalLine.text(in);
                case "peer" -> text[4] = JournalLine.text(in);
                case "proxy" -> text[5] = JournalLine.text(in);
                default -> in.skipChildren();
            }
        }
        return new Leg(text[0], protocol, text[1], text[2], text[3], text[4], text[5]);
    }

    RequestLife life() {
        return RequestLife.of(id, method, url)
                .group(group)
                .issued(issued)
                .waits(waits)
                .timings(new Timings(resolve, connect, tls, send, firstByte, receive))
                .status(status)
                .bytes(requestBytes, responseBytes)
                .type(type)
                .priority(priority)
                .page(page)
                .leg(leg)
                .clientLeg(clientLeg)
                .failure(failure)
                .build();
    }
}
