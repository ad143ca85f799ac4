"""The five traps that the study's own description names."""

from collections.abc import Callable

from eval.datasets.interviews import Interviews, JudgedInference, JudgedReport, Label, SpanTrust
from eval.judges.satisfaction import satisfaction_prompt
from eval.studies.satisfaction.cases import JudgedKind, cases_of, is_at_home, items_of, of_type
from eval.studies.satisfaction.features import Context
from eval.studies.satisfaction.judging import draw_rows, pool_without, rows_of
from eval.studies.satisfaction.predictors import predictors
from eval.studies.satisfaction.shown import show_item
from myscholar.domain.flags import ErrorType


def test_a_prompt_on_an_inference_holds_nothing_of_the_edited_profile(study: Interviews) -> None:
    prompt = satisfaction_prompt(show_item(study.inferences[0], study), (), with_definition=True)
    assert study.inferences[0].text in prompt.text
    assert "EDITED PROFILE" not in prompt.text + prompt.system


def test_features_of_an_inference_are_the_same_without_any_profile(
    study: Interviews, context: Context
) -> None:
    bare = Context(study.model_copy(update={"profiles": ()}), context.background, context.vectors)
    assert [context.features(i) for i in study.inferences] == [
        bare.features(i) for i in study.inferences
    ]


def test_a_prompt_on_a_report_shows_spans_only_where_they_are_surely_the_actions_own(
    study: Interviews,
) -> None:
    by_trust = {i.span_trust: show_item(i, study) for i in study.executions[:3]}
    assert by_trust[SpanTrust.OWN].passages == study.executions[0].spans  # type: ignore[union-attr]
    assert by_trust[SpanTrust.SHARED].passages == ()  # type: ignore[union-attr]


def test_what_may_stand_beside_anothers_question_is_left_out_wherever_that_is_looked_at(
    study: Interviews,
) -> None:
    cases = {kind: cases_of(items_of(study, kind)) for kind in JudgedKind}
    assert all(is_at_home(row.item) for row in rows_of(cases))
    # of twelve, four are listed under another question too
    assert sum(r.kind is JudgedKind.ACTION for r in rows_of(cases)) == 8
    looks_around = [
        p
        for kind in (JudgedKind.ACTION, JudgedKind.REPORT)
        for p in predictors(kind)
        if p.name in ("measured, at home", "flags")
    ]
    assert len(looks_around) == 4
    assert all(p.at_home_only for p in looks_around)


def test_features_of_all_rows_do_not_depend_on_the_question_or_report_beside_them(
    study: Interviews, context: Context
) -> None:
    item = study.executions[0]
    moved = item.model_copy(
        update={
            "query": "What else?",
            "report": study.reports[2],
            "span_trust": SpanTrust.MISSING,
            "color": None,
        }
    )
    assert context.features(item) == context.features(moved)


def test_being_out_of_place_is_no_feature(study: Interviews, context: Context) -> None:
    names = {
        name
        for item in (*study.actions, *study.executions)
        for name in context.features(item) | context.at_home(item)
    }
    assert not [
        name
        for name in names
        if "number" in name and name.startswith("spans") and "hundred" not in name
    ]
    assert not [name for name in names if "trust" in name or "also" in name]


def test_an_acceptance_that_several_triplets_list_is_one_case_in_each_of_them(
    study: Interviews,
) -> None:
    cases = cases_of(study.inferences)
    assert len(study.inferences) == 24
    # each of four users has two complaints, two acceptances, and one that both triplets list
    assert len(cases) == 20
    assert sorted(len(c.triplets()) for c in cases) == [1] * 16 + [2] * 4


def test_complaints_about_one_action_in_two_reports_are_two_cases(study: Interviews) -> None:
    complaint = study.executions[0]
    twice = complaint.model_copy(
        update={"judgment_id": "x", "triplet_id": "x", "report": study.reports[1]}
    )
    assert len(cases_of([complaint, twice])) == 2
    assert len(cases_of([complaint, complaint.model_copy(update={"triplet_id": "y"})])) == 1


def test_a_case_counts_under_every_complaint_that_it_is_set_beside(
    study: Interviews, inference: Callable[..., JudgedInference]
) -> None:
    user = study.users[0]
    cases = cases_of(
        [
            inference(user, "Your papers hum.", Label.GOOD_SIMILAR, "t1", ErrorType.DOMAIN),
            inference(user, "Your papers hum.", Label.GOOD_RANDOM, "t2", ErrorType.CONTRAST),
        ]
    )
    assert (
        len(cases)
        == len(of_type(cases, ErrorType.DOMAIN))
        == len(of_type(cases, ErrorType.CONTRAST))
        == 1
    )
    assert of_type(cases, ErrorType.OVERCLAIM) == ()
    assert cases[0].triplets(ErrorType.CONTRAST) == {"t2"}


def test_the_order_of_the_source_which_puts_complaints_first_is_gone(study: Interviews) -> None:
    cases = cases_of(study.inferences)
    assert cases == cases_of(study.inferences[::-1])
    assert [c.item.text for c in cases] == [
        c.item.text for c in sorted(cases, key=lambda c: (c.item.user_id, c.item.text))
    ]


def test_an_action_without_colour_or_spans_is_judged_without_words_of_another(
    study: Interviews, context: Context
) -> None:
    bare: JudgedReport = study.executions[0].model_copy(
        update={"color": None, "span_trust": SpanTrust.MISSING}
    )
    assert bare.spans == ()
    assert not is_at_home(bare)
    assert show_item(bare, study).passages == ()  # type: ignore[union-attr]
    assert context.at_home(bare)["spans: log words"] == 0


def test_no_example_of_the_studys_own_prompt_files_is_read_and_none_stands_beside_itself(
    study: Interviews,
) -> None:
    """Examples come from the judgments alone; of a sample, from what isn't asked about."""
    rows = rows_of({kind: cases_of(items_of(study, kind)) for kind in JudgedKind})
    asked = draw_rows(rows, 5, seed=0)
    pool = pool_without(rows, asked)
    assert {(r.item.user_id, r.item.text) for r in asked}.isdisjoint(
        (i.user_id, i.text) for i in pool
    )
    assert {i.judgment_id for i in pool} <= {
        i.judgment_id for kind in JudgedKind for i in items_of(study, kind)
    }


def test_what_is_shown_of_an_item_is_the_same_whatever_the_verdict(study: Interviews) -> None:
    for item in (study.inferences[0], study.actions[0], study.executions[0]):
        other = item.model_copy(
            update={"label": Label.GOOD_RANDOM, "judgment_id": "other", "triplet_id": "other"}
        )
        assert show_item(item, study) == show_item(other, study)
