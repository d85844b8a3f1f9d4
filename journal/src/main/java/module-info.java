/** One request's life as a record, and JSON lines of it. */
module dev.clearway.journal {
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;

    exports dev.clearway.journal;
}
