package dev.clearway.bench.report;

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
}
