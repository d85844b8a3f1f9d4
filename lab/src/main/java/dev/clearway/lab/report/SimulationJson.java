package dev.clearway.lab.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.lab.simulate.Load;
import dev.clearway.lab.simulate.Simulated;
import dev.clearway.lab.simulate.SimulationPlan;
import dev.clearway.transport.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes simulations as one JSON object; what the lab measures too has the same names. */
public final class SimulationJson {
    private final JsonGenerator json;
    private final JsonReport fields;

    private SimulationJson(JsonGenerator json) {
        this.json = json;
        fields = new JsonReport(json);
    }

    /** Writes the results of one model, which differ in the growth of their pools at most, and a line end; leaves the stream open. */
    public static void write(List<Simulated> results, OutputStream target) throws IOException {
        try (JsonGenerator generator = JsonOutput.to(target)) {
            new SimulationJson(generator).report(results);
            generator.writeRaw('\n');
        }
    }

    private void report(List<Simulated> results) throws IOException {
        json.writeStartObject();
        model(results.get(0).plan());
        json.writeArrayFieldStart("simulations");
        for (Simulated result : results) {
            simulated(result);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void model(SimulationPlan plan) throws IOException {
        json.writeObjectFieldStart("model");
        json.writeNumberField("clients", plan.clients());
        json.writeNumberField("requestsOfEach", plan.arrivals().requests());
        if (!plan.arrivals().atOnce()) {
            json.writeNumberField("rateOfEach", plan.arrivals().rate());
            json.writeStringField("arrivals", plan.arrivals().spacing().name());
        }
        json.writeStringField("service", plan.service().toString());
        fields.seconds("meanServiceSeconds", plan.service().meanSeconds());
        if (plan.timeout() != null) {
            fields.duration("timeoutSeconds", plan.timeout());
        }
        json.writeStringField("protocol", plan.protocol().toString());
        json.writeNumberField("limit", plan.streams());
        fields.duration("roundTripSeconds", plan.network().roundTrip());
        fields.duration("handshakeSeconds", plan.network().handshake());
        fields.duration("settingsSeconds", plan.network().settings());
        fields.duration("connectionWorkSeconds", plan.network().work().connection());
        fields.duration("requestWorkSeconds", plan.network().work().request());
        json.writeBooleanField("warm", plan.warm());
        json.writeNumberField("seed", plan.seed());
        pool(plan.limits());
        json.writeEndObject();
    }

    private void pool(Limits limits) throws IOException {
        json.writeNumberField("http2Connections", limits.http2Connections());
        json.writeNumberField("http1Connections", limits.http1Connections());
        json.writeNumberField("queueLength", limits.queueLength());
        if (limits.queueTime() != null) {
            fields.duration("queueTimeSeconds", limits.queueTime());
        }
        if (limits.concurrentRequests() != Integer.MAX_VALUE) {
            json.writeNumberField("concurrentRequests", limits.concurrentRequests());
        }
        json.writeNumberField("deadlineShare", limits.deadlineShare());
        json.writeBooleanField("overload", limits.overload());
    }

    private void simulated(Simulated result) throws IOException {
        json.writeStartObject();
        json.writeStringField("growth", result.plan().limits().growth().name());
        fields.measured(result.measured());
        fields.seconds("p99Seconds", result.p99Seconds());
        json.writeNumberField("opened", result.opened());
        fields.seconds("spanSeconds", result.spanSeconds());
        load(result.load());
        json.writeEndObject();
    }

    private void load(Load load) throws IOException {
        json.writeObjectFieldStart("load");
        fields.seconds("intervalSeconds", load.intervalSeconds());
        json.writeArrayFieldStart("intervals");
        for (int i = 0; i < load.length(); i++) {
            json.writeStartObject();
            fields.seconds("atSeconds", i * load.intervalSeconds());
            json.writeNumberField("requests", load.requests().get(i));
            fields.seconds("inService", load.inService().get(i));
            fields.seconds("connections", load.connections().get(i));
            json.writeNumberField("handshakes", load.handshakes().get(i));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
