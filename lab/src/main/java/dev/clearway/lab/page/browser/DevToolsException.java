package dev.clearway.lab.page.browser;

import java.io.IOException;

/** The browser answered a command with an error. */
public final class DevToolsException extends IOException {
    private static final long serialVersionUID = 1;

    DevToolsException(String message) {
        super(message);
    }
}
