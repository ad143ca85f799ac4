"""Model judges: every row once, resumed without asking twice, unscored counted."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from eval.datasets.interviews import Interviews
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.show.satisfaction import satisfaction_document
from eval.show.terminal import show
from eval.studies.lines import Lines
from eval.studies.satisfaction.cases import Item, JudgedKind, cases_of, items_of
from eval.studies.satisfaction.figures import Satisfaction
from eval.studies.satisfaction.judging import (
    AskedRow,
    Asking,
    Condition,
    Verdict,
    draw_rows,
    judge_rows,
    judged_figures,
    rows_of,
)
from eval.studies.satisfaction.run import conditions_of
from eval.studies.satisfaction.shown import asking_of
from myscholar.errors import EngineUnavailable, LLMRefusal, UnreadableFile, UnwritableFile
from myscholar.gateways.llm.scripted import ScriptedLLM

CONDITIONS = (Condition(3, True), Condition(0, False))


def unheard(done: int, of: int) -> None:
    """Nobody watches."""


class Judge:
    """Calls what is exotic, or the first of a list, a complaint; the last of all is beyond it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, bool]] = []

    async def __call__(
        self, item: Item, examples: Sequence[Item], with_definition: bool
    ) -> Judgment:
        self.asked.append((item.judgment_id, len(examples), with_definition))
        if item.text.endswith("ceramics number 1"):
            return Unscored(reason="LLMRefusal: no")
        return Scored(
            score=float("exotic" not in item.text and not item.text.endswith("0")),
            reason="so it seems",
        )


@pytest.fixture
def rows(study: Interviews) -> tuple[AskedRow, ...]:
    return rows_of({kind: cases_of(items_of(study, kind)) for kind in JudgedKind})


async def judged(rows: Sequence[AskedRow], judge: Judge, file: Path, **how: object) -> tuple:
    asking = Asking("scripted:model", "v1", judge, seed=0, **how)  # type: ignore[arg-type]
    return await judge_rows(rows, CONDITIONS, [r.item for r in rows], asking, file, on_done=unheard)


