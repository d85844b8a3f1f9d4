package dev.clearway.analysis.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * A file's text, unpacked if it is gzip or a zip archive, without a byte order mark. A compressed file that is cut or
 * damaged ends early; one that expands beyond all measure is refused.
 */
public final class Input extends FilterInputStream {
    /** How much of the beginning can be looked at without being taken. */
    private static final int LOOK_AHEAD = 1 << 16;

    private static final long FREE_EXPANSION = 64L << 20;
    private static final long MOST_EXPANSION = 250;

    private final Guard guard;
    private final List<String> notes;

    private Input(Guard guard, List<String> notes) {
        super(new BufferedInputStream(guard, LOOK_AHEAD));
        this.guard = guard;
        this.notes = notes;
    }

    /** Opens {@code file}; {@code progress} is told how far reading has come. */
    public static Input open(Path file, Progress progress) throws IOException {
        long size = Files.isRegularFile(file) ? Files.size(file) : -1;
        CountingStream packed = new CountingStream(Files.newInputStream(file), size, progress);
        try {
            Input input = unpack(packed);
            input.skipByteOrderMark();
            return input;
        } catch (IOException | RuntimeException e) {
            packed.close();
            throw e;
        }
    }

    private static Input unpack(CountingStream packed) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(packed, LOOK_AHEAD);
        byte[] magic = look(raw, 4);
        if (starts(magic, 0x1F, 0x8B)) {
            return new Input(new Guard(new GZIPInputStream(raw, LOOK_AHEAD), packed), List.of());
        }
        if (!starts(magic, 'P', 'K', 3, 4)) {
            return new Input(new Guard(raw, packed), List.of());
        }
        ZipInputStream zip = new ZipInputStream(raw);
        ZipEntry entry = zip.getNextEntry();
        while (entry != null && entry.isDirectory()) {
            entry = zip.getNextEntry();
        }
        if (entry == null) {
            throw new UnreadableException("The zip archive holds no file.");
        }
        return new Input(new Guard(zip, packed), List.of("Of the zip archive its first file was read."));
    }

    private void skipByteOrderMark() throws IOException {
        byte[] start = look(in, 4);
        if (starts(start, 0xFF, 0xFE) || starts(start, 0xFE, 0xFF)) {
            throw new UnreadableException("The file is UTF-16 text. Save it as UTF-8 and try again.");
        }
        if (starts(start, 0xEF, 0xBB, 0xBF)) {
            in.skipNBytes(3);
        }
    }

    private static boolean starts(byte[] bytes, int... wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] look(InputStream in, int length) throws IOException {
        in.mark(length);
        byte[] seen = in.readNBytes(length);
        in.reset();
        return seen;
    }

    /** The first {@code length} bytes of what is next, as text; at most 32 KiB. */
    public String look(int length) throws IOException {
        return new String(look(in, Math.min(length, LOOK_AHEAD / 2)), UTF_8);
    }

    /** Whether the compressed file was cut or damaged. */
    public boolean damaged() {
        return guard.damaged;
    }

    /** What a reader of the report should know of the unpacking. */
    public List<String> notes() {
        return notes;
    }

    /** Ends early where the unpacker finds damage, and refuses what expands beyond all measure. */
    private static final class Guard extends FilterInputStream {
        private final CountingStream packed;
        private long unpacked;
        private boolean damaged;

        Guard(InputStream unpacker, CountingStream packed) {
            super(unpacker);
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                int read = damaged ? -1 : in.read(buffer, offset, length);
                unpacked += Math.max(0, read);
                if (unpacked > FREE_EXPANSION && unpacked / MOST_EXPANSION > packed.count()) {
                    throw new UnreadableException("The compressed file expands to more than " + MOST_EXPANSION
                            + " times its size, as no recording does. Unpack it by hand if you trust it.");
                }
                return read;
            } catch (EOFException | ZipException e) {
                damaged = true;
                return -1;
            }
        }
    }

    /** Counts what is read of the file itself. */
    private static final class CountingStream extends FilterInputStream {
        private final long size;
        private final Progress progress;
        private long count;

        CountingStream(InputStream in, long size, Progress progress) {
            super(in);
            this.size = size;
            this.progress = progress;
        }

        long count() {
            return count;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = in.read(buffer, offset, length);
            count += Math.max(0, read);
            progress.read(count, size);
            return read;
        }
    }
}
