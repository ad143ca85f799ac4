"""Inferences judged without a model."""

import pytest

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.accuracy import judge_accuracy
from eval.judges.local.category import judge_category
from eval.judges.local.relevance import judge_relevance
from eval.judges.local.specificity import judge_specificity
from eval.judges.local.words import Words
from myscholar.domain.profile import ProfileAspect

OTTERS = (
    "We watch sea otters crack mussels with flat basalt stones in four colonies and film their "
    "handling of anvils."
)


def paper(text: str, paper_id: str = "p1") -> UserPaper:
    return UserPaper(paper_id=paper_id, title="Tools in the sea", text=text)


def why(judgment: Judgment) -> str:
    assert isinstance(judgment, Unscored)
    return judgment.reason.partition(":")[0]


@pytest.mark.parametrize(
    ("aspect", "text"),
    [
        (
            ProfileAspect.KNOWLEDGE,
            "Your papers show deep familiarity with stone tools of marine mammals.",
        ),
        (
            ProfileAspect.RESEARCH_STYLE,
            "Your papers prefer long field experiments and validate them with films.",
        ),
        (
            ProfileAspect.WRITING_STYLE,
            "Your papers write short sentences and open with a worked example.",
        ),
        (ProfileAspect.POSITIONS, "Your papers argue that tools are older than hands."),
        (ProfileAspect.AUDIENCE, "Your papers are aimed at keepers and vets in aquariums."),
    ],
)
def test_an_inference_fits_its_own_aspect_and_no_other(aspect: ProfileAspect, text: str):
    assert {a for a in ProfileAspect if judge_category(text, a).score == 1} == {aspect}


@pytest.mark.parametrize(
    "opening", ["One of your papers (“{}”)", "“{}”", "“{}”, which you follow,"]
)
def test_titles_quotes_and_counts_do_not_speak_for_an_aspect(opening: str):
    title = opening.format("Readers Argue About Writing")
    text = f"{title} shows expertise in otters; 3 % of conference abstracts mention it."
    assert judge_category(text, ProfileAspect.KNOWLEDGE).score == 1
    assert judge_category(text, ProfileAspect.AUDIENCE).score == 0


@pytest.mark.parametrize(
    "text",
    [
        "One of your papers presents “a film of otters that advocates quiet boats”.",
        "Your papers return to otters: one proposes “a new anvil”, another claims “pups learn”.",
        "Your papers work on sea otters, one in its title.",
        "“Pups Learn” says in its title: “Pups learn”.",
    ],
)
def test_a_statement_in_the_papers_own_words_says_nothing_of_its_aspect(text: str):
    assert why(judge_category(text, ProfileAspect.KNOWLEDGE)) == "NoCue"


def test_wording_that_speaks_for_no_aspect_is_unscored():
    assert why(judge_category("Otters, mussels.", ProfileAspect.KNOWLEDGE)) == "NoCue"
    assert why(judge_category(" ", ProfileAspect.KNOWLEDGE)) == "NoText"


def test_what_the_papers_say_is_accurate(words: Words):
    assert (
        judge_accuracy(
            "Your papers study how otters crack mussels with stones.", [paper(OTTERS)], words
        ).score
        == 1
    )


def test_a_denial_of_what_the_papers_say_contradicts_them(words: Words):
    judged = judge_accuracy(
        "Your papers do not study how otters crack mussels with stones.", [paper(OTTERS)], words
    )
    assert judged.score == 0
    assert "denies" in judged.reason


def test_another_number_of_the_same_things_contradicts(words: Words):
    assert (
        judge_accuracy(
            "Your papers film otters in 9 colonies.",
            [paper("Otters of 4 colonies crack mussels.")],
            words,
        ).score
        == 0
    )
    assert (
        judge_accuracy(
            "Your papers film otters in 4 colonies.",
            [paper("Otters of 4 colonies crack mussels.")],
            words,
        ).score
        == 1
    )


@pytest.mark.parametrize("times", [1, 100])
def test_what_papers_do_not_speak_of_counts_against_it_however_much_is_known(
    words: Words, times: int
):
    foreign_topic = "Your papers reconstruct medieval tax ledgers of Flanders."
    assert judge_accuracy(foreign_topic, [paper(OTTERS * times)], words).score == 0


def test_accuracy_needs_something_to_look_up_and_the_text_of_a_cited_paper(words: Words):
    assert why(judge_accuracy("Your papers show an approach.", [paper(OTTERS)], words)) == "NoTerms"
    assert why(judge_accuracy("Your papers study otters.", [], words)) == "NoText"
    assert why(judge_accuracy("Your papers study otters.", [paper("")], words)) == "NoText"


def test_relevance_is_the_share_of_words_in_one_window(words: Words):
    # Topic stems: otter, mussel, tax, ledger, four of equal weight. The paper holds two = 0.5 >=
    # 0.25; a paper with none has 0.
    inference = "Your papers study otters, mussels, tax, ledgers."
    judged = judge_relevance(inference, paper(OTTERS), words)
    assert judged == Scored(
        score=1, reason="One passage of the paper holds 50% of its words by weight."
    )
    assert (
        judge_relevance(
            inference, paper("Rain fell on Oslo and it was cold in the streets of the city."), words
        ).score
        == 0
    )


def test_relevance_is_unscored_where_words_cannot_tell(words: Words):
    assert why(judge_relevance("Your papers study otters.", paper(""), words)) == "NoText"
    assert why(judge_relevance("Your papers.", paper(OTTERS), words)) == "NoTerms"


@pytest.mark.parametrize("text", [OTTERS, "Sentences with dry humour are long here."])
def test_what_is_said_of_writing_is_unscored_whatever_the_paper_holds(words: Words, text: str):
    inference = "Your papers write long sentences with dry humour."
    assert why(judge_relevance(inference, paper(text), words)) == "NotInWords"


def test_specificity_grows_with_rarer_words(words: Words):
    # Two common words of idf 1.6 and two that are missing, 2.5 each: (3.2 + 5) / 4 = 2.1, below
    # 2.5: 1. "Otters crack mussels with basalt" has words and pairs of idf 7.6 only: 1 + 4 * (7.6 -
    # 2.5) / 6.5 = 4.1.
    assert judge_specificity("Your papers train on data.", words) == Scored(
        score=1, reason="Its most telling words have a mean idf of 2.1."
    )
    assert judge_specificity("Otters crack mussels with basalt.", words).score == 4.1


def test_one_rare_word_alone_is_not_specific(words: Words):
    # One rare word and three times common: (7.6 + 3 * 2.5) / 4 = 3.8; 1 + 4 * 1.3 / 6.5 = 1.8.
    assert judge_specificity("Your papers are about otters.", words).score == 1.8


@pytest.mark.parametrize("text", ["", "Статья описывает поведение каланов и их инструменты у моря"])
def test_texts_without_english_words_are_unscored(words: Words, text: str):
    assert isinstance(judge_specificity(text, words), Unscored)
