package dev.clearway.bench.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Counts this process's open TCP connections to a port. */
public final class OwnConnections {
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String ESTABLISHED = "01";

    private OwnConnections() {}

    /** Established connections to that remote port; -1 when unknown. */
    public static int to(int port) {
        try {
            Set<String> sockets = sockets();
            return count(Path.of("/proc/self/net/tcp"), port, sockets)
                    + count(Path.of("/proc/self/net/tcp6"), port, sockets);
        } catch (IOException e) {
            return -1;
        }
    }

    private static Set<String> sockets() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path file : files) {
                String target;
                try {
                    target = Files.readSymbolicLink(file).toString();
                } catch (IOException e) {
                    continue;
                }
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static int count(Path table, int port, Set<String> sockets) throws IOException {
        if (!Files.exists(table)) {
            return 0;
        }
        return count(Files.readAllLines(table), port, sockets);
    }

    static int count(List<String> table, int port, Set<String> sockets) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        int found = 0;
        for (String line : table) {
            String[] fields = line.trim().split("\\s+", -1);
            if (fields.length > INODE
                    && fields[REMOTE].endsWith(suffix)
                    && fields[STATE].equals(ESTABLISHED)
                    && sockets.contains(fields[INODE])) {
                found++;
            }
        }
        return found;
    }
}
