package dev.clearway.origin;

import dev.clearway.origin.Answer.Events;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import java.nio.charset.StandardCharsets;

/**
 * Answers with server-sent events, one an interval; a client that does not read holds them back. Confined to the event
 * loop of its connection.
 */
final class EventsAnswer extends AnswerExchange {
    private final Events events;
    private int sent;
    private boolean due;

    EventsAnswer(Asked asked, Events events) {
        super(asked);
        this.events = events;
    }

    @Override
    public void writable() {
        if (due) {
            send();
        }
    }

    @Override
    void write() {
        exchange().head(answer().status(), fields(-1));
        if (isHead()) {
            exchange().end(EmptyHttpHeaders.INSTANCE);
        } else {
            send();
        }
    }

    /** Sends the next event, or all that can be sent where there is no interval. */
    private void send() {
        due = true;
        while (due && sent < events.count() && exchange().isWritable()) {
            sent++;
            String event = "id: " + sent + "\ndata: event " + sent + " of " + events.count() + "\n\n";
            exchange().data(Unpooled.copiedBuffer(event, StandardCharsets.US_ASCII));
            due = events.intervalMillis() == 0;
        }
        if (sent == events.count()) {
            exchange().end(EmptyHttpHeaders.INSTANCE);
        } else if (!due) {
            later(this::send, events.intervalMillis());
        }
        exchange().flush();
    }
}
