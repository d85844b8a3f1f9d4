package dev.clearway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules, each with a history that breaks it. */
class JudgeTest {
    private static final Ask GET = ask("GET");
    private static final Ask POST = ask("POST");

    private static Ask ask(String method) {
        return new Ask(Ask.Way.TLS, method, Ask.Body.NONE, 0, true, false, 0, -1, 10, Ask.Reading.ALL);
    }

    private static List<String> judge(Ask ask, Happening... history) {
        return Judge.judge(ask, List.of(history));
    }

    @Test
    void answeredOnceIsRight() {
        assertThat(judge(POST, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED))
                .isEmpty();
    }

    @Test
    void sentAgainAfterARefusalIsRight() {
        assertThat(judge(
                        POST,
                        Happening.REFUSED,
                        Happening.AGAIN_REFUSED,
                        Happening.PROCESSED,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .isEmpty();
    }

    @Test
    void noOutcomeAndTwoAreWrong() {
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_WELL)).containsExactly("it has no outcome");
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED, Happening.ANSWERED))
                .containsExactly("it has 2 outcomes");
    }

    @Test
    void processedTwiceIsWrongUnlessAKeptConnectionClosed() {
        assertThat(judge(
                        GET,
                        Happening.PROCESSED,
                        Happening.AGAIN_GOAWAY,
                        Happening.PROCESSED,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("it reached the handler 2 times");
        assertThat(judge(
                        GET,
                        Happening.PROCESSED,
                        Happening.AGAIN_REUSED,
                        Happening.PROCESSED,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .isEmpty();
    }

    @Test
    void whatIsNotIdempotentIsNeverSentAgainOnSuspicion() {
        assertThat(judge(POST, Happening.AGAIN_REUSED, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED))
                .hasSize(1);
    }

    @Test
    void processedAlthoughSaidNotToBeIsWrong() {
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_NEVER_SENT, Happening.FAILED_NEVER_SENT))
                .containsExactly("it is said not to be processed, and was");
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_UNPROCESSED, Happening.GIVEN_UP))
                .contains("it is said not to be processed, and was");
    }

    @Test
    void answerFromNowhereIsWrong() {
        assertThat(judge(GET, Happening.ENDED_WELL, Happening.ANSWERED))
                .containsExactly("it was answered, and never reached the handler");
    }

    @Test
    void failureThatSaysNothingIsWrong() {
        assertThat(judge(GET, Happening.ENDED_MAYBE_PROCESSED, Happening.FAILED_UNEXPLAINED))
                .hasSize(1);
    }

    @Test
    void sentAgainWithoutEndIsWrong() {
        assertThat(judge(
                        GET,
                        Happening.AGAIN_REFUSED,
                        Happening.AGAIN_REFUSED,
                        Happening.AGAIN_REFUSED,
                        Happening.AGAIN_REFUSED,
                        Happening.ENDED_UNPROCESSED,
                        Happening.FAILED_UNPROCESSED))
                .containsExactly("it was sent again more than 3 times");
    }

    @Test
    void whatArrivesChangedIsWrong() {
        assertThat(judge(
                        GET,
                        Happening.PROCESSED,
                        Happening.ANSWER_OF_ANOTHER,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .containsExactly("got the answer of another request");
    }
}
