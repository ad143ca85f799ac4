"""Which of two tasks is better, by features and by a model."""

import pytest
from pydantic import ValidationError

from eval.arena.comparing import TIED, TaskPreference, TaskScores
from eval.arena.extractive.comparing import (
    FeatureComparer,
    likeness_to_others,
    scores_of,
    sureness,
)
from eval.arena.llm.comparing import ModelComparer
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskFamily, TranscriptSpan
from eval.domain.judgment import Unscored
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM

GOOD = (
    "Deliver a table of at least ten studies on robins since 2015, sorted by using their methods."
)


def task(
    text: str,
    name: str = "s/t1",
    difficulty: TaskDifficulty = TaskDifficulty.BASIC,
    family: TaskFamily = TaskFamily.COMPARATIVE_ANALYSIS,
):
    return ResearchTask(
        task_id=name,
        text=text,
        family=family,
        difficulty=difficulty,
        seminar_id="s",
        inspiration_ids=("s/i1",),
        spans=(TranscriptSpan(start=0, end=1, text="x"),),
    )


def scores(*five: int) -> TaskScores:
    return TaskScores(**dict(zip(TaskScores.model_fields, five, strict=True)))


def test_the_overall_score_is_the_mean_to_two_digits():
    assert scores(5, 4, 4, 3, 5).overall == 4.2
    assert scores(1, 1, 1, 1, 1).overall == 1
    with pytest.raises(ValidationError):
        scores(6, 1, 1, 1, 1)


def test_no_preference_goes_against_its_own_scores():
    with pytest.raises(ValidationError, match="lower score"):
        TaskPreference(
            prefers_first=True, confidence=1, first=scores(1, 1, 1, 1, 1), second=scores(*[2] * 5)
        )


def test_a_task_that_keeps_all_rules_has_full_scores():
    assert scores_of(task(GOOD), 0) == scores(5, 5, 5, 5, 5)


@pytest.mark.parametrize(
    ("text", "clarity"),
    [
        (GOOD, 5),
        ("They fail. Deliver a table.", 4),
        ("Deliver a table of various studies.", 4),
        ("Deliver various tables of several relevant aspects, etc.", 3),
        (f"Deliver {'one table and ' * 14}a map.", 4),
        (f"Deliver {'one table and ' * 21}a map.", 3),
    ],
)
def test_clarity_falls_with_what_is_left_open(text, clarity):
    assert scores_of(task(text), 0).clarity == clarity


@pytest.mark.parametrize(
    ("text", "actionability"),
    [
        ("Think about robins.", 1),
        ("Think about robins since 2015.", 2),
        ("Deliver a table on robins.", 3),
        ("Deliver a table on robins since 2015.", 4),
        ("Deliver a table on robins since 2015 by counting eggs.", 5),
    ],
)
def test_actionability_grows_with_deliverable_bounds_and_means(text, actionability):
    assert scores_of(task(text), 0).actionability == actionability


@pytest.mark.parametrize(
    ("likeness", "novelty"),
    [(0, 5), (0.19, 5), (0.2, 4), (0.5, 3), (0.6, 2), (0.79, 2), (0.8, 1), (1, 1)],
)
def test_novelty_falls_with_the_most_similar_other_task(likeness, novelty):
    assert scores_of(task(GOOD), likeness).novelty == novelty


@pytest.mark.parametrize(
    ("text", "basic", "advanced"),
    [
        (GOOD, 5, 3),
        ("Simulate a nest and deliver a table.", 3, 4),
        ("Simulate a nest, recruit watchers and deliver a table.", 2, 5),
        ("Read this. Read that. Read more. Deliver a table.", 4, 3),
    ],
)
def test_the_work_is_to_be_as_hard_as_the_difficulty_says(text, basic, advanced):
    assert scores_of(task(text), 0).depth_fit == basic
    assert scores_of(task(text, difficulty=TaskDifficulty.ADVANCED), 0).depth_fit == advanced


def test_what_others_did_is_no_work_of_ones_own():
    survey = "Deliver a table of ten field experiments with participants."
    assert scores_of(task(survey), 0).depth_fit == 2
    for_survey = {"family": TaskFamily.LITERATURE_SURVEY}
    assert scores_of(task(survey, **for_survey), 0).depth_fit == 5
    assert scores_of(task(f"Read. Read. Read. {survey}", **for_survey), 0).depth_fit == 4
    advanced = task(survey, difficulty=TaskDifficulty.ADVANCED, **for_survey)
    assert scores_of(advanced, 0).depth_fit == 3


@pytest.mark.parametrize(
    ("text", "consistency"),
    [
        (GOOD, 5),
        (f"Deliver {'a table and ' * 33}", 5),
        (f"Deliver {'a table and ' * 33}a map", 3),
        ("Deliver what the speaker said in the seminar.", 3),
        ("Think about what the speaker said.", 1),
    ],
)
def test_consistency_falls_with_each_rule_that_is_broken(text, consistency):
    assert scores_of(task(text), 0).consistency == consistency


