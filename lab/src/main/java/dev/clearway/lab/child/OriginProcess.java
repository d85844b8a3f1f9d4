package dev.clearway.lab.child;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The child process with the lab's servers. Its methods may be called from any thread. */
public final class OriginProcess implements AutoCloseable {
    private static final int ANSWER_SECONDS = 30;
    private static final int END_SECONDS = 5;

    private final Process process;
    private final BufferedWriter commands;
    private final ChildLines lines;
    private final X509Certificate authority;

    private OriginProcess(Process process) throws IOException {
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
        lines = ChildLines.of(process.inputReader(StandardCharsets.UTF_8));
        authority = certificate(await("ready").text("ca"));
    }

    /**
     * Starts the child and waits until it is ready.
     *
     * @throws IOException if it cannot be started or does not come up
     */
    public static OriginProcess start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(commandLine());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        try {
            return new OriginProcess(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static List<String> commandLine() {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(ChildOptions.ofThisRuntime());
        line.add("-cp");
        line.add(System.getProperty("java.class.path"));
        line.add(OriginMain.class.getName());
        return line;
    }

    /** The authority that signs the servers' certificates. */
    public X509Certificate authority() {
        return authority;
    }

    /** The child's process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * Opens a server on free ports.
     *
     * @param limit streams that it allows on one HTTP/2 connection
     */
    public RemoteOrigin open(int limit) throws IOException {
        return new RemoteOrigin(this, ask("open " + limit, "opened"));
    }

    /** Ends the child, orderly if it can, and waits for it for at most {@value #END_SECONDS} s. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a command and waits for the answer that begins with that word. */
    synchronized Reply ask(String command, String answer) throws IOException {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new IOException("the lab's server process has ended" + exitText(), e);
        }
        return await(answer);
    }

    private Reply await(String answer) throws IOException {
        String line;
        try {
            line = lines.next(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the lab's server was asked");
        }
        if (line != null) {
            return Reply.parse(line, answer);
        }
        if (lines.ended()) {
            throw new IOException("the lab's server process has ended" + exitText());
        }
        throw new IOException("the lab's server has not answered for " + ANSWER_SECONDS + " s");
    }

    private String exitText() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS) ? " with exit code " + process.exitValue() : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static X509Certificate certificate(String base64) throws IOException {
        try {
            byte[] der = Base64.getDecoder().decode(base64);
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException | IllegalArgumentException e) {
            throw new IOException("the lab's server gave a certificate that cannot be read", e);
        }
    }
}
