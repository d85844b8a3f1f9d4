package dev.clearway.lab.simulate;

import dev.clearway.transport.Refusal;

/** Why a simulated request was not answered. */
enum Loss {
    /** Its timeout struck in the line: never sent. */
    TIMEOUT_IN_QUEUE("timed out in the queue, never sent", true),
    /** Its timeout struck after it was sent. */
    TIMEOUT_AFTER_SENT("timed out after it was sent", false),
    /** The line was full. */
    QUEUE_FULL("refused by the queue (QUEUE_FULL), never sent", true),
    /** It waited as long as the line lets one wait. */
    QUEUE_TIME("refused by the queue (QUEUE_TIME), never sent", true),
    /** Too little of its timeout was left. */
    DEADLINE("refused by the queue (DEADLINE, too little of its timeout is left), never sent", true);

    private final String message;
    private final boolean neverSent;

    Loss(String message, boolean neverSent) {
        this.message = message;
        this.neverSent = neverSent;
    }

    String message() {
        return message;
    }

    boolean neverSent() {
        return neverSent;
    }

    static Loss of(Refusal refusal) {
        return switch (refusal) {
            case QUEUE_FULL -> QUEUE_FULL;
            case QUEUE_TIME -> QUEUE_TIME;
            case DEADLINE -> DEADLINE;
        };
    }
}
