package dev.clearway.lab.page;

import dev.clearway.lab.page.measure.Calibration;
import java.util.List;

/** Is told how the experiment goes, by the thread that runs it. Methods must not throw. */
public interface PageListener {
    /** What the machine can give, and the arithmetic, before anything is loaded. */
    default void begins(List<String> facts, Calibration calibration) {}

    /** A load of a mode begins. */
    default void loading(Mode mode, Turn turn) {}

    /** It is done, so many seconds after it began. */
    default void loaded(Mode mode, Turn turn, double doneSeconds) {}
}
