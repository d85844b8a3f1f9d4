package dev.clearway.lab.page;

import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.site.PageSize;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import java.io.IOException;
import java.util.List;

/** A small page and its server, for tests. */
public final class Served implements AutoCloseable {
    /** 61 requests of 20 to 60 ms. */
    public static final PageSize SMALL = new PageSize(15, 20, 25, 20, 60);

    private final Site site;
    private final OriginServer origin;

    private Served(Site site, OriginServer origin) {
        this.site = site;
        this.origin = origin;
    }

    /** Serves it, with that many streams. */
    public static Served page(PageSize size, int streams) throws IOException {
        Site site = Site.of(size, Variant.PLAIN);
        OriginServer.Builder builder = OriginServer.builder()
                .maxStreams(streams)
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0);
        site.resources().forEach(builder::resource);
        return new Served(site, builder.start());
    }

    /** The page. */
    public Site site() {
        return site;
    }

    /** The server. */
    public OriginServer origin() {
        return origin;
    }

    /** The way to it. */
    public Access access(OriginPort port) {
        return new Access(
                origin.uri(port, site.path()).toString(),
                site,
                null,
                List.of(origin.authority().certificate()));
    }

    @Override
    public void close() {
        origin.close();
    }
}
