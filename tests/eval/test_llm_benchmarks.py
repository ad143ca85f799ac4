"""What the benchmarks of the language-model engine conclude from what they saw."""

import json
from pathlib import Path

from eval.bench.critical_path import Bar, bars_of, chart, critical
from eval.bench.llm_client import first_words_s
from eval.bench.llm_paid import paid, read_stored
from eval.bench.research import alone_s
from eval.bench.whole_command import Typed, run_typed

FINAL = (
    "Dropout makes each unit useful alone [3], so that networks overfit less. It costs time [4]."
)


def bar(start: float, end: float, label: str = "") -> Bar:
    return Bar("step", label, start, None, end)


def test_first_words_count_once_ten_whole_words_of_the_final_text_are_there():
    seen = [
        (1.0, "Dropout makes"),
        (2.0, "Dropout makes each unit useful alone [1], so that networks over"),
        (3.0, FINAL),
    ]

    assert first_words_s(seen, [FINAL]) == 3.0  # at 2.0 nine whole words and half a tenth


def test_markers_and_marks_of_actions_are_no_words():
    seen = [
        (
            1.0,
            "<a1>Dropout makes each [7] unit useful alone</a1> [12], so that networks overfit less",
        ),
        (2.0, FINAL),
    ]

    assert first_words_s(seen, [FINAL]) == 1.0


def test_a_text_that_was_replaced_later_counts_from_its_replacement():
    seen = [
        (1.0, "Some other words that nobody will find in the report at all"),
        (2.0, "Dropout"),
        (5.0, FINAL),
    ]

    assert first_words_s(seen, [FINAL]) == 5.0


def test_a_text_that_is_in_no_section_never_counts():
    assert (
        first_words_s(
            [(1.0, FINAL)],
            ["Another section that has quite other words than those that were shown."],
        )
        is None
    )


def test_the_critical_path_goes_back_over_what_ended_last_before_each_call_began():
    plan, short, long, outline, section = (
        bar(0, 2),
        bar(2.1, 3),
        bar(2.1, 6),
        bar(6.1, 9),
        bar(9, 20),
    )

    assert critical([plan, short, long, outline, section, bar(9, 15)]) == [
        plan,
        long,
        outline,
        section,
    ]


def test_a_chart_leaves_out_replayed_calls_and_shows_steps_without_calls():
    call = {
        "step": "Outlining",
        "prompt": "report/outline@1",
        "started_at": 103.0,
        "first_byte_s": 1.0,
        "seconds": 5.0,
    }
    call |= {"attempt": 0, "output_tokens": 400, "error": None, "replayed": False}
    trace = {
        "steps": [
            {"name": "Searching", "started_at": 101.0, "seconds": 2.0},
            {"name": "Outlining", "started_at": 103.0, "seconds": 5.0},
        ],
        "calls": [call, call | {"replayed": True}],
    }

    bars = bars_of(trace)

    assert [(b.group, b.start, b.first_byte, b.end) for b in bars] == [
        ("Searching", 0.0, None, 2.0),
        ("report/outline", 2.0, 3.0, 7.0),
    ]
    (axes,) = chart(bars, "A run").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "Searching\n0.0-2.0 s",
        "report/outline\n2.0-7.0 s",
    ]


def test_only_whole_answers_without_a_fault_were_paid_for_in_vain_when_they_are_not_stored(
    tmp_path: Path,
):
    entry = {
        "number": 1,
        "prompt_hash": "a",
        "outcome": "ok",
        "stop": "end",
        "fault": "",
        "schema": "",
        "arrived": 1.0,
        "finished": 2.0,
    }
    log = [
        entry,
        entry | {"number": 2, "prompt_hash": "b", "fault": "slow", "schema": "quote_reply"},
        entry | {"number": 3, "prompt_hash": "b", "fault": "invalid", "schema": "quote_reply"},
        entry | {"number": 4, "fault": "malformed"},  # of JSON, so that it passes plain text by
        entry | {"number": 5, "stop": "length"},
        entry | {"number": 6, "outcome": "reset", "fault": "reset"},
    ]
    answers = tmp_path / "cache" / "answers" / "ab"
    answers.mkdir(parents=True)
    (answers / "abc.json").write_text(
        json.dumps({"text": '{"actions": [], "quote": "x"}'}), encoding="utf-8"
    )

    whole = paid(log, {"a": "Words.\n", "b": '{"quote": "x", "actions": []}'})

    assert [answer.number for answer in whole] == [1, 2, 4]
    assert [answer.content in read_stored(tmp_path) for answer in whole] == [False, True, False]


def test_first_words_stand_on_the_terminal_when_ten_of_a_section_can_be_read_there():
    drawn = (
        (1.0, "Searching 0:00:01\x1b[2K\r\x1b[1mDropout makes\x1b[0m each\r\n"),
        (2.0, "unit useful alone, so that networks\x1b[1A\x1b[2K"),
        (3.0, "Dropout makes each\r\nunit useful alone, so that networks overfit l"),
    )
    typed = Typed(0, 0.0, 3.5, 1.0, 100.0, drawn)
    assert typed.first_words_s([FINAL]) == 3.0
    assert typed.first_words_s(["Words that nobody was shown."]) is None


def test_a_command_is_typed_on_a_terminal_of_its_own(tmp_path: Path):
    typed = run_typed(["report", "x", "--nothing"], {"MYSCHOLAR_HOME": str(tmp_path)})
    assert typed.status == 2
    assert "No such option: --nothing" in typed.text
    assert typed.wall_s > typed.drawn[-1][0] > 0
    assert typed.cpu_s > 0


def test_what_a_simulated_person_takes_counts_only_where_nothing_else_goes_on():
    def call(start: float, end: float) -> dict[str, float]:
        return {"started_at": start, "seconds": end - start}

    # 2 to 3 and 6 to 7: from 3 to 6 another call is under way
    assert alone_s([call(2, 7)], [call(0, 1), call(3, 5), call(4, 6)]) == 2
    assert alone_s([], [call(0, 1)]) == 0
