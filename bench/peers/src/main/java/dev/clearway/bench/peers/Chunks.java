package dev.clearway.bench.peers;

/** Zero bytes to upload, always the same ones: what sending them allocates is the client's. */
final class Chunks {
    /** The bytes of one chunk; nobody changes them. */
    static final byte[] CHUNK = new byte[64 << 10];

    private Chunks() {}

    /** How many chunks so many bytes are. */
    static int count(long bytes) {
        return Math.toIntExact((bytes + CHUNK.length - 1) / CHUNK.length);
    }

    /** The length of the chunk with that index, counted from 0. */
    static int length(long bytes, int index) {
        return (int) Math.min(CHUNK.length, bytes - (long) index * CHUNK.length);
    }
}
