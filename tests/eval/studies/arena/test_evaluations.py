"""Keypoint-aligned and checklist evaluation of reports, kept as it goes."""

import asyncio
import json
from pathlib import Path

import pytest

from eval.domain.keypoints import CitedSource
from eval.domain.metric import Metric
from eval.judges.local.keypoints import LocalKeypointJudge
from eval.judges.local.words import Words
from eval.show.html import to_html
from eval.show.report_evaluation import evaluation_document
from eval.studies.arena.checklists import CHECKLISTS, GRADES, ChecklistOrder, run_checklists
from eval.studies.arena.keypoints import (
    KEYPOINTS,
    KeypointsOrder,
    judge_sources,
    run_keypoints,
    sources_of,
)
from eval.studies.arena.reports import ReportsOrder
from myscholar.workflows.background import load_background
from tests.eval.studies.arena.conftest import SOURCES, report

KSR = Metric.KEYPOINT_SUPPORTED_RATE


def chosen(shared: Path, **changed) -> ReportsOrder:
    own = {"shared": shared, "limit": None, "seed": 0, "agreement": False}
    return ReportsOrder(**own | changed)


def kae(shared: Path, folder: Path, **changed):
    order = KeypointsOrder(reports=chosen(shared, **changed), judge="local")
    folder.mkdir(exist_ok=True)
    return asyncio.run(run_keypoints(order, folder))[0]


def ace(shared: Path, folder: Path, **changed):
    order = ChecklistOrder(reports=chosen(shared, **changed), generator="local", scorer="local")
    folder.mkdir(exist_ok=True)
    return asyncio.run(run_checklists(order, folder))


def means(found, metric: Metric) -> dict[str, float | None]:
    return {
        r.system: r.estimate and r.estimate.mean for r in found.results.rows if r.metric is metric
    }


def test_a_report_that_says_what_its_sources_say_supports_them(shared, tmp_path):
    found = kae(shared, tmp_path / "out")
    assert means(found, KSR) == {"good": 1, "poor": 0, "bare": None}
    assert means(found, Metric.KEYPOINT_OMISSION_RATE) == {"good": 0, "poor": 1, "bare": None}
    assert found.why_unscored == {}
    bare = next(r for r in found.results.rows if (r.system, r.metric) == ("bare", KSR))
    assert bare.n_unscored == 1


def test_the_same_folder_goes_on_and_a_torn_line_is_judged_again(shared, tmp_path):
    out = tmp_path / "out"
    whole = kae(shared, out)
    file = out / KEYPOINTS
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    file.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    again = kae(shared, out)
    assert again.results.rows == whole.results.rows
    assert len(file.read_bytes().splitlines()) == 5
    assert file.read_bytes().startswith(b"".join(lines[:2]))


@pytest.mark.parametrize(
    ("run", "name", "n"), [(kae, KEYPOINTS, 5), (ace, GRADES, 5), (ace, CHECKLISTS, 2)]
)
def test_what_another_judge_or_other_code_made_counts_no_more(run, name, n, shared, tmp_path):
    out = tmp_path / "out"
    run(shared, out)
    file = out / name
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    old = "".join(json.dumps(line | {"made_by": "local of old"}) + "\n" for line in lines)
    file.write_text(old, encoding="utf-8")
    run(shared, out)
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2 * n


class Inventor(LocalKeypointJudge):
    async def find(self, question, sources):
        (found, *_) = await super().find(question, sources)
        elsewhere = found.spans[0].model_copy(update={"start": 1, "end": found.spans[0].end + 1})
        return (found, found.model_copy(update={"text": "Invented.", "spans": (elsewhere,)}))


def test_a_keypoint_that_its_source_does_not_hold_word_for_word_is_none():
    words = Words(load_background())
    said = report("q1", "s", "Bees [1].", SOURCES["q1"])
    judged = asyncio.run(judge_sources(Inventor(words), words, said, sources_of(said)))
    assert [k.keypoint.text for k in judged.keypoints] == [SOURCES["q1"]]


