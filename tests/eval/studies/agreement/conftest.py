"""Made-up comparisons: what people and the published judge say of two reports."""

import json
from pathlib import Path

import pytest

HUMAN = {"citation_precision": [1, 3], "citation_recall": [2, 2], "overall_citation": [1.5, 2.5]}
JUDGE = {
    "answer_precision": [0.9, 0.6], "answer_recall": [0.5, 0.5], "citation_precision": [0.9, 0.2],
    "citation_recall": [0.4, 0.5], "overall": [0.675, 0.45], "overall_citation": [0.65, 0.35],
}  # fmt: skip


def row(
    query_id: str, systems: tuple[str, str], preference: tuple[float, float], **changed: object
) -> dict[str, object]:
    a, b = preference
    return {
        "pair_id": f"{query_id}-{'-'.join(systems)}-{changed.get('annotator')}",
        "group": "deep_expert",
        "annotator": None,
        "query_id": query_id,
        "question": "How do bees find hedges?",
        "systems": list(systems),
        "preferred": "tie" if a == b else systems[a < b],
        "preference": list(preference),
        "annotators_agree": None,
        "citation_scale": "0-1, higher is better",
        "human": {"citation_precision": [1, 0.5], "citation_recall": [0.5, 1]},
        "judge_model": JUDGE,
        "report_available": [True, True],
    } | changed


def assigned(
    query_id: str,
    systems: tuple[str, str],
    annotator: int,
    preference: tuple[float, float],
    *,
    agree: bool,
):
    return row(
        query_id,
        systems,
        preference,
        group="dev_assigned",
        annotator=annotator,
        annotators_agree=agree,
        citation_scale="1-3, lower is better",
        human=HUMAN,
    )


ROWS = (
    row("q1", ("ant", "bee"), (1.0, 0.5)),
    row("q1", ("ant", "cat"), (1.0, 0.5)),
    row("q2", ("ant", "bee"), (0.0, 1.0)),
    assigned("d1", ("ant", "bee"), 1, (1.0, 0.5), agree=True),
    assigned("d1", ("ant", "bee"), 2, (0.5, 0.0), agree=True),
    assigned("d2", ("bee", "cat"), 1, (0.5, 0.5), agree=False),
    assigned("d2", ("bee", "cat"), 2, (0.0, 1.0), agree=False),
)


@pytest.fixture(scope="session")
def pairs_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("agreement") / "pairs.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in ROWS), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def pairs(pairs_file: Path):
    from eval.datasets.human_pairs import read_pairs

    return read_pairs(pairs_file)