async def test_each_row_is_asked_once_a_condition_and_kept(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    judge = Judge()
    verdicts = await judged(rows, judge, tmp_path / "v.jsonl")
    assert len(rows) == 20 + 8 + 8
    assert len(judge.asked) == len(set(judge.asked)) == 72
    assert set(Lines(tmp_path / "v.jsonl", Verdict).read()) == set(verdicts)
    assert {n for _, n, with_definition in judge.asked if with_definition} == {3}


async def test_a_second_run_asks_nothing_and_says_the_same(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    first = await judged(rows, Judge(), tmp_path / "v.jsonl")
    again = Judge()
    assert await judged(rows, again, tmp_path / "v.jsonl") == first
    assert again.asked == []


async def test_a_killed_run_goes_on_after_its_last_whole_line(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    file = tmp_path / "v.jsonl"
    first = await judged(rows, Judge(), file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:50]) + lines[50][:20])
    again = Judge()
    assert await judged(rows, again, file) == first
    assert len(again.asked) == 22


async def test_unscored_stays_unless_it_is_to_be_asked_again(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    await judged(rows, Judge(), tmp_path / "v.jsonl")
    again = Judge()
    await judged(rows, again, tmp_path / "v.jsonl", retry_unscored=True)
    assert {name for name, *_ in again.asked} == {"a-u4-1", "r-u4-1"}


class Failing(Judge):
    """Fails at everything after the third question, for one reason."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    async def __call__(
        self, item: Item, examples: Sequence[Item], with_definition: bool
    ) -> Judgment:
        said = await super().__call__(item, examples, with_definition)
        return said if len(self.asked) <= 3 else Unscored(reason=self.reason)


async def test_what_could_not_be_said_just_then_is_asked_again_by_the_same_command(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    first = await judged(rows, Failing("LLMBudgetSpent: the budget is spent"), tmp_path / "v.jsonl")
    assert sum(isinstance(v.judgment, Unscored) for v in first) == 72 - 3
    again = Judge()
    await judged(rows, again, tmp_path / "v.jsonl")
    assert len(again.asked) == 72 - 3


async def test_a_judge_whose_key_is_refused_ends_the_run_and_leaves_nothing_unscored(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    refused = Failing("LLMKeyRefused: the key is refused")
    with pytest.raises(EngineUnavailable, match="the key is refused"):
        await judged(rows, refused, tmp_path / "v.jsonl", parallel=1)
    assert len(refused.asked) == 4
    assert all(isinstance(v.judgment, Scored) for v in Lines(tmp_path / "v.jsonl", Verdict).read())


async def test_figures_are_by_condition_kind_and_complaint_with_unscored_apart(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    figures = judged_figures(rows, await judged(rows, Judge(), tmp_path / "v.jsonl"), seed=0)
    whole = [f for f in figures if f.error_type is None and f.n_examples == 3]
    assert [(f.kind, f.n, f.n_right, f.n_unscored) for f in whole] == [
        (JudgedKind.INFERENCE, 20, 20, 0),
        (JudgedKind.ACTION, 7, 7, 1),
        (JudgedKind.REPORT, 7, 7, 1),
    ]
    assert {f.predictor for f in figures} == {
        "scripted:model, 3 examples, defined",
        "scripted:model, 0 examples, undefined",
    }
    assert whole[0].ranking is not None
    assert (whole[0].ranking.value, whole[0].ranking.n) == (1, 8)


async def test_another_version_of_the_prompts_is_judged_anew(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    await judged(rows, Judge(), tmp_path / "v.jsonl")
    again = Judge()
    asking = Asking("scripted:model", "v2", again, seed=0)
    await judge_rows(
        rows, CONDITIONS, [r.item for r in rows], asking, tmp_path / "v.jsonl", on_done=unheard
    )
    assert len(again.asked) == 72


def test_a_file_that_holds_something_else_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "v.jsonl").write_text('{"judge": "x"}\n')
    with pytest.raises(UnreadableFile, match=r"v\.jsonl: line 1: version"):
        list(Lines(tmp_path / "v.jsonl", Verdict).read())


async def test_a_file_that_can_not_be_written_is_said(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    with pytest.raises(UnwritableFile):
        await judged(rows[:1], Judge(), tmp_path / "no such folder" / "v.jsonl")


def test_a_sample_takes_all_complaints_in_turn_and_a_larger_one_keeps_it(
    rows: tuple[AskedRow, ...],
) -> None:
    few, more = draw_rows(rows, 6, seed=3), draw_rows(rows, 9, seed=3)
    assert {r.kind for r in few} == set(JudgedKind)
    assert [sum(r.kind is k for r in few) for k in JudgedKind] == [2, 2, 2]
    assert {id(r) for r in few} <= {id(r) for r in more}
    assert draw_rows(rows, None, seed=3) == rows
    assert len(draw_rows(rows, 1000, seed=3)) == len(rows)


async def test_a_model_is_asked_with_examples_and_its_refusal_is_unscored(
    study: Interviews,
) -> None:
    said = {"reason": "It names what the papers do.", "verdict": "satisfied"}
    llm = ScriptedLLM(
        {"eval/satisfaction_inference": [said, LLMRefusal("scripted:model", "eval")]}, judge=True
    )
    ask, other = asking_of(llm, study), study.inferences[6]
    assert await ask(study.inferences[0], (other,), True) == Scored(
        score=1, reason="It names what the papers do."
    )
    assert other.text in llm.asked[0][1].text
    assert isinstance(await ask(study.inferences[0], (), False), Unscored)


def test_the_papers_own_way_to_ask_comes_first() -> None:
    assert conditions_of((0, 6), (False, True)) == ((6, True), (0, True), (6, False), (0, False))


async def test_the_table_names_the_model_once_and_its_conditions_in_rows(
    rows: tuple[AskedRow, ...], tmp_path: Path
) -> None:
    figures = judged_figures(rows, await judged(rows, Judge(), tmp_path / "v.jsonl"), seed=0)
    written = StringIO()
    document = satisfaction_document(Satisfaction(dataset="d", seed=0, figures=figures))
    show(document, Console(file=written, width=160, color_system=None))
    inferences = written.getvalue().partition("Satisfied with the action?")[0]
    assert inferences.count("scripted:model") == 1
    assert inferences.count("3 examples, defined") == 2
