"""How near a report is to a reference, and what asking took. Expected numbers are worked out by
hand in the docstrings."""

import math
import random

import numpy as np
import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import FACTS, Metric
from eval.metrics.idrbench import (
    QUALITY,
    Exchange,
    aspect_coverage,
    average_score,
    chunks_of,
    compression,
    fulfilment,
    interaction_costs,
    likeness,
    overlap_of,
    paragraphs_of,
    sentences_of,
    similarities,
    tokens,
)

LOST = Unscored(reason="LLMRefusal: no")
NAMED = [f"aspect {n}" for n in range(1, 9)]


def marks(*values):
    return [v if isinstance(v, Unscored) else Scored(score=v) for v in values]


def unit(*rows):
    found = np.array(rows, dtype=np.float32)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)


def scores(found):
    return {m.metric: m.score for m in found}


# vectors


def test_similarity_moves_the_cosine_between_0_and_1():
    """Along: cosine 1 -> 1; across: 0 -> 1/2; against: -1 -> 0; at 60 degrees: 1/2 -> 3/4."""
    one = unit((1, 0))
    others = unit((2, 0), (0, 3), (-1, 0), (1, math.sqrt(3)))
    assert similarities(one, others)[0] == pytest.approx([1, 0.5, 0, 0.75])


def test_rows_a_little_longer_than_one_are_no_more_than_alike():
    long = np.array([[1.0001, 0.0]])
    assert similarities(long, np.concatenate([long, -long])).tolist() == [[1, 0]]


def test_a_text_of_which_nothing_is_known_is_like_nothing():
    assert similarities(unit((0, 0)), unit((1, 0), (0, 0))).tolist() == [[0, 0]]


def test_a_text_without_units_has_no_similarities():
    assert similarities(unit((1, 0)), np.zeros((0, 1))).shape == (1, 0)
    assert similarities(np.zeros((0, 1)), unit((1, 0), (0, 1))).shape == (0, 2)


def test_similarities_stay_between_0_and_1_and_do_not_mind_sides():
    random_rows = np.random.default_rng(0).normal(size=(2, 7, 5)).astype(np.float32)
    a, b = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in random_rows)
    a = np.concatenate([a, b[:1]])  # one is in both
    both = similarities(a, b)
    assert both.min() >= 0
    assert both.max() <= 1
    assert pytest.approx(similarities(b, a)) == both.T


# units


def test_recall_is_of_the_reference_and_precision_of_the_report():
    """Of 3 sentences of the reference the first two are near to some of the report: 2/3. Of its 4
    the first two are near to some of the reference: 2/4. F1 = 2 * 2/3 * 1/2 / (2/3 + 1/2) = 4/7."""
    alike = np.array([[0.9, 0.1, 0.2, 0.3], [0.85, 0.95, 0.7, 0.0], [0.79, 0.5, 0.5, 0.5]])
    found = overlap_of(alike)
    assert found == pytest.approx((2 / 3, 1 / 2))
    assert found.f1 == pytest.approx(4 / 7)


@pytest.mark.parametrize(("value", "is_near"), [(0.8, True), (0.7999, False)])
def test_a_unit_at_the_threshold_is_near(value: float, is_near: bool):
    assert overlap_of(np.array([[value]])) == (is_near, is_near)


def test_two_near_units_of_the_report_count_once_for_the_reference():
    """Both repeat the first of two: recall 1/2, precision 2/2, F1 = 2 * 1/2 / (3/2) = 2/3."""
    found = overlap_of(np.array([[1.0, 1.0], [0.0, 0.0]]))
    assert (found.recall, found.precision) == (0.5, 1)
    assert found.f1 == pytest.approx(2 / 3)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_nothing_is_near_where_there_is_no_unit(shape: tuple[int, int]):
    found = overlap_of(np.zeros(shape))
    assert (found.recall, found.precision, found.f1) == (0, 0, 0)


def test_f1_is_0_where_nothing_and_1_where_everything_is_near():
    assert overlap_of(np.full((2, 3), 0.5)).f1 == 0
    assert overlap_of(np.full((2, 3), 0.9)).f1 == 1


def test_the_order_of_units_makes_no_difference():
    alike = np.random.default_rng(1).uniform(0.6, 1, size=(6, 9))
    rows, columns = random.Random(2).sample(range(6), 6), random.Random(3).sample(range(9), 9)
    assert overlap_of(alike[rows][:, columns]) == overlap_of(alike)


def test_a_lower_threshold_never_lowers_f1():
    alike = np.random.default_rng(4).uniform(0, 1, size=(6, 9))
    found = [overlap_of(alike, t).f1 for t in (0.95, 0.8, 0.5, 0.1, 0)]
    assert found == sorted(found)
    assert found[-1] == 1


