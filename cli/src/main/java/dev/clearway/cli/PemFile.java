package dev.clearway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Certificates that an option names. */
final class PemFile {
    private PemFile() {}

    /**
     * The certificates of a file; none where no file is named.
     *
     * @throws IllegalArgumentException if it is not there or holds none that can be read
     */
    static List<X509Certificate> read(@Nullable Path file) throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        if (file != null) {
            try (InputStream in = Files.newInputStream(file)) {
                for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    certificates.add((X509Certificate) certificate);
                }
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException(file + ": there is no such file", e);
            } catch (CertificateException e) {
                throw new IllegalArgumentException(file + " holds no certificates that can be read", e);
            }
        }
        return certificates;
    }
}
