package dev.clearway.transport.http2;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

class FrameBudgetTest {
    @Test
    void stockIsSpentAndFillsAgain() throws Http2Exception {
        FrameBudget budget = new FrameBudget(0);
        for (int i = 0; i < FrameBudget.STOCK; i++) {
            budget.take(0);
        }
        assertThatThrownBy(() -> budget.take(0)).isInstanceOf(Http2Exception.class);
        budget.take(5_000_000);
    }

    @Test
    void whatComesSlowlyIsAlwaysAllowed() throws Http2Exception {
        FrameBudget budget = new FrameBudget(0);
        for (long i = 0; i < 10L * FrameBudget.STOCK; i++) {
            budget.take(i * 2_000_000);
        }
    }
}
