package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * Where a run took place.
 *
 * @param cores processors that the JVM may use
 * @param load the system's load average over the last minute; negative when unknown
 * @param jdk the JVM of every client
 * @param os the system
 * @param server the server's name and version
 * @param tls the TLS engine of every client that offers a choice
 * @param heap each client's heap
 */
public record Machine(int cores, double load, String jdk, String os, String server, String tls, String heap) {
    /** This machine now. */
    public static Machine here(String server, String heap) {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                server,
                "JDK SSLEngine",
                heap);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("cores", cores);
        json.writeNumberField("load", load);
        json.writeStringField("jdk", jdk);
        json.writeStringField("os", os);
        json.writeStringField("server", server);
        json.writeStringField("tls", tls);
        json.writeStringField("heap", heap);
        json.writeEndObject();
    }
}
