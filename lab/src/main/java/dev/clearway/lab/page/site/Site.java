package dev.clearway.lab.page.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.origin.Resource;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A page: its document, its parts with their delays, and what a server answers for each. Immutable. */
public final class Site {
    private static final int BUNDLED = 10;

    private final Variant variant;
    private final PageSize size;
    private final List<Part> parts;
    /** Origins that scripts and images come from, in turns with the document's own; empty for none. */
    private final List<String> others;

    private Site(Variant variant, PageSize size, List<Part> parts, List<String> others) {
        this.variant = variant;
        this.size = size;
        this.parts = List.copyOf(parts);
        this.others = List.copyOf(others);
    }

    /** The page of that size, served in that way. */
    public static Site of(PageSize size, Variant variant) {
        List<Part> parts = new ArrayList<>();
        Site plain = new Site(variant, size, parts, List.of());
        plain.add(parts, "script", size.scripts(), i -> "/page/js/" + i + ".js");
        plain.add(parts, "image", size.images(), i -> "/page/img/" + i + ".svg");
        plain.add(parts, "fetch", size.fetches(), i -> "/page/api/" + i);
        return new Site(variant, size, variant == Variant.FEWER ? bundled(parts) : parts, List.of());
    }

    private void add(List<Part> to, String type, int count, IntFunction<String> path) {
        for (int i = 1; i <= count; i++) {
            String at = path.apply(i);
            to.add(new Part(type, at, delay(at)));
        }
    }

    /** A bundle is as slow as the slowest of what it holds. */
    private static List<Part> bundled(List<Part> parts) {
        List<Part> bundles = new ArrayList<>();
        for (String type : List.of("script", "image", "fetch")) {
            List<Part> own =
                    parts.stream().filter(part -> part.type().equals(type)).toList();
            for (int i = 0; i < own.size(); i += BUNDLED) {
                List<Part> some = own.subList(i, Math.min(own.size(), i + BUNDLED));
                int slowest = some.stream().mapToInt(Part::delayMillis).max().orElse(0);
                bundles.add(new Part(type, "/page/bundle" + some.get(0).path().substring("/page".length()), slowest));
            }
        }
        return bundles;
    }

    /** From the least to the most delay, by the MD5 of the path taken as a number. */
    private int delay(String path) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(path.getBytes(UTF_8));
            int span = size.mostMillis() - size.leastMillis() + 1;
            return size.leastMillis()
                    + new BigInteger(1, digest).mod(BigInteger.valueOf(span)).intValue();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this runtime has no MD5", e);
        }
    }

    /** The same page whose scripts and images come from these origins, too, as {@code https://localhost:8443}. */
    public Site spreadOver(List<String> origins) {
        return new Site(variant, size, parts, origins);
    }

    /** Where the document asks for a part: its path, or its URL where that is on another origin. */
    public String address(Part part) {
        int turn = parts.indexOf(part) % (others.size() + 1);
        return part.type().equals("fetch") || turn == 0 ? part.path() : others.get(turn - 1) + part.path();
    }

    /** The document's path. */
    public String path() {
        return variant == Variant.PLAIN ? "/page" : "/page/" + variant;
    }

    /** The way in which it is served. */
    public Variant variant() {
        return variant;
    }

    /** What the document asks for, in its order. */
    public List<Part> parts() {
        return parts;
    }

    /** How many requests a load takes, the document's included. */
    public int requests() {
        return parts.size() + 1;
    }

    /** The sum of all delays. */
    public Duration sum() {
        return Duration.ofMillis(parts.stream().mapToLong(Part::delayMillis).sum());
    }

    /** The longest delay: no load is faster, however many requests are under way at once. */
    public Duration longest() {
        return Duration.ofMillis(
                parts.stream().mapToLong(Part::delayMillis).max().orElse(0));
    }

    /** The shortest delay. */
    public Duration shortest() {
        return Duration.ofMillis(
                parts.stream().mapToLong(Part::delayMillis).min().orElse(0));
    }

    /** What a server answers for the document and its parts, by path. */
    public Map<String, Resource> resources() {
        Map<String, Resource> resources = new LinkedHashMap<>();
        resources.put(path(), new Resource("text/html; charset=utf-8", Document.of(this), Duration.ZERO));
        for (Part part : parts) {
            resources.put(part.path(), resource(part));
        }
        return resources;
    }

    private static Resource resource(Part part) {
        Duration delay = Duration.ofMillis(part.delayMillis());
        return switch (part.type()) {
            case "script" ->
                new Resource(
                        "text/javascript; charset=utf-8",
                        "globalThis.__scripts = (globalThis.__scripts || 0) + 1;\n",
                        delay);
            case "image" ->
                new Resource(
                        "image/svg+xml",
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"24\" height=\"24\"><rect width=\"24\""
                                + " height=\"24\" rx=\"4\" fill=\"hsl(" + part.delayMillis() % 360
                                + ",60%,55%)\"/></svg>\n",
                        delay);
            default -> new Resource("application/json", "{\"path\":\"" + part.path() + "\"}\n", delay);
        };
    }
}
