/** The drop-in {@link java.net.http.HttpClient}. */
@NullMarked
package dev.clearway.client;

import org.jspecify.annotations.NullMarked;