def test_the_order_of_work_and_the_folder_make_no_difference(shared, tmp_path):
    one, other = kae(shared, tmp_path / "one"), kae(shared, tmp_path / "other")
    assert one.results.rows == other.results.rows


def test_with_people_the_judge_is_held_against_them(shared, tmp_path):
    found = kae(shared, tmp_path / "out", agreement=True)
    assert found.agreements[KSR].accuracy_without_ties.mean == 1
    assert KSR not in found.withheld
    assert Metric.KEYPOINT_CONFLICT_RATE in found.withheld


def test_a_withheld_figure_stands_in_the_results_but_on_no_page(shared, tmp_path):
    """What is kept of the local judge holds where nothing was measured."""
    found = kae(shared, tmp_path / "out")
    assert KSR in found.withheld
    document = evaluation_document(found, title="Reports")
    page = to_html(document)
    assert "No scores by the judge local, and why" in page
    assert "coin" in page
    shown = {row[0] for part in document.parts for t in part.tables for row in t.rows}
    assert "Keypoints supported" not in {getattr(c, "text", c) for c in shown}
    assert any(r.metric is KSR for r in found.results.rows)
    assert "12 judgments scored; 3 could not be given" in " ".join(document.lead)


def test_a_figure_that_goes_with_people_is_shown_beside_length(shared, tmp_path):
    found = kae(shared, tmp_path / "out", agreement=True)
    document = evaluation_document(found, title="Reports")
    (plane,) = [c for p in document.parts for c in p.charts if c.title.endswith("against length")]
    assert {p.name: p.y.value for p in plane.points} == {"good": 1, "poor": 0}
    assert "Whether it goes with people" in to_html(document)


def test_a_page_prints_keypoints_with_what_the_report_makes_of_them(shared, tmp_path):
    order = KeypointsOrder(reports=chosen(shared), judge="local")
    found, keypoints = asyncio.run(run_keypoints(order, tmp_path))
    page = to_html(evaluation_document(found, title="Reports", keypoints=keypoints))
    assert "Keypoints of good on q1" in page
    assert "Hedgerows raised wild bee abundance by 40%" in page
    assert "Keypoints of bare" not in page


def test_a_cited_source_is_read_once_with_all_that_is_shown_of_it(shared):
    found = sources_of(report("q1", "s", "A [1]. B [2].", "Bees nest.", ""))
    assert found == (
        CitedSource(name="title 1 of q1", title="Title 1 of q1", passages=("Bees nest.",)),
        CitedSource(name="title 2 of q1", title="Title 2 of q1"),
    )
    stored = {"title 2 of q1": ("Wasps nest.",), "title 1 of q1": ("Something else.",)}
    first, second = sources_of(report("q1", "s", "A [1]. B [2].", "Bees nest.", ""), stored)
    assert (first.passages, second.passages) == (("Bees nest.",), ("Wasps nest.",))


def test_titles_alone_are_unscored(tmp_path):
    from eval.datasets.scholarqa import write_reports

    write_reports(tmp_path / "r.jsonl", [report("q1", "titles", "Bees nest [1].", "")])
    found = kae(tmp_path, tmp_path / "out", files=(tmp_path / "r.jsonl",))
    assert means(found, KSR) == {"titles": None}
    assert found.why_unscored == {"NothingShown": 1}


def test_every_system_is_graded_by_the_same_checklist(shared, tmp_path):
    found, checklists = ace(shared, tmp_path / "out")
    assert sorted(c.task_id for c in checklists) == ["q1", "q2"]
    assert found.results.warnings == ()  # no model that could favour its own
    scores = means(found, Metric.CHECKLIST_SCORE)
    assert scores.keys() == {"good", "poor", "bare"}
    assert all(0 <= score <= 10 for score in scores.values())
    lines = (tmp_path / "out" / CHECKLISTS).read_text(encoding="utf-8").splitlines()
    assert [len(json.loads(line)["checklist"]["criteria"]) >= 3 for line in lines] == [True, True]
    graded = (tmp_path / "out" / GRADES).read_text(encoding="utf-8").splitlines()
    by_question = {json.loads(line)["query_id"]: set() for line in graded}
    for line in map(json.loads, graded):
        by_question[line["query_id"]].add(line["report"].split()[1])
    assert all(len(checklist) == 1 for checklist in by_question.values())


