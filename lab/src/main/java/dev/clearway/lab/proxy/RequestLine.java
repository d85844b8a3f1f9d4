package dev.clearway.lab.proxy;

import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.Locale;

/** One request as a line for people. Stateless. */
final class RequestLine {
    private RequestLine() {}

    static String of(RequestLife life) {
        StringBuilder line = new StringBuilder();
        line.append(life.method()).append(' ').append(life.url());
        line.append("  ").append(life.status() == 0 ? "–" : Integer.toString(life.status()));
        Leg client = life.clientLeg();
        line.append("  ").append(client == null ? Protocol.UNKNOWN : client.protocol());
        line.append(" · ").append(life.leg().protocol());
        line.append("  ").append(seconds(life.doneMicros() - life.issuedMicros()));
        for (Wait kind : Wait.values()) {
            if (life.waits().of(kind) > 0) {
                line.append(", waited ")
                        .append(seconds(life.waits().of(kind)))
                        .append(' ')
                        .append(kind);
            }
        }
        if (!life.failure().isEmpty()) {
            line.append(", ").append(life.failure());
        }
        return line.toString().replaceAll("\\p{Cntrl}+", " ");
    }

    private static String seconds(long micros) {
        return String.format(Locale.ROOT, "%.3f s", micros / 1e6);
    }
}
