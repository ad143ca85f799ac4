"""What is asked from what the papers found differ in."""

import math

import pytest

from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.interaction import Turn
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfileId
from myscholar.interactive.clarify.extractive.ask import (
    literature_on,
    next_question,
    open_questions,
)
from myscholar.interactive.clarify.extractive.facets import FacetKind, expected_bits
from myscholar.interactive.clarify.rules import Dialogue

SONGS = Dialogue(question="What changes songs of wrens?")


def papers(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def said(dialogue: Dialogue, question: Question, reply: str) -> Dialogue:
    turn = Turn(stage="clarify", question=question, answer=question.read(reply))
    return dialogue.with_turn(turn)


def test_bits_of_a_partition_are_its_entropy() -> None:
    """8 papers, 4 + 2 + 2: 1/2 * log2(2) + 1/4 * log2(4) + 1/4 * log2(4) = 1.5."""
    parts = [papers(0, 1, 2, 3), papers(4, 5), papers(6, 7)]
    assert expected_bits(parts, [1] * 8) == pytest.approx(1.5)


def test_who_picks_no_choice_narrows_nothing() -> None:
    """8 papers, 4 + 2, two behind none: 1/2 * 1 + 1/4 * 2 = 1.0."""
    assert expected_bits([papers(0, 1, 2, 3), papers(4, 5)], [1] * 8) == pytest.approx(1.0)
    assert expected_bits([papers(), papers()], [1] * 8) == 0


def test_a_paper_behind_two_choices_counts_half_for_each() -> None:
    """4 papers; {0, 1, 2} and {2, 3}: (2 + 1/2) / 4 * log2(4 / 3) + (1/2 + 1) / 4 * log2(2)."""
    expected = 0.625 * math.log2(4 / 3) + 0.375
    assert expected_bits([papers(0, 1, 2), papers(2, 3)], [1] * 4) == pytest.approx(expected)


def test_what_all_papers_share_or_each_alone_has_is_bounded() -> None:
    assert expected_bits([papers(0, 1), papers(0, 1)], [1] * 2) == 0
    assert expected_bits([papers(n) for n in range(8)], [1] * 8) == pytest.approx(3)


def test_papers_count_by_how_likely_they_are_wanted() -> None:
    """Weights 2, 1, 1: {0} has half, 1/2 * log2(2) = 1/2; {1, 2} the other half; {0, 1} has three
    quarters, 3/4 * log2(4 / 3)."""
    weights = [2, 1, 1]
    assert expected_bits([papers(0)], weights) == pytest.approx(0.5)
    assert expected_bits([papers(0), papers(1, 2)], weights) == pytest.approx(1)
    assert expected_bits([papers(0, 1)], weights) == pytest.approx(0.75 * math.log2(4 / 3))


def test_the_sides_of_the_papers_are_asked_with_how_many_stand_behind_each(
    hits, background
) -> None:
    asked = next_question(SONGS, hits, background=background).question
    assert asked is not None
    assert set(asked.choices) == {"street noise", "nest boxes"}
    assert asked.why.startswith("Of the 24 papers found, 8 speak of ")
    assert asked.why.endswith("; 8 of none of these.")


def test_what_was_turned_down_is_left_alone_and_years_are_asked_once(hits, background) -> None:
    first = next_question(SONGS, hits, background=background).question
    assert first is not None
    dialogue = said(SONGS, first, "not important")
    second = next_question(dialogue, hits, background=background).question
    assert second is not None
    assert second.choices == ("work since 2011", "work until 2010")
    third = next_question(said(dialogue, second, "skip"), hits, background=background)
    assert third.question is None
    assert "would narrow the 24 papers found little" in third.ended


def test_a_choice_is_left_alone_for_most_of_its_own_words_and_not_for_one() -> None:
    """Words of the question tell nothing: two are left of “automatic judgement of songs”."""
    judged = Question(text="Who judges?", choices=("human judgement", "playback trials"))
    dialogue = said(SONGS, judged, "human judgement")
    assert dialogue.is_open("automatic judgement of songs")
    assert not dialogue.is_open("judgement of songs by humans")
    turned_down = said(SONGS, judged, "not important")
    assert turned_down.is_open("trials with trained street birds")
    assert not turned_down.is_open("field trials")


def test_years_that_the_question_or_a_filter_names_are_not_asked(hits, background) -> None:
    first = next_question(SONGS, hits, background=background).question
    assert first is not None
    dialogue = said(SONGS, first, "not important")
    filters = SearchFilters(year_min=2015)
    asked = next_question(dialogue, hits, background=background, filters=filters)
    assert asked.question is None
    since = Dialogue(question="What changes songs of wrens since 2015?", turns=dialogue.turns)
    assert next_question(since, hits, background=background).question is None


def test_what_the_question_or_the_profile_says_is_not_asked(hits, background) -> None:
    noise = Dialogue(question="Does street noise change songs of wrens?")
    reader = Profile(
        profile_id=ProfileId("r"),
        name="A reader",
        created_at="2026-01-01T00:00:00Z",
        papers=(),
        passages=(),
        inferences=(
            Inference(
                inference_id=InferenceId("k1"),
                aspect=ProfileAspect.KNOWLEDGE,
                text="Your papers work on street noise.",
                terms=("street noise",),
            ),
        ),
    )
    for dialogue in (noise, Dialogue(question=SONGS.question, profile=reader)):
        asked = next_question(dialogue, hits, background=background).question
        assert asked is None or "street noise" not in asked.choices


def test_few_papers_are_read_sooner_than_chosen_among(hits, background) -> None:
    ended = next_question(SONGS, hits[:6], background=background)
    assert ended.ended == "The first look found 6 papers: few enough to read them all."
    nothing = next_question(SONGS, (), background=background)
    assert nothing.ended == "The first look found no papers to take choices from."


def test_what_may_be_asked_begins_with_what_is_asked(hits, background) -> None:
    first = next_question(SONGS, hits, background=background).question
    literature = literature_on(SONGS, hits, background=background)
    open_ones = list(open_questions(SONGS, literature))
    assert open_ones[0].question == first
    gains = [asked.facet.gain for asked in open_ones if asked.facet.kind is not FacetKind.YEARS]
    assert gains == sorted(gains, reverse=True)
