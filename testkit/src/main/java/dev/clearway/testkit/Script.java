package dev.clearway.testkit;

/**
 * What a scripted peer does on one connection. The connection stays open when the script ends, until the peer is closed:
 * a server that stops answering is a script that simply ends.
 *
 * @param <C> the kind of connection
 */
@FunctionalInterface
public interface Script<C extends ScriptedConnection> {
    /** Plays on a connection; whatever it throws fails the test. */
    void play(C connection) throws Exception;
}
