package dev.clearway.lab.page.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.origin.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page and its arithmetic. The sums are pinned: figures of different days compare only while they stay. */
class SiteTest {
    private final Site site = Site.of(PageSize.DEFAULT, Variant.PLAIN);

    @Test
    void delaysOfTheUsualPageAreTheSameEverywhere() {
        assertThat(site.requests()).isEqualTo(171);
        assertThat(site.sum()).isEqualTo(Duration.ofMillis(43_392));
        assertThat(site.shortest()).isEqualTo(Duration.ofMillis(103));
        assertThat(site.longest()).isEqualTo(Duration.ofMillis(395));
        assertThat(site.parts().get(0)).isEqualTo(new Part("script", "/page/js/1.js", 176));
    }

    @Test
    void delaysStayWithinTheirBounds() {
        Site other = Site.of(new PageSize(0, 400, 0, 5, 7), Variant.PLAIN);
        assertThat(other.parts()).extracting(Part::delayMillis).containsOnly(5, 6, 7);
        assertThat(Site.of(new PageSize(1, 0, 0, 9, 9), Variant.PLAIN).sum()).isEqualTo(Duration.ofMillis(9));
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    void documentAsksForEveryPartAndTheServerHasIt(Variant variant) {
        Site site = Site.of(PageSize.DEFAULT, variant);
        Map<String, Resource> resources = site.resources();
        Resource document = Objects.requireNonNull(resources.get(site.path()));
        assertThat(document.contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(document.text()).contains("window.__doneMs");
        for (Part part : site.parts()) {
            assertThat(document.text()).containsOnlyOnce("\"" + part.path() + "\"");
            assertThat(Objects.requireNonNull(resources.get(part.path())).delay())
                    .isEqualTo(Duration.ofMillis(part.delayMillis()));
        }
        assertThat(resources).hasSize(site.requests());
    }

    @Test
    void scriptsAndImagesAreSpreadInTurnsAndCallsAreNot() {
        Site spread = Site.of(PageSize.DEFAULT, Variant.SHARD).spreadOver(List.of("https://a:1", "https://b:2"));
        assertThat(spread.parts().stream().limit(4).map(spread::address))
                .containsExactly(
                        "/page/js/1.js", "https://a:1/page/js/2.js", "https://b:2/page/js/3.js", "/page/js/4.js");
        String document =
                Objects.requireNonNull(spread.resources().get(spread.path())).text();
        assertThat(document).contains("src=\"https://b:2/page/img/").doesNotContain("https://a:1/page/api");
        assertThat(spread.sum()).isEqualTo(site.sum());
    }

    @Test
    void bundlesAreAsSlowAsTheirSlowestPart() {
        Site bundled = Site.of(PageSize.DEFAULT, Variant.FEWER);
        assertThat(bundled.requests()).isEqualTo(1 + 5 + 6 + 6);
        int slowest = site.parts().stream()
                .limit(10)
                .mapToInt(Part::delayMillis)
                .max()
                .orElseThrow();
        assertThat(bundled.parts().get(0)).isEqualTo(new Part("script", "/page/bundle/js/1.js", slowest));
    }

    @ParameterizedTest
    @CsvSource({"-1,0,1,0,1", "1001,0,1,0,1", "0,0,0,0,1", "1,1,1,-1,1", "1,1,1,5,4", "1,1,1,0,60001"})
    void sizesOutOfBoundsAreRefused(int scripts, int images, int fetches, int least, int most) {
        assertThatThrownBy(() -> new PageSize(scripts, images, fetches, least, most))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
