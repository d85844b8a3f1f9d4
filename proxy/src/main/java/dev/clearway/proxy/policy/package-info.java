/**
 * Who may use a proxy, and for which targets.
 *
 * <p>A proxy asks three questions: whether a client may use it ({@link dev.clearway.proxy.policy.ProxyAuthenticator}),
 * whether a target may be asked for ({@link dev.clearway.proxy.policy.TargetPolicy}), and whether its connections are to
 * be left alone ({@link dev.clearway.proxy.policy.BypassRules}). A target is judged twice, by its name before anything is
 * resolved, and by every address that it resolves to; the address that was judged is the one connected to. Answers are
 * given at once, on event loops, without I/O. Nothing here knows connections or protocols. Whatever is not clearly
 * allowed is refused.
 */
@NullMarked
package dev.clearway.proxy.policy;

import org.jspecify.annotations.NullMarked;
