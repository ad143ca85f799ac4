"""`python -m eval agreement` on made-up reports."""

import json
from pathlib import Path

import pytest

from eval.commands.agreement import agreement
from eval.datasets.scholarqa import write_reports
from eval.domain.agreement import Agreement, HumanGroup, RaterKind, ReportScore
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from myscholar.errors import InputError, UnreadableFile

WORDS = {
    "ant": "Bees find hedges by scent.",
    "bee": "Hedges are found by bees at dawn.",
    "cat": "Bees see hedges from afar.",
}


def report(query_id: str, system: str) -> ScholarReport:
    citation = ScholarCitation(id="[1]", snippets=(WORDS["ant"],))
    section = ScholarSection(title="Bees", text=f"{WORDS[system]} [1]", citations=(citation,))
    return ScholarReport(
        query_id=query_id, question="How do bees find hedges?", system=system, sections=(section,)
    )


@pytest.fixture
def reports_file(tmp_path: Path) -> Path:
    path = tmp_path / "reports.jsonl"
    write_reports(path, [report(q, system) for q in ("q1", "q2") for system in WORDS])
    return path


@pytest.fixture
def askers_file(pairs_file: Path, tmp_path: Path) -> Path:
    """Comparisons by the questions' authors alone: less to count."""
    path = tmp_path / "askers.jsonl"
    path.write_text(
        "\n".join(pairs_file.read_text(encoding="utf-8").splitlines()[:3]), encoding="utf-8"
    )
    return path


def measured(folder: Path) -> Agreement:
    return Agreement.model_validate_json((folder / "agreement.json").read_text(encoding="utf-8"))


def test_the_local_judge_is_held_against_people(
    askers_file, reports_file, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    agreement(
        pairs=askers_file, reports=reports_file, shared=tmp_path, out=tmp_path / "run", resamples=5
    )
    ours = [
        r
        for r in measured(tmp_path / "run").rows
        if r.judge.kind is RaterKind.LOCAL and r.target is ReportScore.PREFERENCE
    ]
    assert {r.n_pairs + r.n_unscored for r in ours} == {3}
    assert len((tmp_path / "run" / "judged.jsonl").read_text(encoding="utf-8").splitlines()) == 5
    assert "<h1>" in (tmp_path / "run" / "page.html").read_text(encoding="utf-8")
    assert "The better report, by the authors of the questions" in capsys.readouterr().out


def test_annotators_of_any_group_are_people_where_the_reports_are_there(
    askers_file, reports_file, tmp_path, monkeypatch
):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    rows = [json.loads(line) for line in askers_file.read_text(encoding="utf-8").splitlines()]
    others = [{**r, "group": "field trip", "annotator": n} for r in rows for n in (1, 2)]
    askers_file.write_text("\n".join(map(json.dumps, others)), encoding="utf-8")
    agreement(
        pairs=askers_file, reports=reports_file, shared=tmp_path, out=tmp_path / "run", resamples=5
    )
    found = measured(tmp_path / "run").rows
    assert {r.group for r in found if r.judge.kind is RaterKind.LOCAL} == {
        HumanGroup.ANNOTATOR_1,
        HumanGroup.ANNOTATOR_2,
    }


def test_what_is_missing_or_unreadable_is_named(pairs_file, reports_file, tmp_path):
    with pytest.raises(InputError, match="--shared"):
        agreement(shared=tmp_path / "none", out=tmp_path / "run")
    with pytest.raises(UnreadableFile):
        agreement(pairs=reports_file, reports=reports_file, shared=tmp_path, out=tmp_path / "run")


def test_a_folder_about_other_reports_is_refused(pairs_file, reports_file, tmp_path, monkeypatch):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").write_text(
        '{"dataset": "d", "system": "s", "identity": "i", "seed": 0, "begun_at": '
        '"2026-01-01T00:00:00Z", "versions": {}}',
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="another"):
        agreement(pairs=pairs_file, reports=reports_file, shared=tmp_path, out=tmp_path / "run")
