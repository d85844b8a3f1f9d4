package dev.clearway.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResetBudgetTest {
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 10, Long.MIN_VALUE})
    void noMoreThanTheBudgetInAnyWindow(long start) {
        ResetBudget budget = new ResetBudget(start);
        for (int i = 0; i < ResetBudget.RESETS; i++) {
            assertThat(budget.take(start + i)).isTrue();
        }
        assertThat(budget.take(start + 1000)).isFalse();
        assertThat(budget.take(start + ResetBudget.WINDOW_NANOS)).isTrue();
        assertThat(budget.take(start + ResetBudget.WINDOW_NANOS)).isFalse();
        assertThat(budget.take(start + ResetBudget.WINDOW_NANOS + 1)).isTrue();
    }
}
