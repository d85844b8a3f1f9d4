package dev.clearway.transport.pool;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.util.List;
import java.util.Set;

/** What the pool may know of, and who may know the pool. */
@AnalyzeClasses(packages = "dev.clearway.transport", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final List<Class<?>> VALUES = List.of(
            Growth.class,
            Limits.class,
            Origin.class,
            Protocol.class,
            Refusal.class,
            Retry.class,
            VersionPolicy.class,
            WaitReason.class,
            PoolSnapshot.class,
            PoolSnapshot.Connection.class,
            PoolSnapshot.State.class);

    private static final Set<String> LIBRARY = Set.of(
            "",
            "dev.clearway.transport.pool",
            "java.lang",
            "java.lang.invoke",
            "java.time",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "org.jspecify.annotations");

    private static final DescribedPredicate<JavaClass> PURE =
            DescribedPredicate.describe("the pool itself, plain values and plain Java", each -> {
                JavaClass type = each.getBaseComponentType();
                return LIBRARY.contains(type.getPackageName())
                        || VALUES.stream().anyMatch(type::isEquivalentTo);
            });

    @ArchTest
    static final ArchRule POOL_KNOWS_ONLY_VALUES =
            classes().that(resideInAPackage("..transport.pool..")).should().onlyDependOnClassesThat(PURE);

    @ArchTest
    static final ArchRule POOL_HAS_NO_CLOCK = noClasses()
            .that(resideInAPackage("..transport.pool.."))
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(java.time.Clock.class, java.time.Instant.class, Thread.class);

    @ArchTest
    static final ArchRule OBSERVING_DOES_NOT_NEED_THE_MACHINERY = noClasses()
            .that(resideInAPackage("..transport.observe.."))
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "..transport.pool..", "..transport.connect..", "..transport.http1..", "..transport.http2.."));

    /** The package {@code transport} itself holds the values that all of them share, and is above them as well: it is left out. */
    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.clearway.transport.(*)..").should().beFreeOfCycles();
}
