package dev.clearway.transport.jmx;

import java.util.List;

/** What JMX shows of the pools of a transport. Every read is a picture of that moment; attributes that are read together are not of one moment, {@link #getText} is for each pool. */
public interface PoolsMXBean {
    /** Every pool as a table for people. */
    String getText();

    /** Every pool in figures. */
    List<PoolFigures> getPools();

    /** Open connections of all pools. */
    int getConnections();

    /** Attempts under way to open connections. */
    int getConnecting();

    /** Requests that hold a place on a connection. */
    int getActiveRequests();

    /** Requests that wait for a place. */
    int getWaitingRequests();

    /** How long the first in any line has waited, in seconds; 0 where nobody waits. */
    double getOldestWaitSeconds();

    /** Requests that were sent away by a line so far. */
    long getRefusals();

    /** Requests that were sent again so far. */
    long getRetries();

    /** Connections so far on which HTTP/2 was offered and HTTP/1.1 chosen. */
    long getDowngrades();
}
