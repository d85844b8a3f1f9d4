/** The drop-in java.net.http.HttpClient. */
module dev.clearway.client {
    requires static transitive org.jspecify;
    requires transitive dev.clearway.transport;

    exports dev.clearway.client;
}
