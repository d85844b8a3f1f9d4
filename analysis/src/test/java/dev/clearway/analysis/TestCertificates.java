package dev.clearway.analysis;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Certificates for tests, as PEM. */
public final class TestCertificates {
    private TestCertificates() {}

    /** The certificate in the resource {@code name}. */
    public static String pem(String name) {
        try (InputStream in = Objects.requireNonNullElseGet(
                TestCertificates.class.getResourceAsStream("/certificates/" + name + ".pem"),
                () -> new ByteArrayInputStream(new byte[0]))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (java.io.IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
