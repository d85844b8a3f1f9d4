package dev.clearway.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResetsTest {
    private final Http2Connection connection = new DefaultHttp2Connection(false);
    private final List<Integer> written = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();
    private long nanos;
    private final Resets resets = new Resets(stream -> written.add(stream.id()), () -> nanos, (task, after) -> {
        waiting.add(task);
        waits.add(after);
    });

    private Http2Stream stream(int number) throws Http2Exception {
        return connection.local().createStream(2 * number + 1, true);
    }

    @Test
    void whatIsGivenUpBeyondTheBudgetIsResetAsSoonAsItMayBe() throws Exception {
        for (int i = 0; i < ResetBudget.RESETS; i++) {
            nanos = i;
            resets.reset(stream(i), false);
        }
        Http2Stream endless = stream(ResetBudget.RESETS);
        Http2Stream ended = stream(ResetBudget.RESETS + 1);
        Http2Stream second = stream(ResetBudget.RESETS + 2);
        resets.reset(endless, false);
        resets.reset(ended, false);
        resets.reset(second, false);
        assertThat(written).hasSize(ResetBudget.RESETS);
        assertThat(waiting).as("one task, however many wait").hasSize(1);

        ended.close();
        nanos += waits.get(0);
        waiting.remove(0).run();

        assertThat(written).hasSize(ResetBudget.RESETS + 1).endsWith(endless.id());
        assertThat(waiting).hasSize(1);
        nanos += waits.get(1);
        waiting.remove(0).run();
        assertThat(written).endsWith(endless.id(), second.id());
        assertThat(waiting).isEmpty();
    }

    @Test
    void whatStillSendsIsResetAtOnce() throws Exception {
        for (int i = 0; i < ResetBudget.RESETS + 5; i++) {
            resets.reset(stream(i), true);
        }
        assertThat(written).hasSize(ResetBudget.RESETS + 5);
        assertThat(waiting).isEmpty();
    }

    @Test
    void whatIsClosedIsLeftAlone() throws Exception {
        Http2Stream closed = stream(0);
        closed.close();
        resets.reset(closed, true);
        assertThat(written).isEmpty();
    }
}
