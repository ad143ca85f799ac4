"""Keypoints of cited sources: each once, and the shares that a report supports, contradicts and
omits. Arena equations 5 to 8."""

import itertools
import math

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.keypoints import (
    CitedSource,
    EvidenceKeypoint,
    JudgedKeypoint,
    JudgedSources,
    KeypointRelation,
    Related,
    SourceSpan,
)
from eval.domain.metric import Metric
from eval.metrics.keypoints import NO_CITATIONS, NO_KEYPOINTS, keypoint_rates, unify

LATE = Unscored(reason="LLMTimeout: late")
SAID, DENIED, LEFT = (
    KeypointRelation.SUPPORTED,
    KeypointRelation.CONTRADICTED,
    KeypointRelation.OMITTED,
)


def keypoint(text: str, source: str = "a", start: int = 0) -> EvidenceKeypoint:
    span = SourceSpan(source=source, start=start, end=start + len(text), text=text)
    return EvidenceKeypoint(text=text, spans=(span,))


def judged(*relations: KeypointRelation | Unscored, n_sources: int = 3) -> JudgedSources:
    return JudgedSources(
        keypoints=tuple(
            JudgedKeypoint(
                keypoint=keypoint(f"Point {n}."),
                judged=r if isinstance(r, Unscored) else Related(relation=r, reason="So."),
            )
            for n, r in enumerate(relations)
        ),
        n_sources=n_sources,
        n_read=n_sources,
    )


def rates(of: JudgedSources) -> list[float | None]:
    return [m.score for m in keypoint_rates(of)]


def test_the_rates_are_shares_of_all_keypoints():
    # 3 of 5 supported, 1 contradicted, 1 omitted
    assert rates(judged(SAID, SAID, DENIED, LEFT, SAID)) == [
        pytest.approx(3 / 5),
        pytest.approx(1 / 5),
        pytest.approx(1 / 5),
    ]
    assert [m.metric for m in keypoint_rates(judged(SAID))] == [
        Metric.KEYPOINT_SUPPORTED_RATE,
        Metric.KEYPOINT_CONFLICT_RATE,
        Metric.KEYPOINT_OMISSION_RATE,
    ]


@pytest.mark.parametrize(
    ("relation", "expected"), [(SAID, [1, 0, 0]), (DENIED, [0, 1, 0]), (LEFT, [0, 0, 1])]
)
def test_all_of_one_kind_is_one_rate_of_1(relation, expected):
    assert rates(judged(relation, relation, relation)) == expected


def test_what_could_not_be_judged_counts_in_no_rate():
    # of the two that were judged one is supported, one omitted
    found = keypoint_rates(judged(SAID, LATE, LEFT, LATE))
    assert [m.score for m in found] == [0.5, 0, 0.5]
    assert {m.n_unscored for m in found} == {2}


@pytest.mark.parametrize("relations", list(itertools.product([SAID, DENIED, LEFT, LATE], repeat=4)))
def test_the_three_sum_to_1_over_what_was_judged(relations):
    found = rates(judged(*relations))
    if all(r is LATE for r in relations):
        assert found == [None, None, None]
    else:
        assert math.fsum(found) == pytest.approx(1)
        assert all(0 <= rate <= 1 for rate in found)


@pytest.mark.parametrize("order", list(itertools.permutations([SAID, SAID, DENIED, LATE])))
def test_the_order_of_keypoints_makes_no_difference(order):
    assert rates(judged(*order)) == [pytest.approx(2 / 3), pytest.approx(1 / 3), 0]


def why(of: JudgedSources) -> set[str]:
    return {i.judgment.reason for m in keypoint_rates(of) for i in m.items}


def test_a_report_without_citations_or_keypoints_has_no_rates_and_says_why():
    assert rates(JudgedSources()) == [None, None, None]
    assert why(JudgedSources()) == {NO_CITATIONS.reason}
    assert why(JudgedSources(n_sources=2, n_read=2)) == {NO_KEYPOINTS.reason}
    assert why(JudgedSources(n_sources=2, unscored=(LATE,))) == {LATE.reason}


def test_a_source_that_failed_spoils_nothing_where_others_have_keypoints():
    found = judged(SAID, LEFT).model_copy(update={"unscored": (LATE,)})
    assert rates(found) == [0.5, 0, 0.5]


def test_a_judgment_keeps_its_reason():
    (first, *_) = keypoint_rates(judged(SAID))
    assert first.items[0].judgment == Scored(score=1, reason="So.")


def test_a_point_that_several_sources_make_is_one_with_all_their_spans():
    points = [keypoint("Bees dance."), keypoint("BEES DANCE.", "b"), keypoint("Wasps do not.", "b")]
    first, second = unify(points, lambda one, other: one.casefold() == other.casefold())
    assert first.text == "Bees dance."
    assert [s.source for s in first.spans] == ["a", "b"]
    assert second.text == "Wasps do not."


def test_unifying_again_changes_nothing_and_nothing_stays_nothing():
    def is_same(one: str, other: str) -> bool:
        return one == other

    once = unify([keypoint("One."), keypoint("One."), keypoint("Two.")], is_same)
    assert [k.text for k in once] == ["One.", "Two."]
    assert len(once[0].spans) == 1
    assert unify(once, is_same) == once
    assert unify([], is_same) == ()


def test_a_span_is_in_a_source_only_at_its_own_place():
    sources = (CitedSource(name="a", passages=("Bees dance.", "Wasps do not.")),)
    assert keypoint("Wasps do not.", "a", 13).spans[0].is_in(sources)
    assert not keypoint("Wasps do not.", "a", 12).spans[0].is_in(sources)
    assert not keypoint("Bees dance.", "b").spans[0].is_in(sources)


def test_a_span_whose_offsets_do_not_fit_its_text_cannot_be_made():
    with pytest.raises(ValueError, match="as far apart"):
        SourceSpan(source="a", start=0, end=3, text="Bees")
