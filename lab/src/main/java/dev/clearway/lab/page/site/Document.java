package dev.clearway.lab.page.site;

/**
 * Writes the page's document. It sets {@code window.__doneMs}, milliseconds since the navigation began, when the load
 * event has come and every fetch has been answered; the load event itself waits for scripts and images. From
 * {@code window.__waiting} whoever looks at a page knows it for this one.
 */
final class Document {
    private static final String DONE = """
            window.__waiting = true;
            const answers = paths.map(path => fetch(path, options).then(answer => answer.text()));
            const loaded = new Promise(resolve => addEventListener('load', resolve));
            const images = [...document.images].filter(image => image.loading !== 'lazy').map(image =>
                image.complete ? null : new Promise(resolve => { image.onload = image.onerror = resolve; }));
            Promise.all([loaded, ...images, ...answers]).then(
                () => { window.__doneMs = performance.now(); },
                failure => { window.__failed = String(failure); window.__doneMs = performance.now(); });
            """;

    private Document() {}

    static String of(Site site) {
        boolean prioritised = site.variant() == Variant.PRIORITISED;
        StringBuilder html = new StringBuilder(16_384);
        html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<title>A page of ")
                .append(site.requests())
                .append(" requests</title>\n<link rel=\"icon\" href=\"data:,\">\n");
        for (Part part : site.parts()) {
            if (part.type().equals("script")) {
                html.append("<script async src=\"")
                        .append(site.address(part))
                        .append(prioritised ? "\" fetchpriority=\"high\"></script>\n" : "\"></script>\n");
            }
        }
        html.append("</head>\n<body>\n<h1>A page of ").append(site.requests()).append(" requests</h1>\n<p>\n");
        for (Part part : site.parts()) {
            if (part.type().equals("image")) {
                html.append("<img alt=\"\" width=\"24\" height=\"24\" src=\"")
                        .append(site.address(part))
                        .append(prioritised ? "\" loading=\"lazy\" fetchpriority=\"low\">\n" : "\">\n");
            }
        }
        html.append("</p>\n<script>\nconst paths = [");
        for (Part part : site.parts()) {
            if (part.type().equals("fetch")) {
                html.append('"').append(part.path()).append("\",");
            }
        }
        return html.append("];\nconst options = {")
                .append(prioritised ? "priority: 'low'" : "")
                .append("};\n")
                .append(DONE)
                .append("</script>\n</body>\n</html>\n")
                .toString();
    }
}
