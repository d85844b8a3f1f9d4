package dev.clearway.certs;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Files and directories that only their owner may use: keys, passwords, recordings. They are created with those rights, so that there is no moment at
 * which another user could open them. Knows POSIX permissions and access control lists; a file system with neither is
 * refused. Stateless.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private OwnerOnly() {}

    /**
     * The attribute with which a file in the directory is created.
     *
     * @throws IOException if the file system cannot keep a file to its owner
     */
    public static FileAttribute<?> file(Path directory) throws IOException {
        return attribute(directory, "rw-------");
    }

    /**
     * Creates the directory, and those above it that are missing, for the owner only; one that exists is left as it is.
     *
     * @throws IOException with a message that names the directory, why it cannot be made, and what to do
     */
    static void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path absolute = directory.toAbsolutePath().normalize();
        Path existing = absolute.getParent();
        while (existing != null && !Files.isDirectory(existing)) {
            existing = existing.getParent();
        }
        if (existing == null) {
            throw new IOException("no directory exists above " + absolute);
        }
        try {
            Files.createDirectories(absolute, attribute(existing, "rwx------"));
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot make the directory " + absolute + " (" + reason(e) + "); choose another one", e);
        }
    }

    private static String reason(FileSystemException failure) {
        if (failure instanceof FileAlreadyExistsException) {
            return failure.getFile() + " is a file";
        }
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        }
        String reason = failure.getReason();
        return reason == null ? "the file system has no room for one there" : reason;
    }

    /**
     * Fails unless the file is a plain file, and no link, that nobody but its owner may open.
     *
     * @throws IOException with a message that says who else may, and what to do
     */
    public static void check(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is not a plain file");
        }
        Set<String> views = file.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            checkPermissions(file);
        } else {
            checkAccessList(file);
        }
    }

    private static void checkPermissions(Path file) throws IOException {
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        if (rights.stream().anyMatch(OTHERS::contains)) {
            throw new IOException(file + " holds a secret and others than its owner may use it ("
                    + PosixFilePermissions.toString(rights)
                    + "): replace it if others may have read it, or restrict it with chmod 600");
        }
    }

    private static void checkAccessList(Path file) throws IOException {
        AclFileAttributeView view = Files.getFileAttributeView(file, AclFileAttributeView.class);
        if (view == null) {
            throw new IOException("the file system of " + file + " cannot keep a file to its owner");
        }
        UserPrincipal owner = view.getOwner();
        for (AclEntry entry : view.getAcl()) {
            if (entry.type() == AclEntryType.ALLOW
                    && entry.permissions().contains(AclEntryPermission.READ_DATA)
                    && !entry.principal().equals(owner)) {
                throw new IOException(
                        file + " holds a secret and " + entry.principal().getName()
                                + " may read it, too: leave read access to " + owner.getName() + " alone");
            }
        }
    }

    private static FileAttribute<?> attribute(Path existing, String permissions) throws IOException {
        Set<String> views = existing.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
        }
        if (views.contains("acl")) {
            return new AccessList(Files.getOwner(existing));
        }
        throw new IOException("the file system of " + existing + " cannot keep a file to its owner");
    }

    /** Everything for one user, nothing for anybody else. */
    private record AccessList(UserPrincipal owner) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }

        @Override
        public List<AclEntry> value() {
            return List.of(AclEntry.newBuilder()
                    .setType(AclEntryType.ALLOW)
                    .setPrincipal(owner)
                    .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                    .build());
        }
    }
}