def test_grading_goes_on_with_the_checklists_that_are_kept(shared, tmp_path):
    out = tmp_path / "out"
    whole, checklists = ace(shared, out)
    kept = (out / CHECKLISTS).read_bytes()
    grades = (out / GRADES).read_bytes().splitlines(keepends=True)
    (out / GRADES).write_bytes(b"".join(grades[:3]))
    again, same = ace(shared, out)
    assert again.results.rows == whole.results.rows
    assert same == checklists
    assert (out / CHECKLISTS).read_bytes() == kept


def test_a_page_prints_the_checklists(shared, tmp_path):
    found, checklists = ace(shared, tmp_path / "out")
    page = to_html(evaluation_document(found, title="Reports", checklists=checklists))
    assert "Checklist for q1" in page
    assert checklists[0].criteria[0].title in page


@pytest.mark.parametrize("same", [True, False])
def test_a_model_that_grades_by_its_own_checklists_is_told_of(same, monkeypatch, shared, tmp_path):
    from eval.judges.local.checklists import LocalChecklistMaker, LocalScorer

    monkeypatch.setattr(LocalChecklistMaker, "name", "desk:one")
    monkeypatch.setattr(LocalScorer, "name", "desk:one" if same else "desk:two")
    from contextlib import asynccontextmanager

    from eval.judges.local.words import Words
    from eval.studies.arena import checklists as study

    def opened(made):
        @asynccontextmanager
        async def open_one(_name, services, *_):
            yield made(Words(services.background))

        return open_one

    monkeypatch.setattr(study, "open_checklist_maker", opened(LocalChecklistMaker))
    monkeypatch.setattr(study, "open_scorer", opened(LocalScorer))
    order = ChecklistOrder(
        reports=chosen(shared), generator="desk:one", scorer="desk:one" if same else "desk:two"
    )
    (tmp_path / "out").mkdir()
    found, _ = asyncio.run(run_checklists(order, tmp_path / "out"))
    assert bool(found.results.warnings) is same


def test_what_was_paid_before_is_off_the_budget_of_whoever_is_asked_next(
    monkeypatch, shared, tmp_path
):
    from contextlib import asynccontextmanager

    from eval.judges.local.checklists import LocalChecklistMaker, LocalScorer
    from eval.studies.arena import checklists as study
    from eval.studies.arena import keypoints as other_study
    from myscholar.domain.runs import ModelCall

    budgets = list[float]()

    def opened(made):
        @asynccontextmanager
        async def open_one(name, services, budget, on_call):
            budgets.append(round(budget, 6))
            call = ModelCall(
                call_id="c", role="judge", prompt="p@1", model=name, started_at=0, seconds=0,
                dollars=0.25,
            )  # fmt: skip
            on_call(call)
            yield made(Words(services.background))

        return open_one

    monkeypatch.setattr(study, "open_checklist_maker", opened(LocalChecklistMaker))
    monkeypatch.setattr(study, "open_scorer", opened(LocalScorer))
    monkeypatch.setattr(other_study, "open_keypoint_judge", opened(LocalKeypointJudge))
    told = {"reports": chosen(shared), "budget_usd": 1}
    order = ChecklistOrder(generator="desk:one", scorer="desk:two", **told)
    for name in ("checklists", "keypoints"):
        (tmp_path / name).mkdir()
    for _ in range(2):
        graded, _ = asyncio.run(run_checklists(order, tmp_path / "checklists"))
    assert budgets == [1, 0.75, 0.5, 0.25]
    assert (graded.results.model_calls, graded.results.dollars) == (4, 1)
    budgets.clear()
    for _ in range(2):
        asked = KeypointsOrder(judge="desk:one", **told)
        asyncio.run(run_keypoints(asked, tmp_path / "keypoints"))
    assert budgets == [1, 0.75]
