"""`python -m eval page`."""

from pathlib import Path

import pytest

from eval.commands.page import page
from eval.domain.agreement import Agreement
from eval.studies.arena.elo import EloStudy
from eval.studies.arena.leakage import Leakage
from eval.studies.arena.ranking import TaskRanking
from eval.studies.detectors.run import DetectorResults
from eval.studies.satisfaction.figures import Satisfaction
from myscholar.errors import InputError, UnreadableFile

AGREEMENT = Agreement(dataset="bees", seed=0, n_resamples=1, versions={}, rows=())


def test_a_run_becomes_a_page(tmp_path: Path, results):
    (tmp_path / "results.json").write_text(results.model_dump_json(), encoding="utf-8")
    page([tmp_path], out=tmp_path / "page.html", title="Bees")
    assert "<h1>Bees</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_meta_evaluation_becomes_a_page_of_its_own(tmp_path: Path, results):
    file, other = tmp_path / "agreement.json", tmp_path / "other.json"
    file.write_text(AGREEMENT.model_dump_json(), encoding="utf-8")
    other.write_text(results.model_dump_json(), encoding="utf-8")
    page([file], out=tmp_path / "page.html")
    assert "Do judges" in (tmp_path / "page.html").read_text(encoding="utf-8")
    with pytest.raises(InputError, match="alone"):
        page([file, other], out=tmp_path / "page.html")


@pytest.mark.parametrize(
    ("kept", "title"),
    [
        (
            DetectorResults(
                dataset="bees", seed=0, versions={}, figures=(), false_alarms=(), cases=()
            ),
            "What are the product&#39;s own flags worth?",
        ),
        (
            Satisfaction(dataset="bees", seed=0, figures=()),
            "Can it be predicted whether users are satisfied?",
        ),
        (
            Leakage(dataset="bees", seed=0, versions={}, models=(), tasks=()),
            "Do models know these tasks by heart?",
        ),
        (
            EloStudy(n_tasks=3, n_seeds=1, seed=0, rows=(), tokens=800, version="v"),
            "How many rounds does a ranking of tasks need?",
        ),
        (
            TaskRanking(
                dataset="bees",
                judge="local",
                seed=0,
                versions={},
                n_tasks=1,
                rounds=1,
                top=1,
                n_comparisons=0,
            ),
            "Which research tasks are the best",
        ),
    ],
)
def test_what_the_other_studies_kept_becomes_a_page_too(tmp_path: Path, kept, title):
    file = tmp_path / "kept.json"
    file.write_text(kept.model_dump_json(indent=1), encoding="utf-8")
    page([file], out=tmp_path / "page.html")
    assert f"<h1>{title}</h1>" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"rows": 3}', '{"n_resamples": 0}'])
def test_another_file_is_refused_by_name(tmp_path: Path, content):
    file = tmp_path / "x.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableFile, match="no results of an evaluation"):
        page([file], out=tmp_path / "page.html")
    with pytest.raises(UnreadableFile):
        page([tmp_path / "none.json"], out=tmp_path / "page.html")
