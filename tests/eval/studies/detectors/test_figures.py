"""What flags and scores are worth, by hand."""

import pytest

from eval.datasets.interviews import InterviewReport, JudgedAction, JudgedReport, Label, SpanTrust
from eval.studies.detectors.detection import Detection
from eval.studies.detectors.figures import Items, Seen, area, best_threshold, figures, left_out
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType


def seen(score: float, deserved: bool, user: str = "a") -> Seen:
    return Seen(user_id=user, deserved=deserved, flagged=False, score=score)


def test_the_area_counts_pairs_in_order_and_ties_half() -> None:
    # deserved 3 and 1; others 2, 1: 3 > 2, 3 > 1, 1 < 2, 1 = 1 -> (1 + 1 + 0 + 0.5) / 4
    items = [seen(3, True), seen(1, True), seen(2, False), seen(1, False)]
    assert area(items) == pytest.approx(2.5 / 4)
    assert area(items[::-1]) == area(items)


def test_the_area_has_its_ends_and_needs_both_kinds() -> None:
    assert area([seen(2, True), seen(1, False)]) == 1
    assert area([seen(1, True), seen(2, False)]) == 0
    assert area([seen(1, True), seen(1, False)]) == 0.5
    assert area([seen(1, True)]) is None
    assert area([]) is None


def test_the_best_threshold_has_the_best_f1() -> None:
    # flagging from 3: 1 of 1, F1 2/3; from 2: 1 of 2, F1 2/4; from 1: 2 of 3, F1 4/5
    assert best_threshold([seen(3, True), seen(2, False), seen(1, True)]) == 1
    assert best_threshold([seen(3, True), seen(2, False), seen(1, False)]) == 3


def test_what_scores_alike_is_flagged_together() -> None:
    # from 2: both, F1 2 / (2 + 1); there is no way to flag one of them
    assert best_threshold([seen(2, True), seen(2, False), seen(1, False)]) == 2


def test_nothing_that_deserves_a_flag_sets_no_threshold() -> None:
    assert best_threshold([seen(2, False)]) is None
    assert best_threshold([]) is None


def test_a_user_is_tried_with_the_threshold_of_the_others() -> None:
    # of b alone the best threshold is 5, which a's complaint at 4 does not reach; of a alone it is
    # 4, which both of b reach
    items = [seen(4, True, "a"), seen(1, False, "a"), seen(5, True, "b"), seen(4.5, False, "b")]
    assert left_out(items) == ([False, False, True, True], [True, False, True, False])


def test_one_user_alone_has_no_threshold() -> None:
    assert left_out([seen(4, True), seen(1, False)]) == ([False, False], [True, False])


def action(
    number: int, label: Label, text: str, triplet: str = "t1", kind: ErrorType = ErrorType.NARROW
) -> JudgedAction:
    return JudgedAction(
        judgment_id=f"j{number}",
        triplet_id=triplet,
        user_id="u",
        text=text,
        error_type=kind,
        label=label,
        category=Category.CONTENT,
        query_id="q",
        query="How do bees dance?",
    )


JUDGED = (
    action(1, Label.BAD, "only waggles"),
    action(2, Label.GOOD_SIMILAR, "more waggles"),
    action(3, Label.GOOD_RANDOM, "only flowers"),
    action(4, Label.BAD, "only ants", "t2", ErrorType.OFFTOPIC),
    action(5, Label.GOOD_SIMILAR, "more waggles", "t2", ErrorType.OFFTOPIC),
    action(6, Label.GOOD_RANDOM, "flights", "t2", ErrorType.OFFTOPIC),
)


def only(item: JudgedAction) -> dict[ErrorType, Detection]:
    said = "only" in item.text
    return {
        ErrorType.NARROW: Detection(flagged=said, score=said),
        ErrorType.OFFTOPIC: Detection(flagged=False, score=0),
    }


def test_flags_are_counted_on_triplets_and_on_all_with_the_base_rate_beside_them() -> None:
    triplets, all_of_kind = figures(JUDGED, only, (ErrorType.NARROW,), seed=0, resamples=20)
    assert (triplets.items, triplets.n) == (Items.TRIPLETS, 3)
    assert triplets.base_rate == pytest.approx(1 / 3)
    # flagged: the complaint and "only flowers"
    assert (triplets.flags.precision.share, triplets.flags.recall.share) == (0.5, 1)
    # the complaint scores above "more waggles" and as high as "only flowers"
    assert triplets.auc_in_triplets == 0.75
    # "more waggles" counts once; of the other type's complaint a flag is undeserved
    assert (all_of_kind.items, all_of_kind.n) == (Items.ALL, 5)
    assert all_of_kind.base_rate == pytest.approx(1 / 5)
    assert (all_of_kind.flags.precision.k, all_of_kind.flags.precision.n) == (1, 3)


def test_figures_do_not_depend_on_the_order_of_judgments() -> None:
    assert figures(JUDGED[::-1], only, (ErrorType.NARROW,), seed=0, resamples=20) == figures(
        JUDGED, only, (ErrorType.NARROW,), seed=0, resamples=20
    )


def test_of_reports_those_with_words_of_their_own_are_counted_apart() -> None:
    report = InterviewReport(
        report_id="r", user_id="u", query_id="q", query="How do bees dance?", text=""
    )
    rows = [
        JudgedReport(
            judgment_id=f"j{n}",
            triplet_id="t",
            user_id="u",
            text=f"action {n}",
            error_type=ErrorType.IGNORE,
            label=label,
            category=Category.CONTENT,
            query_id="q",
            query=report.query,
            report=report,
            color=n,
            span_trust=trust,
        )
        for n, (label, trust) in enumerate(
            [
                (Label.BAD, SpanTrust.OWN),
                (Label.GOOD_SIMILAR, SpanTrust.SHARED),
                (Label.GOOD_RANDOM, SpanTrust.OWN),
            ]
        )
    ]

    def never(item: JudgedReport) -> dict[ErrorType, Detection]:
        return {ErrorType.IGNORE: Detection(flagged=False, score=0)}

    made = {f.items: f for f in figures(rows, never, (ErrorType.IGNORE,), seed=0, resamples=20)}
    assert {items: f.n for items, f in made.items()} == {
        Items.TRIPLETS: 3,
        Items.ALL: 3,
        Items.OWN_SPANS: 2,
    }
    assert made[Items.ALL].flags.precision.share is None
    auc = made[Items.ALL].auc
    assert auc is not None
    assert auc.mean == 0.5
