package dev.clearway.lab.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a browser is looked for, and what is said where there is none. */
class BrowserProgramTest {
    @TempDir
    Path directory;

    @Test
    void namedBrowserIsTaken() throws IOException {
        Path chrome = executable("my-chrome", "exit 0");
        assertThat(BrowserProgram.find(chrome.toString(), "").path()).isEqualTo(chrome);
        assertThatThrownBy(() -> BrowserProgram.find(directory.toString(), "/usr/bin"))
                .isInstanceOf(BrowserMissingException.class)
                .hasMessageContaining("CHROME names " + directory);
    }

    @Test
    void headlessShellIsPreferredWhereverItLies() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        Path second = Files.createDirectory(directory.resolve("second"));
        executable("first/chromium", "exit 0");
        Path shell = executable("second/chromium-headless-shell", "exit 0");
        BrowserProgram found = BrowserProgram.find(" ", first + ":" + second);
        assertThat(found.path()).isEqualTo(shell);
        assertThat(found.canShow()).isFalse();
        assertThat(BrowserProgram.find(null, first.toString()).canShow()).isTrue();
    }

    @Test
    void messageHasTheCommandThatInstallsOne() {
        assertThatThrownBy(() -> BrowserProgram.find(null, directory.toString()))
                .isInstanceOf(BrowserMissingException.class)
                .hasMessageContaining("apt-get install -y --no-install-recommends chromium-headless-shell")
                .hasMessageContaining("CHROME=");
    }

    @Test
    void programThatIsNoBrowserIsFoundOut() throws IOException {
        Path liar = executable("liar", "echo hello");
        assertThatThrownBy(() -> new BrowserProgram(liar).version()).hasMessageContaining("says no version");
        Path chrome = executable("chrome", "echo Google Chrome 1.2.3.4");
        assertThat(new BrowserProgram(chrome).version()).isEqualTo("Chrome 1.2.3.4");
    }

    private Path executable(String name, String script) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }
}
