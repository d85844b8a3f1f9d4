package dev.clearway.bench.client;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.metrics.TransportMetrics;
import dev.clearway.transport.Origin;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Recording;

/** Opens our client as {@code clearway} is, watched in one way or another: what is more than {@code clearway}'s is the cost of watching. */
public abstract class ObservedProvider extends ClearwayProvider {
    private static final List<String> EVENTS =
            List.of("Exchange", "QueueWait", "ConnectionOpened", "ConnectionClosed", "Downgrade");

    private ObservedProvider(String name) {
        super(name, Runnable::run);
    }

    /** Sets the builder up; what it returns is closed after the client. */
    abstract AutoCloseable watch(ClearwayClientBuilder builder);

    /** What needs the client itself. */
    void watched(ClearwayClient client) {}

    /** A listener that counts requests and bytes of nothing else. */
    public static final class Listener extends ObservedProvider {
        /** For the service loader. */
        public Listener() {
            super("clearway-listener");
        }

        @Override
        AutoCloseable watch(ClearwayClientBuilder builder) {
            LongAdder open = new LongAdder();
            builder.listener(new TransportListener() {
                @Override
                public void exchangeStarted(long exchange, Origin origin) {
                    open.increment();
                }

                @Override
                public void exchangeEnded(ExchangeRecord exchange) {
                    open.decrement();
                }
            });
            return () -> {};
        }
    }

    /** Micrometer's binder with a Prometheus registry. */
    public static final class Metrics extends ObservedProvider {
        private final TransportMetrics metrics =
                new TransportMetrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

        /** For the service loader. */
        public Metrics() {
            super("clearway-metrics");
        }

        @Override
        AutoCloseable watch(ClearwayClientBuilder builder) {
            builder.listener(metrics);
            return metrics;
        }

        @Override
        void watched(ClearwayClient client) {
            metrics.observe(client::snapshot);
        }
    }

    /** A flight recording with the events' own thresholds. */
    public static final class FlightRecorder extends ObservedProvider {
        /** For the service loader. */
        public FlightRecorder() {
            super("clearway-jfr");
        }

        @Override
        AutoCloseable watch(ClearwayClientBuilder builder) {
            Recording recording = new Recording();
            EVENTS.forEach(event -> recording.enable("dev.clearway." + event));
            recording.start();
            return recording;
        }
    }

    /** A flight recording of every exchange, however short. */
    public static final class FullFlightRecorder extends ObservedProvider {
        /** For the service loader. */
        public FullFlightRecorder() {
            super("clearway-jfr-all");
        }

        @Override
        AutoCloseable watch(ClearwayClientBuilder builder) {
            Recording recording = new Recording();
            EVENTS.forEach(event -> recording.enable("dev.clearway." + event).withoutThreshold());
            recording.start();
            return recording;
        }
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        ClearwayClientBuilder builder = builder(setup);
        AutoCloseable watching = watch(builder);
        ClearwayClient client = builder.build();
        watched(client);
        return new HttpClientBench(setup, List.of(client), () -> {
            client.shutdownNow();
            watching.close();
        });
    }
}
