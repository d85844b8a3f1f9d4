package dev.clearway.client;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Status, protocol and header fields of a response. The fields become {@link HttpHeaders} when somebody asks for them. */
final class ResponseHead implements ResponseInfo {
    private final Protocol protocol;
    private final int status;
    private final Fields fields;
    private volatile @Nullable HttpHeaders headers;

    ResponseHead(Protocol protocol, int status, Fields fields) {
        this.protocol = protocol;
        this.status = status;
        this.fields = fields;
    }

    @Override
    public int statusCode() {
        return status;
    }

    @Override
    public HttpHeaders headers() {
        HttpHeaders made = headers;
        if (made == null) {
            made = headersOf(fields);
            headers = made;
        }
        return made;
    }

    @Override
    public Version version() {
        return protocol == Protocol.HTTP_2 ? Version.HTTP_2 : Version.HTTP_1_1;
    }

    private static HttpHeaders headersOf(Fields fields) {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.forEach((name, value) ->
                map.computeIfAbsent(name.toString(), key -> new ArrayList<>(1)).add(value.toString()));
        return HttpHeaders.of(map, (name, value) -> true);
    }
}
