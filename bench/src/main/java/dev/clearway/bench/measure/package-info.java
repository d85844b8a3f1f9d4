/**
 * Reads what a run costs. CPU time comes from the kernel's accounting of a process, with the threads of the JIT
 * compilers taken out, since their work ends and the client's does not; garbage from the JVM's counter of allocated
 * bytes; how busy others were from the whole machine's CPU time less the two processes measured. On systems without
 * {@code /proc} the values that need it are 0 or unknown. Nothing here knows what is being measured.
 */
@NullMarked
package dev.clearway.bench.measure;

import org.jspecify.annotations.NullMarked;
