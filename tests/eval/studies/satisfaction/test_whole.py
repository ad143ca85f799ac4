"""The whole benchmark, and what it says in words."""

import asyncio
import json
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from eval.datasets.interviews import Interviews
from eval.show.html import to_html
from eval.show.satisfaction import satisfaction_document
from eval.show.terminal import show
from eval.studies.satisfaction import trained
from eval.studies.satisfaction.cases import JudgedKind, cases_of
from eval.studies.satisfaction.conclusion import conclude
from eval.studies.satisfaction.features import Context, context_of
from eval.studies.satisfaction.figures import Satisfaction, Source
from eval.studies.satisfaction.predictors import predictors
from eval.studies.satisfaction.run import SatisfactionOrder, dataset_of, run_satisfaction
from myscholar.domain.runs import ignore
from myscholar.text.background import Background


def run(study: Interviews, context: Context, order: SatisfactionOrder) -> Satisfaction:
    """With two predictors that are quick: one reads words, where the study's complaints show, one
    lengths, where they don't."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            trained,
            "predictors",
            lambda kind: tuple(p for p in predictors(kind) if p.name in ("length", "words")),
        )
        return asyncio.run(run_satisfaction(study, context, order, progress=ignore))


@pytest.fixture(scope="module")
def result(study: Interviews, context: Context) -> Satisfaction:
    return run(study, context, SatisfactionOrder(seed=0, n_shuffles=3))


def test_a_predictor_that_reads_words_finds_the_planted_complaint(result: Satisfaction) -> None:
    (words,) = [
        f
        for f in result.figures
        if f.predictor == "words" and f.kind is JudgedKind.INFERENCE and f.error_type is None
    ]
    assert (words.n, words.n_right, words.auc) == (20, 20, 1.0)
    assert words.beats_baseline
    assert result.conclusion[0].startswith("Of 12 tests of trained predictors")
    assert "words on DOMAIN and words on all inferences" in result.conclusion[0]


def test_shuffled_verdicts_give_the_best_predictor_away_or_not(result: Satisfaction) -> None:
    (of_inferences,) = [p for p in result.permutations if p.kind is JudgedKind.INFERENCE]
    # none of three shuffles reaches an area of 1: (1 + 0) / (3 + 1); it was the best of two
    assert (of_inferences.predictor, of_inferences.p_value, of_inferences.p_corrected) == (
        "words",
        0.25,
        0.5,
    )
    assert of_inferences.shuffled_mean < 0.8


def test_the_same_seed_gives_the_same_figures_in_any_order_of_the_files(
    result: Satisfaction, study: Interviews, context: Context
) -> None:
    turned = study.model_copy(
        update={"inferences": study.inferences[::-1], "actions": study.actions[::-1]}
    )
    again = run(turned, context, SatisfactionOrder(seed=0, n_shuffles=3))
    assert again.model_copy(update={"seconds": result.seconds}) == result


def test_the_dataset_is_another_with_any_other_word_that_is_shown(study: Interviews) -> None:
    user, report = study.users[0], study.reports[0]
    paper = user.papers[0].model_copy(update={"text": "Another text."})
    others = [
        study.model_copy(
            update={"users": (user.model_copy(update={"papers": (paper,)}), *study.users[1:])}
        ),
        study.model_copy(
            update={
                "reports": (
                    report.model_copy(update={"text": "Another report."}),
                    *study.reports[1:],
                )
            }
        ),
    ]
    assert len({dataset_of(s) for s in (study, *others)}) == 3
    assert dataset_of(study.model_copy(update={"users": study.users[::-1]})) == dataset_of(study)


def test_a_run_without_winners_says_so_with_what_could_have_been_seen(result: Satisfaction) -> None:
    dull = tuple(
        f.model_copy(update={"p_corrected": 1.0, "p_value": 0.3}) if f.p_value is not None else f
        for f in result.figures
    )
    said = conclude(result.model_copy(update={"figures": dull}))
    assert said[0].startswith(
        "None of 12 tests of trained predictors beats the majority baseline after correction for "
        "12 tests."
    )
    assert (
        "Before correction 0 tests had p of at most 0.05, where chance alone gives up to 0.6"
        in said[0]
    )
    assert any(s.startswith("Little could have been seen") for s in said)


def test_a_run_without_predictors_concludes_nothing_of_them(
    study: Interviews, context: Context
) -> None:
    bare = run(study, context, SatisfactionOrder(seed=0, trained=False))
    assert {f.source for f in bare.figures} == {Source.BASELINE}
    assert not any("beat" in sentence for sentence in bare.conclusion)
    assert bare.n_tests == 0


def test_a_study_of_inferences_alone_or_of_one_user_is_no_error(
    study: Interviews, context: Context
) -> None:
    alone = study.model_copy(update={"actions": (), "executions": ()})
    assert {f.kind for f in run(alone, context, SatisfactionOrder(seed=0)).figures} == {
        JudgedKind.INFERENCE
    }
    one = alone.model_copy(update={"inferences": study.inferences[:6]})
    assert {
        f.source for f in run(one, context, SatisfactionOrder(seed=0, n_shuffles=1)).figures
    } == {Source.BASELINE}
    none = run(
        alone.model_copy(update={"inferences": ()}),
        context,
        SatisfactionOrder(seed=0, n_shuffles=1),
    )
    assert (none.figures, none.conclusion) == ((), ())


def test_rows_out_of_place_are_counted_and_said(result: Satisfaction) -> None:
    assert [(o.kind, o.n, o.n_satisfied) for o in result.out_of_place] == [
        (JudgedKind.ACTION, 4, 4),
        (JudgedKind.REPORT, 4, 4),
    ]
    assert any(
        s.startswith("4 action rows may stand beside another question") for s in result.conclusion
    )


def test_the_table_has_every_figure_and_what_its_words_mean_and_what_was_found_stands_last(
    result: Satisfaction,
) -> None:
    written = StringIO()
    show(satisfaction_document(result), Console(file=written, width=220, color_system=None))
    text = written.getvalue()
    first = result.conclusion[0][:60]
    assert text.count(first) == 1
    assert text.index("Predictor") < text.index("What the words mean") < text.index(first)
    assert all(
        f"- {word}: " in text
        for word in ("Right", "Baseline", "Area", "Lowest", "Triplets", "Called")
    )
    assert " % [" in text
    assert all(f.predictor in text for f in result.figures)
    assert all(sentence[:60] in text for sentence in result.conclusion)
    assert "20/20" in text


def test_the_page_has_every_predictor_and_sentence_and_needs_nothing_else(
    result: Satisfaction,
) -> None:
    page = to_html(satisfaction_document(result))
    assert all(f.predictor in page for f in result.figures)
    assert all(sentence in unescape(page) for sentence in result.conclusion)
    assert page == to_html(satisfaction_document(result))
    assert "<script src" not in page


def test_results_come_back_from_json_as_they_were(result: Satisfaction) -> None:
    assert Satisfaction.model_validate(json.loads(result.model_dump_json())) == result


def test_every_predictor_makes_finite_rows_one_an_item(study: Interviews, context: Context) -> None:
    for kind, items in (
        (JudgedKind.INFERENCE, study.inferences),
        (JudgedKind.ACTION, study.actions),
        (JudgedKind.REPORT, study.executions),
    ):
        for predictor in predictors(kind):
            if predictor.name == "flags":
                continue
            rows = predictor.rows(context, items)
            assert rows.shape[0] == len(items), predictor.name
            assert abs(rows).sum() < float("inf"), predictor.name


def test_vectors_are_learned_from_other_papers_than_the_users(
    study: Interviews, background: Background, tmp_path: Path
) -> None:
    corpus = tmp_path / "papers.jsonl"
    lines = [
        {
            "title": f"Rivers {n}",
            "abstract": ("silt, mud, clay", "gravel, sand", "reeds, fog")[n % 3],
        }
        for n in range(12)
    ]
    corpus.write_text("\n".join(json.dumps(line) for line in lines))
    context = context_of(study, background, corpus=corpus)
    known, unknown = context.vectors(["silt", "zebra"])
    assert abs(float(known @ known) - 1) < 1e-3
    assert not unknown.any()


@pytest.mark.shared
def test_the_real_judgments_have_the_counts_that_their_description_gives(shared: Path) -> None:
    from eval.datasets.interview_files import read_interviews

    study = read_interviews(shared / "data" / "interviews")
    found = {
        kind: cases_of(items)
        for kind, items in (
            (JudgedKind.INFERENCE, study.inferences),
            (JudgedKind.ACTION, study.actions),
        )
    }
    assert len(study.inferences) == 150
    assert sum(not c.satisfied for c in found[JudgedKind.INFERENCE]) == 50
    assert sum(not c.satisfied for c in found[JudgedKind.ACTION]) == 26
    assert {len(c.triplets()) >= 1 for c in found[JudgedKind.INFERENCE]} == {True}
    assert sum(len(c.triplets()) for c in found[JudgedKind.INFERENCE]) == 150
