package dev.clearway.lab.page;

import dev.clearway.lab.page.measure.Calibration;

/**
 * Something that had to come out.
 *
 * @param mode of which mode
 * @param text what had to, and what did
 * @param state whether it did
 */
public record PageCheck(String mode, String text, State state) {
    /** How a check went. */
    public enum State {
        /** It came out so. */
        HOLDS,
        /** It did not. */
        FAILED,
        /** The machine is too busy to say. */
        NOT_JUDGED
    }

    static PageCheck of(String mode, String text, boolean holds) {
        return new PageCheck(mode, text, holds ? State.HOLDS : State.FAILED);
    }

    /** The same, of a time: what did not come out says nothing where the machine is busy. */
    PageCheck judgedOn(Calibration machine) {
        return failed() && !machine.quiet() ? new PageCheck(mode, text, State.NOT_JUDGED) : this;
    }

    /** Whether it did not come out. */
    public boolean failed() {
        return state == State.FAILED;
    }
}