def test_tokens_are_words_and_marks():
    assert tokens("LNPs, (ionizable) lipids.") == (
        *("LNPs", ",", "(", "ionizable"),
        *(")", "lipids", "."),
    )


def numbered(n: int) -> str:
    return " ".join(f"w{i}" for i in range(n))


@pytest.mark.parametrize(
    ("n", "ends"),
    [
        (1, [(0, 0)]),
        (300, [(0, 299)]),
        (301, [(0, 299), (250, 300)]),
        (550, [(0, 299), (250, 549)]),
        (551, [(0, 299), (250, 549), (500, 550)]),
    ],
)
def test_chunks_have_300_tokens_of_which_50_are_the_last_ones_too(n, ends):
    """A chunk begins every 250 tokens, as long as there are tokens that none before has."""
    found = [chunk.split() for chunk in chunks_of(numbered(n))]
    assert [(chunk[0], chunk[-1]) for chunk in found] == [(f"w{a}", f"w{b}") for a, b in ends]
    assert all(len(chunk) <= 300 for chunk in found)


def test_a_text_without_a_word_has_no_units():
    for text in ("", "  \n", "--- ...", "[3]"):
        assert (sentences_of(text), paragraphs_of(text), chunks_of(text)) == ((), (), ())


def test_paragraphs_are_parted_by_blank_lines_and_by_lines_where_there_are_none():
    assert paragraphs_of("# One\n\nA wren\nsings.\n\n\n---\n\n- two") == (
        "One",
        "A wren\nsings.",
        "two",
    )
    assert paragraphs_of("A wren sings.\nA tit calls.") == ("A wren sings.", "A tit calls.")


def test_markers_and_markup_are_no_words():
    assert sentences_of("## Birds\n\nA **wren** sings [3, 4].") == ("Birds", "A wren sings .")


# aspects


def test_coverage_of_aspects_is_relative_to_the_reference():
    """Ratios 4/4, 2/4, 0/5, 5/5, 1/2, 3/4, 0/1, 5/5: 1 + 1/2 + 0 + 1 + 1/2 + 3/4 + 0 + 1 = 4.75,
    of 8."""
    found = aspect_coverage(NAMED, marks(4, 2, 0, 5, 1, 3, 0, 5), marks(4, 4, 5, 5, 2, 4, 1, 5))
    assert found.score == pytest.approx(4.75 / 8)


@pytest.mark.parametrize(
    ("mark", "of_reference", "expected"),
    [
        (5, 2, 1.0),  # more than the reference: clipped
        (1, 0, 1.0),  # 1 / 1e-9, clipped
        (0, 0, 0.0),  # 0 / 1e-9
        (0, 5, 0.0),
        (-1, 5, 0.0),
        (3, 5, 0.6),
        (1e-9, 0, 1.0),  # epsilon itself: 1e-9 / 1e-9
        (5e-10, 0, 0.5),  # half of it
    ],
)
def test_an_aspect_is_fulfilled_between_0_and_1(mark, of_reference, expected):
    assert fulfilment(mark, of_reference) == pytest.approx(expected)


def test_an_aspect_that_could_not_be_marked_is_unscored_and_counts_for_nothing():
    """Of 6 marked 3 are fulfilled."""
    found = aspect_coverage(NAMED, marks(LOST, 5, 5, 5, 0, 0, 0, 5), marks(5, LOST, *[5] * 6))
    assert found.n_unscored == 2
    assert found.score == pytest.approx(3 / 6)


def test_seven_aspects_are_too_few_and_eight_are_enough():
    seven = aspect_coverage(NAMED[:7], marks(*[5] * 7), marks(*[5] * 7))
    assert (seven.score, seven.n_unscored) == (None, 1)
    enough = aspect_coverage(NAMED, marks(*[5] * 8), marks(*[5] * 8))
    assert enough.score == pytest.approx(1)


def test_a_reference_beside_itself_is_covered_where_it_says_anything():
    own = marks(5, 1, 2, 3, 4, 5, 0, 1)
    assert aspect_coverage(NAMED, own, own).score == pytest.approx(7 / 8)


# a whole report


def alike(**values: object):
    found = {m: np.array([[0.9, 0.2]]) for m in QUALITY if m.value.endswith("f1")}
    return {Metric.REPORT_SIMILARITY: np.array([[0.7]]), **found, **values}


