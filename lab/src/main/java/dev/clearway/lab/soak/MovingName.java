package dev.clearway.lab.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.Security;
import java.util.Arrays;

/**
 * A name that moves between addresses, by the JDK's own file of hosts, which is read at each look-up. Works only where it is
 * {@link #prepare}d before the first look-up in the process: the JDK decides then where it looks.
 */
public final class MovingName implements AutoCloseable {
    /** The name, which no other system knows (RFC 6761, section 6.2). */
    static final String HOST = "soak.test";

    private static final String PROPERTY = "jdk.net.hosts.file";

    private final Path file;

    private MovingName(Path file) {
        this.file = file;
    }

    /**
     * Has the JDK look into a file of its own for names, from the first look-up on.
     *
     * @throws IOException if there is no place for the file
     */
    public static MovingName prepare() throws IOException {
        MovingName name = new MovingName(Files.createTempFile("clearway-soak", ".hosts"));
        name.moveTo("127.0.0.1");
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, name.file.toString());
            Security.setProperty("networkaddress.cache.ttl", "0");
            Security.setProperty("networkaddress.cache.negative.ttl", "0");
        }
        return name;
    }

    /** From now on the name is that address's. */
    void moveTo(String address) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, address + " " + HOST + "\n127.0.0.1 localhost\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether a look-up finds that address. */
    boolean leadsTo(String address) {
        try {
            return Arrays.stream(InetAddress.getAllByName(HOST))
                    .allMatch(found -> found.getHostAddress().equals(address));
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
