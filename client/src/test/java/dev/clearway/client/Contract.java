package dev.clearway.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a {@link ContractTest} once for each {@link Subject}, the JDK's client first. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.clearway.client.Subject#all")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface Contract {}
