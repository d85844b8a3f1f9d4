package dev.clearway.lab.page;

import dev.clearway.lab.page.measure.Calibration;
import java.util.List;

/** Is told how the experiment goes, by the thread that runs it. Methods must not throw. */
public interface PageListener {
    /** What the machine can give, and the arithmetic, before anything is loaded. */
    default void begins(List<String> facts, Calibration calibration) {}

    /**
     * A load begins.
     *
     * @param mode how
     * @param run which run of the mode, from 1; 0 for the first one, which does not count
     */
    default void loading(Mode mode, int run) {}

    /** It is done, so many seconds after it began. */
    default void loaded(Mode mode, int run, double doneSeconds) {}
}
