package dev.clearway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapTest {
    @ParameterizedTest
    @ValueSource(strings = {"64m", "65536k", "67108864", "64M"})
    void sizesOfTheJvmAreTaken(String size) {
        assertThat(Heap.fault(size, 64)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "m", "-1m", "lots", "1 g", "64mb", "1t"})
    void whatIsNoSizeIsRefused(String size) {
        assertThat(Heap.fault(size, 1)).contains("is a size as in 512m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "63m", "65535k", "67108863"})
    void tooSmallASizeIsRefused(String size) {
        assertThat(Heap.fault(size, 64)).contains("must be 64m or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"900000g", "999999999999g"})
    void moreThanTheMachineHasIsRefused(String size) {
        assertThat(Heap.fault(size, 64)).contains("this machine has");
    }
}
