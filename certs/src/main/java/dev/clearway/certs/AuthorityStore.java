package dev.clearway.certs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;

/**
 * The directory of an authority: {@code ca.pem}, {@code ca.key} and a lock file. Files appear whole or not at all: they
 * are written beside their place and moved into it. One process at a time creates or loads; within a process the class
 * lock does the same.
 */
final class AuthorityStore {
    static final String CERTIFICATE = "ca.pem";
    static final String KEY = "ca.key";
    private static final String LOCK = "ca.lock";
    private static final int LARGEST_FILE = 64 * 1024;

    private final Path directory;
    private final String purpose;

    AuthorityStore(Path directory, String purpose) {
        this.directory = directory;
        this.purpose = purpose;
    }

    /** The common name of a new authority for the purpose: the suffix tells two machines' authorities apart. */
    static String newCommonName(String purpose) {
        byte[] suffix = new byte[4];
        new SecureRandom().nextBytes(suffix);
        return prefix(purpose) + HexFormat.of().formatHex(suffix);
    }

    private static String prefix(String purpose) {
        return "Clearway " + purpose + " CA ";
    }

    /** Loads what the directory holds, or creates it where it holds nothing. */
    Issuer openOrCreate() throws IOException, GeneralSecurityException {
        synchronized (AuthorityStore.class) {
            OwnerOnly.createDirectories(directory);
            Path lockFile = directory.resolve(LOCK);
            Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try (FileChannel channel = FileChannel.open(lockFile, options, OwnerOnly.file(directory));
                    FileLock lock = channel.lock()) {
                if (!lock.isValid()) {
                    throw new IOException("the lock " + lockFile + " was lost");
                }
                return Files.exists(keyFile(), LinkOption.NOFOLLOW_LINKS) ? load() : create();
            }
        }
    }

    Path certificateFile() {
        return directory.resolve(CERTIFICATE);
    }

    private Path keyFile() {
        return directory.resolve(KEY);
    }

    private Issuer create() throws IOException, GeneralSecurityException {
        if (Files.exists(certificateFile())) {
            throw new IOException(certificateFile() + " has no key beside it: delete it to get a new authority, or put "
                    + KEY + " back");
        }
        KeyPair pair = CertificateMaker.newKey();
        X509Certificate certificate = CertificateMaker.authority(newCommonName(purpose), pair, Instant.now());
        put(certificateFile(), Pem.write(certificate));
        put(keyFile(), Pem.write(pair.getPrivate()));
        return new Issuer(certificate, pair.getPrivate());
    }

    private Issuer load() throws IOException, GeneralSecurityException {
        OwnerOnly.check(keyFile());
        PrivateKey key;
        X509Certificate certificate;
        try {
            key = Pem.readKey(read(keyFile()));
        } catch (GeneralSecurityException e) {
            throw new IOException(keyFile() + " is not a readable EC private key: " + e.getMessage());
        }
        try {
            certificate = Pem.readCertificate(read(certificateFile()));
        } catch (GeneralSecurityException e) {
            throw new IOException(certificateFile() + " is not a readable certificate: " + e.getMessage(), e);
        }
        Issuer issuer = new Issuer(certificate, key);
        check(issuer);
        return issuer;
    }

    private void check(Issuer issuer) throws IOException, GeneralSecurityException {
        X509Certificate certificate = issuer.certificate();
        String subject = certificate.getSubjectX500Principal().getName();
        if (!subject.contains("CN=" + prefix(purpose))) {
            throw new IOException(directory + " holds the authority " + subject + ", not one for " + purpose
                    + ": give each service a directory of its own");
        }
        if (certificate.getBasicConstraints() < 0) {
            throw new IOException(certificateFile() + " is not the certificate of an authority");
        }
        Instant ends = certificate.getNotAfter().toInstant();
        if (ends.isBefore(Instant.now())) {
            throw new IOException(certificateFile() + " expired at " + ends + ": delete it and " + KEY
                    + " to get a new authority, and trust that one");
        }
        if (!issuer.belongsTogether()) {
            throw new IOException(keyFile() + " is not the key of " + certificateFile());
        }
    }

    private static String read(Path file) throws IOException {
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException(file + " is larger than " + LARGEST_FILE + " bytes");
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private void put(Path target, String text) throws IOException {
        Path draft = Files.createTempFile(directory, target.getFileName() + ".", ".new", OwnerOnly.file(directory));
        try {
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
