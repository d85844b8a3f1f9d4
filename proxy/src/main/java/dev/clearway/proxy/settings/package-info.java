/**
 * What a proxy is to be.
 *
 * <p>{@link dev.clearway.proxy.settings.ProxySettings} holds every option with its default: where to listen, how targets
 * are found ({@link dev.clearway.proxy.settings.Mode}), what each leg agrees on
 * ({@link dev.clearway.proxy.settings.Alpn}), and the bounds. Settings are checked when they are made and never change
 * afterwards. What decides about clients, targets and certificates is handed in through its interface. No setting has a
 * value that means "without bound". Command lines are made into settings elsewhere.
 */
@NullMarked
package dev.clearway.proxy.settings;

import org.jspecify.annotations.NullMarked;
