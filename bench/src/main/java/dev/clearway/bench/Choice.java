package dev.clearway.bench;

import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.H2load;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Turns the names of clients into subjects of a run, or says what is wrong with them. */
final class Choice {
    private final Map<String, ClientProvider> available;
    private final Set<String> programs;
    private final int javaFeature;

    /** @param programs names of programs that count as clients, too */
    Choice(Map<String, ClientProvider> available, Set<String> programs, int javaFeature) {
        this.available = available;
        this.programs = programs;
        this.javaFeature = javaFeature;
    }

    /** A client cannot be had, and why. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;

        Unavailable(String message) {
            super(message);
        }
    }

    /** Each client with each tuning; one whose settings do not differ once, as {@link Tuning#BEST}. */
    List<Subject> subjects(List<String> names, List<Tuning> tunings) throws Unavailable {
        List<Subject> subjects = new ArrayList<>();
        for (String name : new LinkedHashSet<>(names)) {
            if (programs.contains(name) || !find(name).tunable()) {
                subjects.add(new Subject(name, Tuning.BEST));
            } else {
                tunings.forEach(tuning -> subjects.add(new Subject(name, tuning)));
            }
        }
        return subjects;
    }

    private ClientProvider find(String name) throws Unavailable {
        ClientProvider provider = available.get(name);
        if (provider != null) {
            return provider;
        }
        if (name.equals(H2load.NAME)) {
            throw new Unavailable(
                    "h2load is measured by throughput alone, where it is installed (it comes with nghttp2).");
        }
        if (!Clients.PEERS.contains(name)) {
            throw new Unavailable("There is no client " + name + "; there are " + all() + ".");
        }
        if (javaFeature < Clients.PEERS_NEED_JAVA) {
            throw new Unavailable("The client " + name + " needs JDK " + Clients.PEERS_NEED_JAVA
                    + " or newer, and this is " + javaFeature
                    + ": set JAVA_HOME to a newer one, or choose with --client among "
                    + String.join(", ", available.keySet()) + ".");
        }
        throw new Unavailable("The client " + name + " is not on the class path: build with the profile peers.");
    }

    private String all() {
        TreeSet<String> names = new TreeSet<>(available.keySet());
        names.addAll(Clients.PEERS);
        names.addAll(programs);
        return String.join(", ", names);
    }
}
