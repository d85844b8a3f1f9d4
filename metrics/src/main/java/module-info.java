/** Publishes what a transport does, by Micrometer. */
module dev.clearway.metrics {
    requires static transitive org.jspecify;
    requires transitive dev.clearway.transport;
    requires transitive micrometer.core;

    exports dev.clearway.metrics;
}
