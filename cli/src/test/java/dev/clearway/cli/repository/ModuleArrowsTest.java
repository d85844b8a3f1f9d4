package dev.clearway.cli.repository;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The modules' arrows: which of ours each may use. Checked in the poms, and again in the classes. */
class ModuleArrowsTest {
    private static final String GROUP = "dev.clearway";
    private static final String ARTIFACT = "clearway-";

    /** Each module, by its folder, and what it may use of ours; also of modules that are still to come. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            Map.entry("testkit", Set.of()),
            Map.entry("certs", Set.of()),
            Map.entry("server", Set.of()),
            Map.entry("origin", Set.of("certs", "server")),
            Map.entry("metrics", Set.of("transport")),
            Map.entry("opentelemetry", Set.of("transport")),
            Map.entry("proxy", Set.of("certs", "server", "transport", "journal", "metrics")),
            Map.entry("journal", Set.of()),
            Map.entry("analysis", Set.of("journal")),
            Map.entry("transport", Set.of()),
            Map.entry("client", Set.of("transport")),
            Map.entry(
                    "lab",
                    Set.of(
                            "client",
                            "transport",
                            "origin",
                            "server",
                            "certs",
                            "proxy",
                            "journal",
                            "metrics",
                            "analysis")),
            Map.entry("cli", Set.of("lab", "analysis")),
            Map.entry("bench", Set.of("client", "origin", "certs", "analysis", "proxy", "transport", "metrics")),
            Map.entry("bench/peers", Set.of("bench")));

    /** What the tests of every module may use besides. */
    private static final Set<String> FOR_TESTS = Set.of("testkit", "certs", "origin");

    private static final Set<String> MAY_USE_NETTY =
            Set.of("transport", "server", "origin", "proxy", "certs", "testkit", "bench", "lab.chaos");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(GROUP);

    private final Repository repository = Repository.ofThisBuild();

    @Test
    void everyModuleHasItsLine() throws Exception {
        assertThat(ARROWS).containsKeys(modules().toArray(String[]::new));
    }

    @Test
    void pomsKeepToTheArrows() throws Exception {
        List<String> beyond = new ArrayList<>();
        for (String module : modules()) {
            for (Element dependency : elements(root(repository.file(module + "/pom.xml")), "dependency")) {
                String used = ours(dependency);
                boolean forTests = isForTests(dependency);
                boolean allowed = uses(module).contains(used) || (forTests && FOR_TESTS.contains(used));
                if (!used.isEmpty() && !allowed) {
                    beyond.add(module + " → " + used + (forTests ? " (test)" : ""));
                }
            }
        }
        assertThat(beyond).isEmpty();
    }

    @Test
    void classesKeepToTheArrows() {
        ARROWS.forEach((module, uses) -> {
            Set<String> others = new TreeSet<>(ARROWS.keySet());
            others.removeAll(uses);
            others.remove(module);
            String[] beyond = others.stream().map(ModuleArrowsTest::packages).toArray(String[]::new);
            noClasses()
                    .that(resideInAPackage(packages(module)))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(beyond))
                    .allowEmptyShould(true)
                    .check(CLASSES);
        });
    }

    @Test
    void everyModuleThatThisOneUsesWasLookedAt() throws Exception {
        Set<String> seen = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            seen.add(type.getPackageName().split("\\.", -1)[2]);
        }

        assertThat(seen).containsExactlyInAnyOrderElementsOf(usedBy("cli", new TreeSet<>(Set.of("cli"))));
    }

    @Test
    void modulesAndTheirPackagesHaveNoCycles() {
        slices().matching("dev.clearway.(*)..").should().beFreeOfCycles().check(CLASSES);
        slices().matching("dev.clearway.*.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void nettyStaysWhereTheConnectionsAre() {
        String[] mayUse = MAY_USE_NETTY.stream().map(ModuleArrowsTest::packages).toArray(String[]::new);
        noClasses()
                .that(not(resideInAnyPackage(mayUse)).and(not(resideInAPackage(packages("client")))))
                .should()
                .dependOnClassesThat(resideInAPackage("io.netty.."))
                .check(CLASSES);
        noClasses()
                .that(resideInAPackage(packages("client")))
                .should()
                .dependOnClassesThat(resideInAPackage("io.netty..").and(not(resideInAPackage("io.netty.buffer"))))
                .check(CLASSES);
    }

    @Test
    void poolIsPure() {
        noClasses()
                .that(resideInAPackage("dev.clearway.transport.pool.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.netty..", "java.io..", "java.net..", "java.nio..", "java.util.concurrent.."))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Thread.class, java.time.Clock.class, java.time.Instant.class)
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    /** The folders of the pom's modules, those of profiles included. */
    private List<String> modules() throws Exception {
        return texts(root(repository.file("pom.xml")), "module");
    }

    /** Adds what a module has on the class path of its tests. */
    private Set<String> usedBy(String module, Set<String> found) throws Exception {
        for (Element dependency : elements(root(repository.file(module + "/pom.xml")), "dependency")) {
            String used = ours(dependency);
            boolean reaches = module.equals("cli") || !isForTests(dependency);
            if (!used.isEmpty() && reaches && found.add(used)) {
                usedBy(used, found);
            }
        }
        return found;
    }

    private static Set<String> uses(String module) {
        return ARROWS.getOrDefault(module, Set.of());
    }

    private static String packages(String module) {
        return GROUP + "." + module.replace('/', '.') + "..";
    }

    private static String ours(Element dependency) {
        String artifact = texts(dependency, "artifactId").get(0);
        return texts(dependency, "groupId").contains(GROUP) ? artifact.substring(ARTIFACT.length()) : "";
    }

    private static boolean isForTests(Element dependency) {
        return texts(dependency, "scope").contains("test");
    }

    private static Element root(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
    }

    private static List<Element> elements(Element in, String tag) {
        NodeList found = in.getElementsByTagName(tag);
        return Stream.iterate(0, i -> i + 1)
                .limit(found.getLength())
                .map(found::item)
                .map(Element.class::cast)
                .toList();
    }

    private static List<String> texts(Element in, String tag) {
        return elements(in, tag).stream().map(Node::getTextContent).toList();
    }
}
