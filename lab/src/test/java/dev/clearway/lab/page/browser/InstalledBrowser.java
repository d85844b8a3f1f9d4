package dev.clearway.lab.page.browser;

import static org.junit.jupiter.api.Assumptions.abort;

/** The browser of this machine; a test without one is skipped and says how to install it. */
public final class InstalledBrowser {
    private InstalledBrowser() {}

    /** It, if there is one. */
    public static BrowserProgram orSkip() {
        try {
            return BrowserProgram.find(System.getenv("CHROME"), System.getenv("PATH"));
        } catch (BrowserMissingException e) {
            return abort("skipped: " + e.getMessage());
        }
    }
}
