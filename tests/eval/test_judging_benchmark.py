"""What the benchmark of judging concludes from what it saw."""

import json

from eval.bench.judging import figures, most_at_once


def test_the_most_calls_at_once():
    # [0, 4) and [1, 2) overlap, [2, 3) begins as the second ends: two at most; nothing: none.
    assert most_at_once([(0, 4), (1, 2), (2, 3)]) == 2
    assert most_at_once([(2, 3), (0, 4), (1, 2.5)]) == 3
    assert most_at_once([]) == 0


def test_figures_leave_out_what_depends_on_the_day(tmp_path):
    results = {
        "dataset": "d",
        "seed": 0,
        "rows": [1],
        "failures": [],
        "seconds": 3.5,
        "notes": ["today"],
    }
    (tmp_path / "results.json").write_text(json.dumps(results), encoding="utf-8")
    assert figures(tmp_path) == {"dataset": "d", "seed": 0, "rows": [1], "failures": []}
