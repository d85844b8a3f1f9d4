package dev.clearway.certs;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where programs of this user keep their configuration, by the habits of the operating system. Stateless. */
final class ConfigurationDirectory {
    private ConfigurationDirectory() {}

    static Path ofThisUser() {
        return of(System.getProperty("os.name", ""), System.getProperty("user.home", "."), System.getenv());
    }

    static Path of(String system, String home, Map<String, String> environment) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return absoluteOr(environment.get("APPDATA"), Path.of(home, "AppData", "Roaming"));
        }
        if (name.startsWith("mac")) {
            return Path.of(home, "Library", "Application Support");
        }
        return absoluteOr(environment.get("XDG_CONFIG_HOME"), Path.of(home, ".config"));
    }

    /** The XDG base directory rules ignore a relative path. */
    private static Path absoluteOr(@Nullable String value, Path otherwise) {
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        Path path = Path.of(value);
        return path.isAbsolute() ? path : otherwise;
    }
}
