package dev.clearway.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationTest {
    private static volatile byte[] kept = new byte[0];

    @Test
    void allocatedBytesAreCounted() throws Exception {
        Allocation allocation = new Allocation();
        long before = allocation.bytes();
        Thread other = new Thread(() -> kept = new byte[10_000_000]);
        kept = new byte[10_000_000];
        long own = allocation.bytes() - before;
        other.start();
        other.join();

        assertThat(own).isBetween(10_000_000L, 20_000_000L);
        assertThat(kept).hasSize(10_000_000);
    }

    @Test
    void spreadIsMedianAndRange() {
        assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3));
        assertThat(Spread.of(4, 1, 2, 3)).isEqualTo(new Spread(2.5, 1, 4));
    }
}
