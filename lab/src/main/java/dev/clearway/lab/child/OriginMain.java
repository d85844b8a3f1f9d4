package dev.clearway.lab.child;

import dev.clearway.certs.LocalAuthority;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;

/**
 * The child process: says that it is ready, then answers one line for each line, until its input ends.
 *
 * <pre>
 *                     ready ca=CERTIFICATE            DER in base64
 * open LIMIT          opened id=N tls=PORT h1=PORT h2c=PORT
 * mark N              marked
 * read N              read requests=N longestNanos=N connections=N cpuNanos=N
 * close N             closed
 *                     error MESSAGE                   in place of any of these
 * </pre>
 */
public final class OriginMain {
    private OriginMain() {}

    /** Serves its parent; takes no arguments. */
    public static void main(String[] arguments) throws IOException, CertificateEncodingException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        LocalAuthority authority = LocalAuthority.inMemory("lab");
        OpenOrigins origins = new OpenOrigins(authority);
        String ca = Base64.getEncoder().encodeToString(authority.certificate().getEncoded());
        out.println("ready ca=" + ca);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(origins.answer(line));
        }
        // The parent has closed its end or is gone. Nobody is left to wait for requests that are under way.
        Runtime.getRuntime().halt(0);
    }
}
