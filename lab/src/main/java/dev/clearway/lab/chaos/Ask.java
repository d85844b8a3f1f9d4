package dev.clearway.lab.chaos;

import java.util.SplittableRandom;

/**
 * A request as it is drawn: what is sent, and how its caller behaves. Client and origin draw the same.
 *
 * @param way by which protocol it goes
 * @param method its method
 * @param body how its content is produced
 * @param bodyLength bytes of content
 * @param lengthTold whether its length is said beforehand
 * @param expectsContinue whether its content waits for 100 (Continue)
 * @param timeoutMillis its timeout; 0 for none
 * @param givenUpMillis after how long its caller gives it up; -1 for never
 * @param answerLength bytes of the answer's content
 * @param reading how the answer is read
 */
record Ask(
        Way way,
        String method,
        Body body,
        int bodyLength,
        boolean lengthTold,
        boolean expectsContinue,
        int timeoutMillis,
        int givenUpMillis,
        int answerLength,
        Reading reading) {

    /** By which protocol. */
    enum Way {
        /** ALPN chooses HTTP/2. */
        TLS,
        /** HTTP/2 with prior knowledge. */
        H2C,
        /** HTTP/1.1 in the clear. */
        HTTP_1_1,
        /** HTTP/1.1 over TLS, asked for request by request. */
        TLS_HTTP_1_1;

        boolean secure() {
            return this == TLS || this == TLS_HTTP_1_1;
        }
    }

    /** How content is produced. */
    enum Body {
        NONE,
        /** From memory: as often as need be. */
        BYTES,
        /** Once. */
        ONCE
    }

    /** How an answer is read. */
    enum Reading {
        ALL,
        /** A buffer at a time, with pauses. */
        SLOWLY,
        /** Given up within the content. */
        PARTLY
    }

    private static final String[] METHODS = {
        "GET", "GET", "GET", "GET", "HEAD", "PUT", "PUT", "DELETE", "POST", "POST", "PATCH"
    };

    /** The request of that number. */
    static Ask of(long seed, int request) {
        SplittableRandom random = Chance.of(seed, request, Chance.ASK);
        Way way = way(random.nextInt(100));
        String method = METHODS[random.nextInt(METHODS.length)];
        boolean takesBody = !method.equals("GET") && !method.equals("HEAD") && random.nextInt(10) < 8;
        Body body = !takesBody ? Body.NONE : random.nextBoolean() ? Body.BYTES : Body.ONCE;
        int length = body == Body.NONE ? 0 : length(random);
        return new Ask(
                way,
                method,
                length == 0 ? Body.NONE : body,
                length,
                random.nextInt(4) != 0,
                body != Body.NONE && random.nextInt(20) == 0,
                timeout(random),
                random.nextInt(100) < 3 ? random.nextInt(60) : -1,
                length(random),
                reading(random.nextInt(100)));
    }

    private static Way way(int percent) {
        if (percent < 45) {
            return Way.TLS;
        }
        if (percent < 75) {
            return Way.H2C;
        }
        return percent < 90 ? Way.HTTP_1_1 : Way.TLS_HTTP_1_1;
    }

    private static int length(SplittableRandom random) {
        int kind = random.nextInt(100);
        if (kind < 20) {
            return 0;
        }
        if (kind < 85) {
            return random.nextInt(1, 2_000);
        }
        return random.nextInt(2_000, kind < 98 ? 40_000 : 300_000);
    }

    private static int timeout(SplittableRandom random) {
        int kind = random.nextInt(100);
        if (kind < 40) {
            return 0;
        }
        return kind < 46 ? random.nextInt(5, 300) : random.nextInt(1_000, 10_000);
    }

    private static Reading reading(int percent) {
        if (percent < 94) {
            return Reading.ALL;
        }
        return percent < 97 ? Reading.SLOWLY : Reading.PARTLY;
    }

    /** Whether the same request, processed twice, is the same as once (RFC 9110, section 9.2.2). */
    boolean isIdempotent() {
        return !method.equals("POST") && !method.equals("PATCH");
    }

    /** The byte at that place of a request's content, or of its answer's. */
    static byte contentByte(int request, int at) {
        return (byte) (request * 31 + at * 7 + (at >>> 8));
    }

    /** All of a request's, or an answer's, content. */
    static byte[] content(int request, int from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = contentByte(request, from + i);
        }
        return bytes;
    }
}
