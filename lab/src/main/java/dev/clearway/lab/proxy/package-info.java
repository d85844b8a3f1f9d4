/**
 * The inspecting proxy on a port of one's choice, for people who reproduce what an appliance does to their requests.
 *
 * <p>A {@link dev.clearway.lab.proxy.ProxyPlan} says what is wanted, in the words of a command line;
 * {@link dev.clearway.lab.proxy.Preset} names products whose published behaviour it can have.
 * {@link dev.clearway.lab.proxy.RunningProxy} is it, with its authority, its records and its metrics put together, and ends
 * them in the right order. What it says of itself is a list of lines with commands to paste. Threads are the proxy's own.
 */
@NullMarked
package dev.clearway.lab.proxy;

import org.jspecify.annotations.NullMarked;
