package dev.clearway.cli;

import dev.clearway.lab.page.browser.BrowserMissingException;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.lab.page.browser.Workspace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/** Finds a browser, and installs one where that is wanted. */
final class PageBrowser {
    private PageBrowser() {}

    /**
     * The browser of this machine.
     *
     * @param install whether to install one where there is none
     */
    static BrowserProgram find(boolean install, Screen screen) throws IOException {
        String named = System.getenv("CHROME");
        String searched = System.getenv("PATH");
        try {
            return BrowserProgram.find(named, searched);
        } catch (BrowserMissingException e) {
            if (!install || (named != null && !named.isBlank())) {
                throw e;
            }
        }
        screen.line("Installing a browser: " + BrowserProgram.installCommand());
        run(List.of("apt-get", "update", "-qq"));
        run(BrowserProgram.INSTALL);
        return BrowserProgram.find(named, searched);
    }

    private static void run(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot install a browser here: there is no " + command.get(0)
                            + ". Install Chrome or Chromium in this system's own way, or name yours: CHROME=/path/to/chrome",
                    e);
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                String end = output.substring(Math.max(0, output.length() - 400));
                throw new IOException("installing a browser failed; run this as a user who may install"
                        + " packages: " + BrowserProgram.installCommand() + ". It said: "
                        + end.replaceAll("\\s+", " ").strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a browser was installed");
        }
    }

    /** Takes away what a workspace holds; says so where that fails. */
    static void close(Workspace workspace, Screen screen) {
        try {
            workspace.close();
        } catch (IOException e) {
            screen.line("clearway: " + Messages.of(e));
        }
    }
}
