/** Publishes what a transport does, by OpenTelemetry's API. */
module dev.clearway.opentelemetry {
    requires static transitive org.jspecify;
    requires transitive dev.clearway.transport;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.common;

    exports dev.clearway.opentelemetry;
}