def test_how_new_a_task_is_depends_on_all_others(tasks):
    assert likeness_to_others([]) == ()
    assert likeness_to_others(tasks[:1]) == (0.0,)
    alike = likeness_to_others([*tasks, tasks[0].model_copy(update={"task_id": "again"})])
    assert alike[0] == alike[-1] == pytest.approx(1)
    assert all(0 <= other < 0.5 for other in alike[1:-1])


def test_a_clear_lead_is_sure_and_a_tie_is_not():
    assert sureness(0) == TIED == 0.55
    assert sureness(0.2) == pytest.approx(0.595)
    assert sureness(-1) == pytest.approx(0.775)
    assert sureness(2) == sureness(4) == 1


async def test_the_better_task_wins_on_either_side():
    good, bad = task(GOOD, "g"), task("They said various things.", "b")
    compare = FeatureComparer([good, bad])
    first, second = await compare(good, bad), await compare(bad, good)
    assert first.prefers_first
    assert not second.prefers_first
    assert first.confidence == second.confidence > 0.9
    assert first.outcome == pytest.approx(1 - second.outcome)


async def test_of_equal_means_the_newer_is_slightly_better():
    one, like_it = task(GOOD, "a"), task(GOOD.replace("2015", "2015 or later"), "b")
    other = task("Deliver a map of at least six caves found since 1990, drawn by using radar.", "c")
    compare = FeatureComparer([one, like_it, other])
    scored = compare.scores(other).model_copy(update={"novelty": compare.scores(one).novelty})
    compare._scores["c", True] = scored
    found = await compare(one, other)
    assert (found.prefers_first, found.confidence) == (False, TIED)


async def test_the_same_task_twice_is_neither_better():
    one, twin = task(GOOD, "a"), task(GOOD, "b")
    assert (await FeatureComparer([one, twin])(one, twin)).outcome == 0.5


def reply(a: int, b: int, winner: str, confidence: float = 0.8, reason: str = "A has a table."):
    said = {"reason": reason, "winner": winner, "confidence": confidence}
    return {"a": scores(*[a] * 5), "b": scores(*[b] * 5), **said}


async def compared(*replies: object) -> tuple[TaskPreference | Unscored, ScriptedLLM]:
    llm = ScriptedLLM({"arena/compare": list(replies)}, judge=True)
    return await ModelComparer(llm)(task(GOOD, "a"), task("Think.", "b")), llm


async def test_a_models_winner_and_its_confidence():
    found, llm = await compared(reply(4, 2, "A"))
    assert isinstance(found, TaskPreference)
    assert (found.prefers_first, found.confidence, found.outcome) == (True, 0.8, 0.8)
    assert found.first == scores(4, 4, 4, 4, 4)
    assert len(llm.asked) == 1
    assert GOOD in llm.asked[0][1].task


async def test_a_winner_against_the_scores_is_sent_back_once():
    found, llm = await compared(reply(2, 4, "A"), reply(2, 4, "B"))
    assert isinstance(found, TaskPreference)
    assert found.outcome == pytest.approx(0.2)
    assert "2.00 for A and 4.00 for B" in llm.told[0][0]


async def test_a_winner_that_stays_against_the_scores_is_unscored():
    found, _ = await compared(reply(2, 4, "A"), reply(2, 4, "A"))
    assert isinstance(found, Unscored)
    assert found.reason.startswith("LLMBadAnswer")


@pytest.mark.parametrize(("winner", "outcome"), [("A", 0.55), ("B", 0.45)])
async def test_a_tie_has_its_own_confidence_whatever_the_model_says(winner, outcome):
    found, _ = await compared(reply(3, 3, winner, confidence=0.95))
    assert isinstance(found, TaskPreference)
    assert found.outcome == pytest.approx(outcome)


async def test_a_verdict_without_a_reason_is_none():
    found, _ = await compared(reply(4, 2, "A", reason=" "), reply(4, 2, "A", reason=""))
    assert isinstance(found, Unscored)


async def test_what_the_model_can_not_say_is_unscored():
    found, _ = await compared(LLMRefusal("scripted:model", "arena/compare@1"))
    assert found == Unscored(reason=found.reason)
    assert found.reason.startswith("LLMRefusal")


async def test_no_task_is_better_because_its_language_is_known(tasks):
    [german], [chinese] = ([t for t in tasks if t.language == code] for code in ("de", "zh"))
    compare = FeatureComparer(tasks)
    for other in (german, chinese):
        found = await compare(tasks[0], other)
        assert found.first
        assert found.second
        assert (found.first.actionability, found.first.depth_fit) == (3, 3)
        assert (found.second.actionability, found.second.depth_fit) == (3, 3)
        assert found.second.consistency == 5
    assert compare.scores(tasks[0]).actionability > 3


async def test_a_task_of_another_language_can_be_too_long(tasks):
    [german] = (t for t in tasks if t.language == "de")
    long = german.model_copy(update={"task_id": "long", "text": "Liefere Tabellen. " * 51})
    found = await FeatureComparer([german, long])(german, long)
    assert found.first
    assert found.second
    assert (found.first.consistency, found.second.consistency) == (5, 3)


def test_likeness_is_seen_in_languages_without_spaces(tasks):
    chinese = tasks[-1]
    again = chinese.model_copy(update={"task_id": "b", "text": f"请{chinese.text}"})
    assert min(likeness_to_others([chinese, again])) > 0.8
