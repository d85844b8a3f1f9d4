package dev.clearway.cli;

import dev.clearway.lab.page.OpenPage;
import dev.clearway.lab.page.PagePlan;
import dev.clearway.lab.page.browser.Browser;
import dev.clearway.lab.page.browser.BrowserProgram;
import dev.clearway.lab.page.browser.Workspace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Shows a mode's page to a person. */
final class PageWindow {
    private final Screen out;
    private final Screen err;

    PageWindow(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    /** Starts the parts and a browser, and waits until its window is closed or the process told to end. */
    int show(PagePlan plan, @Nullable Path netlog) throws IOException {
        try (OpenPage page = OpenPage.start(plan)) {
            Optional<BrowserProgram> program = canShow()
                    ? BrowserProgram.findVisible(System.getenv("CHROME"), System.getenv("PATH"))
                    : Optional.empty();
            if (program.isEmpty()) {
                endQuietly(page::close);
                out.line("No window can be shown here. The parts run until Ctrl-C; to look at the page, run:");
                out.line(page.command("chromium", Path.of("/tmp/clearway-page-profile"), netlog));
                new CountDownLatch(1).await();
            }
            try (Workspace workspace = Workspace.open();
                    Browser browser = Browser.start(program.orElseThrow(), page.options(netlog), workspace, "window")) {
                Runnable end = browser::close;
                endQuietly(() -> {
                    end.run();
                    PageBrowser.close(workspace, err);
                });
                browser.show(page.url());
                out.line("The page is " + page.url() + ". Close the window, or press Ctrl-C, to end.");
                browser.waitForEnd();
            }
            return ExitCode.OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the page was shown");
        }
    }

    private static boolean canShow() {
        String system = System.getProperty("os.name", "");
        return system.startsWith("Mac")
                || system.startsWith("Windows")
                || System.getenv("DISPLAY") != null
                || System.getenv("WAYLAND_DISPLAY") != null;
    }

    /** When the JVM is told to end, which is how looking ends well: the exit code is that of success. */
    private static void endQuietly(Runnable work) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            work.run();
                            Runtime.getRuntime().halt(ExitCode.OK);
                        },
                        "clearway-end"));
    }
}
