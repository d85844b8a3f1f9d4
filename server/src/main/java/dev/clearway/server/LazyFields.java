package dev.clearway.server;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of an HTTP/2 head without its pseudo-header fields, copied when somebody first asks for one. */
@SuppressWarnings("deprecation") // the superclass demands its deprecated methods
final class LazyFields extends HttpHeaders {
    private @Nullable Http2Headers source;
    private @Nullable HttpHeaders copy;

    LazyFields(Http2Headers source) {
        this.source = source;
    }

    /** Copies the fields that are not pseudo-header fields. */
    static HttpHeaders copyOf(Http2Headers source) {
        HttpHeaders fields =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        for (Entry<CharSequence, CharSequence> field : source) {
            if (!Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(field.getKey())) {
                fields.add(field.getKey(), field.getValue());
            }
        }
        return fields;
    }

    private HttpHeaders fields() {
        HttpHeaders fields = copy;
        Http2Headers from = source;
        if (fields == null && from != null) {
            fields = copyOf(from);
            copy = fields;
            source = null;
        }
        return java.util.Objects.requireNonNull(fields);
    }

    @Override
    public @Nullable String get(String name) {
        return fields().get(name);
    }

    @Override
    public @Nullable Integer getInt(CharSequence name) {
        return fields().getInt(name);
    }

    @Override
    public int getInt(CharSequence name, int defaultValue) {
        return fields().getInt(name, defaultValue);
    }

    @Override
    public @Nullable Short getShort(CharSequence name) {
        return fields().getShort(name);
    }

    @Override
    public short getShort(CharSequence name, short defaultValue) {
        return fields().getShort(name, defaultValue);
    }

    @Override
    public @Nullable Long getTimeMillis(CharSequence name) {
        return fields().getTimeMillis(name);
    }

    @Override
    public long getTimeMillis(CharSequence name, long defaultValue) {
        return fields().getTimeMillis(name, defaultValue);
    }

    @Override
    public List<String> getAll(String name) {
        return fields().getAll(name);
    }

    @Override
    public List<Entry<String, String>> entries() {
        return fields().entries();
    }

    @Override
    public boolean contains(String name) {
        return fields().contains(name);
    }

    @Override
    public Iterator<Entry<String, String>> iterator() {
        return fields().iterator();
    }

    @Override
    public Iterator<Entry<CharSequence, CharSequence>> iteratorCharSequence() {
        return fields().iteratorCharSequence();
    }

    @Override
    public boolean isEmpty() {
        return fields().isEmpty();
    }

    @Override
    public int size() {
        return fields().size();
    }

    @Override
    public Set<String> names() {
        return fields().names();
    }

    @Override
    public HttpHeaders add(String name, Object value) {
        fields().add(name, value);
        return this;
    }

    @Override
    public HttpHeaders add(String name, Iterable<?> values) {
        fields().add(name, values);
        return this;
    }

    @Override
    public HttpHeaders addInt(CharSequence name, int value) {
        fields().addInt(name, value);
        return this;
    }

    @Override
    public HttpHeaders addShort(CharSequence name, short value) {
        fields().addShort(name, value);
        return this;
    }

    @Override
    public HttpHeaders set(String name, Object value) {
        fields().set(name, value);
        return this;
    }

    @Override
    public HttpHeaders set(String name, Iterable<?> values) {
        fields().set(name, values);
        return this;
    }

    @Override
    public HttpHeaders setInt(CharSequence name, int value) {
        fields().setInt(name, value);
        return this;
    }

    @Override
    public HttpHeaders setShort(CharSequence name, short value) {
        fields().setShort(name, value);
        return this;
    }

    @Override
    public HttpHeaders remove(String name) {
        fields().remove(name);
        return this;
    }

    @Override
    public HttpHeaders clear() {
        fields().clear();
        return this;
    }

    @Override
    public HttpHeaders copy() {
        return fields().copy();
    }
}
