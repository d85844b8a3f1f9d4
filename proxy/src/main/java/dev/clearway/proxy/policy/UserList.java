package dev.clearway.proxy.policy;

import dev.clearway.certs.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Users with passwords, asked for by the Basic scheme (RFC 7617). Passwords are kept as keyed digests and compared in a
 * time that depends on neither the user nor the password. Any thread.
 */
public final class UserList implements ProxyAuthenticator {
    private static final int LARGEST_FILE = 64 * 1024;
    private static final int MOST_USERS = 1_000;
    private static final int LONGEST = 4 * 1024;
    private static final String SCHEME = "basic ";
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final List<byte[]> digests = new ArrayList<>();

    private UserList(List<String> users) {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, ALGORITHM);
        users.forEach(user -> digests.add(digest(user.getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * The users of a file: one {@code NAME:PASSWORD} a line, empty lines and those that begin with {@code #} left out.
     *
     * @throws IOException if it cannot be read, others than its owner can use it, or a line is none; the message quotes no line
     */
    public static UserList ofFile(Path file) throws IOException {
        OwnerOnly.check(file.toRealPath());
        if (Files.size(file) > LARGEST_FILE) {
            throw new IOException(file + " is larger than " + LARGEST_FILE + " bytes");
        }
        List<String> users = new ArrayList<>();
        int number = 0;
        for (String line : Files.readString(file).lines().toList()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                users.add(checked(line, "line " + number + " of " + file));
            }
        }
        if (users.isEmpty() || users.size() > MOST_USERS) {
            throw new IOException(file + " must name 1 to " + MOST_USERS + " users; it names " + users.size());
        }
        return new UserList(users);
    }

    /**
     * The one user of a variable of the environment.
     *
     * @param name the variable's name, for messages
     * @param value its value, {@code NAME:PASSWORD}; {@code null} if it is not set
     * @throws IOException if it is not set or is none; the message does not quote it
     */
    public static UserList ofVariable(String name, @Nullable String value) throws IOException {
        if (value == null) {
            throw new IOException("the environment has no variable " + name);
        }
        return new UserList(List.of(checked(value, "the variable " + name)));
    }

    private static String checked(String user, String where) throws IOException {
        int colon = user.indexOf(':');
        boolean clean = user.chars().noneMatch(c -> c < ' ' || c == 0x7f);
        if (colon < 1 || colon == user.length() - 1 || !clean || user.length() > LONGEST / 2) {
            throw new IOException(where + " is not NAME:PASSWORD");
        }
        return user;
    }

    @Override
    public boolean accepts(@Nullable String authorization) {
        byte[] given = digest(credentials(authorization));
        boolean found = false;
        for (byte[] digest : digests) {
            found |= MessageDigest.isEqual(digest, given);
        }
        return found;
    }

    /** The user and the password of a header; empty, which no user is, where it has none. */
    private static byte[] credentials(@Nullable String authorization) {
        if (authorization == null
                || authorization.length() > LONGEST
                || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return new byte[0];
        }
        try {
            return Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).strip());
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private byte[] digest(byte[] credentials) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(credentials);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this runtime has no " + ALGORITHM, e);
        }
    }

    @Override
    public String challenge() {
        return "Basic realm=\"Clearway proxy\", charset=\"UTF-8\"";
    }

    /** How many users there are; nothing of them. */
    @Override
    public String toString() {
        return "UserList[" + digests.size() + "]";
    }
}
