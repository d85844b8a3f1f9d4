package dev.clearway.lab;

import java.lang.management.ManagementFactory;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.net.ssl.SSLContext;

/**
 * What the lab ran on.
 *
 * @param cores processors that the JVM may use
 * @param load the system's load average of the last minute when the lab began; {@code NaN} where it is not told
 * @param jdk version and vendor of the JDK
 * @param tls who does TLS in the client, and the newest version that it offers
 * @param transport how the client drives sockets
 */
public record Machine(int cores, double load, String jdk, String tls, String transport) {

    /** This machine, now. */
    public static Machine now() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                load < 0 ? Double.NaN : load,
                System.getProperty("java.version") + ", " + System.getProperty("java.vendor"),
                tlsName(),
                "Netty NIO");
    }

    private static String tlsName() {
        try {
            SSLContext context = SSLContext.getDefault();
            String[] versions = context.getDefaultSSLParameters().getProtocols();
            String newest = Arrays.stream(versions).max(String::compareTo).orElse("none");
            return context.getProvider().getName() + ", " + newest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this runtime has no TLS", e);
        }
    }
}