def test_a_report_beside_its_reference():
    """One unit of the reference is near to the first of two: recall 1, precision 1/2, F1 2/3."""
    measured = likeness(alike(), 40)
    assert measured[1].items[0].judgment.reason == "recall 1.000, precision 0.500"
    found = scores(measured)
    assert found[Metric.REPORT_SIMILARITY] == pytest.approx(0.7)
    for metric in (Metric.SENTENCE_F1, Metric.PARAGRAPH_F1, Metric.CHUNK_F1):
        assert found[metric] == pytest.approx(2 / 3)
    assert found[Metric.REPORT_WORDS] == 40


def test_a_report_without_a_word_scores_0_and_not_a_half():
    empty = {m: np.zeros((1, 0)) for m in alike()}
    found = scores(likeness(empty, 0))
    assert set(found.values()) == {0}


def test_a_report_of_unknown_words_has_no_similarity():
    """The embedder has no vector for it: 0 stands in the table, and is no figure."""
    found = {m.metric: m for m in likeness({m: np.zeros((1, 2)) for m in alike()}, 3)}
    assert [found[m].n_unscored for m in alike()] == [1, 1, 1, 1]
    units = np.array([[0.0, 0.9]])  # one unit of two is known
    assert scores(likeness({Metric.SENTENCE_F1: units}, 3))[Metric.SENTENCE_F1] == 2 / 3


def test_a_report_without_a_sentence_has_none_that_is_near():
    """Digits alone."""
    found = scores(likeness({Metric.SENTENCE_F1: np.zeros((4, 0))}, 3))
    assert found[Metric.SENTENCE_F1] == 0
    [whole, _] = likeness({Metric.REPORT_SIMILARITY: np.zeros((0, 1))}, 3)
    assert whole.n_unscored == 1


def test_the_average_is_the_plain_mean_of_five():
    """(0.7 + 3 * 2/3 + 1) / 5 = 3.7 / 5."""
    covered = aspect_coverage(NAMED, marks(*[5] * 8), marks(*[5] * 8))
    found = average_score((*likeness(alike(), 40), covered))
    assert found.score == pytest.approx(3.7 / 5)


def test_there_is_no_average_where_one_of_the_five_is_lacking():
    few = aspect_coverage(NAMED[:3], marks(5, 5, 5), marks(5, 5, 5))
    for found in ((*likeness(alike(), 40), few), likeness(alike(), 40), ()):
        assert average_score(found).n_unscored == 1
    assert "aspect_coverage" in average_score(likeness(alike(), 40)).items[0].judgment.reason


# what asking took


def test_turns_are_counted_by_stage_and_two_questions_put_together_are_one():
    """Planning: one turn of two questions; research: two turns; generation: none. Asked "Which ?" 2
    tokens, four times; answered "both, please" 3 tokens, and "none" 1."""
    asked = [
        Exchange("planning", "planning-1", "Which?", "both, please"),
        Exchange("planning", "planning-1", "Which?", ""),
        Exchange("research", "research-2", "Which?", "none"),
        Exchange("research", "research-3", "Which?", ""),
    ]
    expected = {
        Metric.PLANNING_TURNS: 1,
        Metric.RESEARCH_TURNS: 2,
        Metric.GENERATION_TURNS: 0,
        Metric.TURNS: 3,
        Metric.QUESTION_TOKENS: 8,
        Metric.RESPONSE_TOKENS: 4,
    }
    assert scores(interaction_costs(asked)) == expected
    assert scores(interaction_costs(asked[::-1])) == expected


def test_turns_of_one_name_at_two_stages_are_two():
    asked = [Exchange("planning", "1", "?", ""), Exchange("generation", "1", "?", "")]
    found = scores(interaction_costs(asked))
    assert found[Metric.TURNS] == 2
    assert found[Metric.PLANNING_TURNS] == found[Metric.GENERATION_TURNS] == 1


def test_who_is_not_asked_has_no_costs():
    assert set(scores(interaction_costs([])).values()) == {0}


def test_compression_is_the_share_of_the_tokens_that_are_gone():
    """10 tokens with the mark; 4 left: 0.6. A longer one: below 0."""
    question = "How do wrens sing in the cold of winter ?"
    assert compression(question, "How do wrens sing") == pytest.approx(0.6)
    assert compression(question, question) == 0
    assert compression("Why ?", "Why at all ?") == pytest.approx(-1)


def test_every_metric_of_it_names_its_source():
    mine = [m for m in Metric if FACTS[m].of in ("likeness", "interaction")]
    assert {*QUALITY, Metric.AVERAGE_SCORE, Metric.TURNS} < set(mine)
    assert all("IDRBench" in FACTS[m].source for m in mine if m is not Metric.REPORT_WORDS)
