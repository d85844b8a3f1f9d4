package dev.clearway.lab.expect;

import java.util.PriorityQueue;

/**
 * The price of opening one connection at a time: while a handshake is under way, the line waits for it or for places
 * that come free on the connections there are, whichever is first. A small model in virtual time.
 *
 * @param requests how many wait at time 0, with no connection there
 * @param ceiling the most connections
 * @param places how many requests one connection carries at a time
 * @param handshake seconds from the start of an attempt until its places can be used
 * @param service seconds from a request's place until the place is free again
 */
record SerialGrowth(int requests, int ceiling, int places, double handshake, double service) {

    /** When the last request is over, in seconds. */
    double lastEnd() {
        PriorityQueue<Double> free = new PriorityQueue<>();
        int waiting = requests;
        int opened = 0;
        double end = 0;
        while (waiting > 0) {
            double next = opened < ceiling ? (opened + 1) * handshake : Double.POSITIVE_INFINITY;
            Double place = free.peek();
            if (place != null && place <= next) {
                free.poll();
                end = place + service;
                free.add(end);
                waiting--;
            } else {
                for (int i = Math.min(places, waiting); i > 0; i--) {
                    free.add(next);
                }
                opened++;
            }
        }
        return end;
    }
}
