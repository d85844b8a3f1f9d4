package dev.clearway.bench.peers;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Says which version of a library is on the class path. */
final class Library {
    private Library() {}

    /** The artifact's name with its version, from its manifest or its Maven properties. */
    static String of(String group, String artifact, Class<?> type) {
        @Nullable String version = type.getPackage().getImplementationVersion();
        if (version == null) {
            version = fromMaven(group, artifact, type);
        }
        return artifact + (version == null ? "" : " " + version);
    }

    private static @Nullable String fromMaven(String group, String artifact, Class<?> type) {
        String file = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                return null;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            return null;
        }
    }
}
