package dev.clearway.lab.page.browser;

import java.io.IOException;

/** There is no browser on this machine, or not where it was said to be. */
public final class BrowserMissingException extends IOException {
    private static final long serialVersionUID = 1;

    BrowserMissingException(String message) {
        super(message);
    }
}
