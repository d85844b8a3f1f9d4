package dev.clearway.certs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationDirectoryTest {
    @TempDir
    private Path directory;

    @Test
    void linuxFollowsTheXdgDirectory() {
        String chosen = directory.toAbsolutePath().toString();
        assertThat(ConfigurationDirectory.of("Linux", "h", Map.of("XDG_CONFIG_HOME", chosen)))
                .isEqualTo(Path.of(chosen));
    }

    @Test
    void relativeXdgDirectoryIsIgnored() {
        assertThat(ConfigurationDirectory.of("Linux", "h", Map.of("XDG_CONFIG_HOME", "there")))
                .isEqualTo(Path.of("h", ".config"));
    }

    @Test
    void linuxFallsBackToTheHomeDirectory() {
        assertThat(ConfigurationDirectory.of("Linux", "h", Map.of())).isEqualTo(Path.of("h", ".config"));
        assertThat(ConfigurationDirectory.of("Linux", "h", Map.of("XDG_CONFIG_HOME", "")))
                .isEqualTo(Path.of("h", ".config"));
    }

    @Test
    void macHasItsLibrary() {
        assertThat(ConfigurationDirectory.of("Mac OS X", "h", Map.of()))
                .isEqualTo(Path.of("h", "Library", "Application Support"));
    }

    @Test
    void windowsFollowsAppdata() {
        String chosen = directory.toAbsolutePath().toString();
        assertThat(ConfigurationDirectory.of("Windows 11", "h", Map.of("APPDATA", chosen)))
                .isEqualTo(Path.of(chosen));
        assertThat(ConfigurationDirectory.of("Windows 11", "h", Map.of()))
                .isEqualTo(Path.of("h", "AppData", "Roaming"));
    }

    @Test
    void authoritiesLiveBelowIt() {
        assertThat(LocalAuthority.defaultDirectory("origin").endsWith(Path.of("clearway", "origin")))
                .isTrue();
    }
}
