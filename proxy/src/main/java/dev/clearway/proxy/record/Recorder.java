package dev.clearway.proxy.record;

import dev.clearway.certs.OwnerOnly;
import dev.clearway.journal.JournalWriter;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests and tunnels to a journal and a HAR file as they end, on a thread of its own. What comes faster than the
 * disk takes it is left out and counted, so that no request waits for its own record and memory stays bounded; the first
 * failure of a disk ends the writing to it and is told at the end. Any thread tells it.
 */
public final class Recorder implements ProxyObserver, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");
    private static final int MOST_WAITING = 4_096;
    private static final long MOST_BYTES = 16L << 20;
    private static final int BYTES_OF_ANY = 1_024;
    private static final Object END = new Object();

    private final BlockingQueue<Object> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();
    private final Thread thread = new Thread(this::run, "clearway-record");

    private @Nullable JournalWriter journal; // used by the thread
    private @Nullable HarFile har; // used by the thread
    private final @Nullable Consumer<RequestLife> watcher;
    private volatile @Nullable IOException failure;
    private volatile boolean discarded;

    private Recorder(@Nullable JournalWriter journal, @Nullable HarFile har, @Nullable Consumer<RequestLife> watcher) {
        this.journal = journal;
        this.har = har;
        this.watcher = watcher;
        thread.setDaemon(true);
    }

    /**
     * Opens the files.
     *
     * @param journal what is appended to, made for its owner alone if it is not there; {@code null} for none
     * @param har what appears at the end, for its owner alone; {@code null} for none
     * @param watcher is given each request and tunnel, too, on the recorder's thread; {@code null} for none
     * @throws IOException if one cannot be written
     */
    public static Recorder open(@Nullable Path journal, @Nullable Path har, @Nullable Consumer<RequestLife> watcher)
            throws IOException {
        HarFile harFile = har == null ? null : new HarFile(har);
        try {
            Recorder recorder = new Recorder(journal == null ? null : journal(journal), harFile, watcher);
            recorder.thread.start();
            return recorder;
        } catch (IOException | RuntimeException e) {
            if (harFile != null) {
                harFile.discard();
            }
            throw e;
        }
    }

    private static JournalWriter journal(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path directory = absolute.getParent();
        if (directory == null) {
            throw new IOException(file + " is not a file");
        }
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return JournalWriter.on(
                Channels.newOutputStream(FileChannel.open(absolute, options, OwnerOnly.file(directory))));
    }

    @Override
    public void requestEnded(ProxiedRequest request) {
        take(request, weight(request));
    }

    @Override
    public void tunnelClosed(ProxiedTunnel tunnel) {
        take(tunnel, BYTES_OF_ANY);
    }

    private void take(Object ended, long weight) {
        if (bytes.addAndGet(weight) > MOST_BYTES || !waiting.offer(ended)) {
            bytes.addAndGet(-weight);
            if (leftOut.incrementAndGet() == 1) {
                LOG.log(Level.WARNING, "requests end faster than they can be recorded: some are left out");
            }
        }
    }

    private static long weight(ProxiedRequest request) {
        long sum = BYTES_OF_ANY;
        sum += request.url().length();
        for (var field : request.head().fields()) {
            sum += field.getKey().length() + field.getValue().length();
        }
        for (int i = 0; i < request.responseFields().size(); i++) {
            sum += request.responseFields().name(i).length()
                    + request.responseFields().value(i).length();
        }
        return sum;
    }

    private void run() {
        try {
            for (Object next = waiting.take(); next != END; next = waiting.take()) {
                write(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    private void write(Object ended) {
        try {
            if (ended instanceof ProxiedRequest request) {
                bytes.addAndGet(-weight(request));
                RequestLife life = Lives.of(request);
                journal(life);
                har(request, life);
                watch(life);
            } else if (ended instanceof ProxiedTunnel tunnel) {
                bytes.addAndGet(-BYTES_OF_ANY);
                RequestLife life = Lives.of(tunnel);
                journal(life);
                watch(life);
            }
            written.incrementAndGet();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a request could not be recorded", e);
        }
    }

    private void journal(RequestLife life) {
        JournalWriter open = journal;
        if (open != null) {
            try {
                open.write(life);
            } catch (IOException e) {
                failed("the journal", e);
                journal = null;
            }
        }
    }

    private void har(ProxiedRequest request, RequestLife life) {
        HarFile open = har;
        if (open != null) {
            try {
                open.add(request, life);
            } catch (IOException e) {
                failed("the HAR file", e);
                har = null;
                open.discard();
            }
        }
    }

    private void watch(RequestLife life) {
        if (watcher != null) {
            watcher.accept(life);
        }
    }

    private void failed(String what, IOException cause) {
        LOG.log(Level.ERROR, what + " cannot be written any more: " + cause.getMessage());
        failure = new IOException(what + " is not complete: " + cause.getMessage(), cause);
    }

    private void end() {
        try {
            if (journal != null) {
                journal.close();
            }
        } catch (IOException e) {
            failed("the journal", e);
        }
        try {
            if (har != null && discarded) {
                har.discard();
            } else if (har != null) {
                har.close();
            }
        } catch (IOException e) {
            failed("the HAR file", e);
        }
    }

    /** How many requests and tunnels were written. */
    public long written() {
        return written.get();
    }

    /** How many were left out, because they ended faster than they could be written. */
    public long leftOut() {
        return leftOut.get();
    }

    /**
     * Writes what is still waiting and completes the files. Blocks until that is done.
     *
     * @throws IOException if a file is not complete
     */
    @Override
    public void close() throws IOException {
        join();
        IOException told = failure;
        if (told != null) {
            throw told;
        }
    }

    /** Ends without a HAR file. Blocks until that is done. */
    public void discard() {
        discarded = true;
        join();
    }

    private void join() {
        try {
            if (thread.isAlive()) {
                waiting.put(END);
            }
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
