package dev.clearway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules, each with a history that breaks it. */
class JudgeTest {
    private static final Ask GET = ask("GET");
    private static final Ask POST = ask("POST");

    private static final Ask HTTP_1_1 = ask("GET", Ask.Way.HTTP_1_1);

    private static Ask ask(String method) {
        return ask(method, Ask.Way.TLS);
    }

    private static Ask ask(String method, Ask.Way way) {
        return new Ask(way, method, Ask.Body.NONE, 0, true, false, 0, -1, 10, Ask.Reading.ALL);
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
                .startsWith("it arrived 2 times without");
        assertThat(judge(
                        HTTP_1_1,
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
                .contains("POST is not idempotent, and was sent again though it may have been processed");
    }

    @Test
    void processedAlthoughSaidNotToBeIsWrong() {
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_NEVER_SENT, Happening.FAILED_NEVER_SENT))
                .containsExactly("it is said never to have been sent, and arrived");
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_UNPROCESSED, Happening.GIVEN_UP))
                .contains("it is said not to be processed, and nobody could know that");
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

    @Test
    void whatIsLostUnseenIsNotKnownToBeUnprocessed() {
        assertThat(judge(GET, Happening.CUT_UNSEEN, Happening.ENDED_UNPROCESSED, Happening.FAILED_UNPROCESSED))
                .containsExactly("it is said not to be processed, and nobody could know that");
        assertThat(judge(
                        POST,
                        Happening.ENDED_UNSEEN,
                        Happening.AGAIN_REFUSED,
                        Happening.PROCESSED,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .contains("it arrived 2 times without being said to be unprocessed");
    }

    @Test
    void sentMoreOftenThanIsToldIsWrong() {
        assertThat(judge(GET, Happening.REFUSED, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED))
                .containsExactly("it arrived 2 times, which is more often than its client says that it sent it");
        assertThat(judge(
                        GET,
                        Happening.REFUSED,
                        Happening.AGAIN_NEVER_WRITTEN,
                        Happening.PROCESSED,
                        Happening.ENDED_WELL,
                        Happening.ANSWERED))
                .hasSize(1);
    }

    @Test
    void retryThatFitsNothingIsWrong() {
        assertThat(judge(GET, Happening.AGAIN_HTTP_1_1, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED))
                .containsExactly("it was sent again by HTTP/1.1, which nobody had required");
        assertThat(judge(GET, Happening.AGAIN_REUSED, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED))
                .containsExactly("it was sent again as HTTP/1.1 requests are, and was none");
    }

    @Test
    void failureThatNobodyMadeIsWrong() {
        assertThat(judge(
                        GET,
                        Happening.PROCESSED,
                        Happening.ENDED_MAYBE_PROCESSED,
                        Happening.OUT_OF_TIME,
                        Happening.FAILED_MAYBE_PROCESSED))
                .containsExactly("it failed for want of time, and had all of it");
        assertThat(judge(
                        GET,
                        Happening.PROCESSED,
                        Happening.ENDED_MAYBE_PROCESSED,
                        Happening.STREAM_ENDED,
                        Happening.FAILED_MAYBE_PROCESSED))
                .containsExactly("it is said that its stream was ended, and nobody ended it");
        assertThat(judge(GET, Happening.PROCESSED, Happening.ENDED_WELL, Happening.ANSWERED_503))
                .containsExactly("it was answered with 503, and nobody had said so");
    }

    @Test
    void callerAndListenerAreToldTheSame() {
        assertThat(judge(GET, Happening.ENDED_UNPROCESSED, Happening.FAILED_NEVER_SENT))
                .containsExactly("its caller was told NEVER_SENT, its client's listener UNPROCESSED");
    }

    @Test
    void refusalsAndBrokenConnectionsAreCountedAgainstThoseThatWereMade() {
        Histories histories = new Histories(1);
        histories.add(0, Happening.AGAIN_REFUSED);
        assertThat(Whole.objections(histories, 1)).hasSize(2);
        histories.count(Happening.ABOVE_FIRST_LIMIT);
        histories.count(Happening.CUT);
        assertThat(Whole.objections(histories, 1)).isEmpty();
    }
}
