package dev.clearway.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamIdsTest {
    @AfterEach
    void reset() {
        StreamIds.first = 1;
    }

    @Test
    void idsAreOddAndRise() {
        StreamIds ids = new StreamIds();
        assertThat(ids.take()).isEqualTo(1);
        assertThat(ids.take()).isEqualTo(3);
        assertThat(ids.nearlySpent()).isFalse();
    }

    @Test
    void lastIdIsTheLargestOddNumber() {
        StreamIds.first = Integer.MAX_VALUE;
        StreamIds ids = new StreamIds();
        assertThat(ids.take()).isEqualTo(Integer.MAX_VALUE);
        assertThat(ids.take()).isNegative();
        assertThat(ids.nearlySpent()).isTrue();
    }

    @Test
    void enoughAreKeptForExchangesOnTheirWay() {
        StreamIds.first = Integer.MAX_VALUE - 2 * StreamIds.RESERVE;
        StreamIds ids = new StreamIds();
        assertThat(ids.nearlySpent()).isFalse();
        ids.take();
        assertThat(ids.nearlySpent()).isTrue();
    }
}
