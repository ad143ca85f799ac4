import json

import pytest

from eval.datasets.human_pairs import read_pairs
from myscholar.errors import UnreadableFile

LOWER = {
    "pair_id": "a1-1",
    "group": "dev_assigned",
    "annotator": 1,
    "query_id": "q1",
    "question": "How?",
    "systems": ["x", "y"],
    "preferred": "y",
    "preference": [0.5, 1.0],
    "annotators_agree": True,
    "citation_scale": "1-3, lower is better",
    "human": {"citation_precision": [3, 1], "citation_recall": [2, 1.5]},
    "judge_model": {"citation_precision": [0.2, 0.9]},
    "report_available": [True, False],
}
HIGHER = {
    **LOWER,
    "group": "deep_expert",
    "annotator": None,
    "preferred": "tie",
    "preference": [0.5, 0.5],
    "citation_scale": "0-1, higher is better",
    "human": {"answer_recall": [0.5, 1], "citation_precision": [0.25, 1]},
}


def read(tmp_path, *rows):
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return read_pairs(path)


def test_scores_of_one_to_three_become_zero_to_one_with_the_best_at_one(tmp_path):
    (pair,) = read(tmp_path, LOWER)
    # (3 - 3) / 2 = 0 and (3 - 1) / 2 = 1; (3 - 2) / 2 = 0.5 and (3 - 1.5) / 2 = 0.75.
    assert pair.human.citation_precision == (0, 1)
    assert pair.human.citation_recall == (0.5, 0.75)
    assert pair.human_original.citation_precision == (3, 1)
    assert pair.judge.citation_precision == (0.2, 0.9)
    assert pair.human.overall is None


def test_scores_of_zero_to_one_stay_and_a_tie_prefers_nobody(tmp_path):
    (pair,) = read(tmp_path, HIGHER)
    assert pair.human == pair.human_original
    assert (pair.group, pair.preferred, pair.annotator) == ("deep_expert", None, None)


def test_two_annotators_of_one_pair_are_joined_by_what_they_compared(tmp_path):
    first, second = read(tmp_path, LOWER, {**LOWER, "annotator": 2, "pair_id": "a2-1"})
    assert first.compared == second.compared == ("q1", "x", "y")
    assert first.reports_available == (True, False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"citation_scale": "stars"}, "citation_scale"),
        ({"preferred": "x"}, "preferred: x does not go with the preference 0.5 : 1"),
        ({"human": {"citation_recall": [0, 1]}}, "citation_recall: a score lies outside its scale"),
        ({"judge_model": {"overall": [0.5, 7]}}, "overall: a score lies outside its scale"),
        ({"systems": ["x"]}, "systems"),
        ({"annotator": 3}, "annotator"),
    ],
)
def test_a_bad_pair_is_named(tmp_path, change, said):
    with pytest.raises(UnreadableFile, match=rf"row 2: {said}"):
        read(tmp_path, LOWER, LOWER | change)


@pytest.mark.shared
def test_all_real_pairs_lie_on_their_scales(shared):
    pairs = read_pairs(shared / "data" / "reports" / "human_pairwise.jsonl")
    assert len(pairs) == 675
    assert len({p.compared for p in pairs if p.annotator}) == 300
