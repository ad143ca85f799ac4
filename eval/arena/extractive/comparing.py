"""Tasks compared without a model, by what their words and their likeness to others tell of the five
dimensions. All steps are by hand: no task has been rated by people yet."""

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from eval.arena.comparing import TIED, TaskPreference, TaskScores
from eval.arena.words import words
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskPhase
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentences
from myscholar.text.similarity import cosines, tfidf

NAME = "local"
WORDS = str(Path(__file__).parents[1] / "comparing")
LONG, VERY_LONG = 40, 60
"""Words of a sentence that costs a point of clarity, and another."""
MOST_WORDS = 100
"""Source: Arena appendix D."""
MUCH_WORK = 3
"""Sentences of a task from which on a basic one asks for much."""
ALIKE = (0.2, 0.4, 0.6, 0.8)
"""Cosines with the most similar other task; each costs a point of novelty."""
SURE = 2.0
"""Difference of two means from which on the judge is sure."""
UNTOLD = 3
"""Stands for a dimension that the words tell nothing of."""
_ROWS_AT_ONCE = 500
_UNANCHORED = pattern(f"{WORDS}.unanchored")
_VAGUE = pattern(f"{WORDS}.vague")
_DELIVERABLES = pattern(f"{WORDS}.deliverables")
_BOUNDS = pattern(f"{WORDS}.bounds")
_MEANS = pattern(f"{WORDS}.means")
_HEAVY = pattern(f"{WORDS}.heavy")
_OUTSIDE = pattern(f"{WORDS}.outside")


class FeatureComparer:
    """Knows the tasks before it compares any two: how new one is depends on all others."""

    def __init__(self, tasks: Sequence[ResearchTask], progress: Progress = ignore) -> None:
        self._alike = dict(
            zip((task.task_id for task in tasks), likeness_to_others(tasks, progress), strict=True)
        )
        self._scores: dict[tuple[str, bool], TaskScores] = {}

    async def __call__(self, first: ResearchTask, second: ResearchTask) -> TaskPreference:
        """Equal means go to the one that is less like any other, with `TIED`; where that is equal,
        too, neither is preferred. What can't be told of one of them is not held for or against the
        other."""
        await asyncio.sleep(0)
        by_words = is_english(first) and is_english(second)
        a, b = self.scores(first, by_words=by_words), self.scores(second, by_words=by_words)
        lead = a.overall - b.overall or round(self._alike[second.task_id], 4) - round(
            self._alike[first.task_id], 4
        )
        confidence = sureness(a.overall - b.overall) if lead else 0.5
        return TaskPreference(prefers_first=lead > 0, confidence=confidence, first=a, second=b)

    def scores(self, task: ResearchTask, *, by_words: bool = True) -> TaskScores:
        key = task.task_id, by_words
        if key not in self._scores:
            found = scores_of(task, self._alike[task.task_id])
            self._scores[key] = found if by_words else _by_form(task, found.novelty)
        return self._scores[key]


def is_english(task: ResearchTask) -> bool:
    """A task that names no language is taken for one."""
    return task.language in ("", "en")


def sureness(lead: float) -> float:
    """From `TIED` for equal means to 1 for a difference of `SURE`, evenly."""
    return round(TIED + (1 - TIED) * min(1.0, abs(lead) / SURE), 4)


def scores_of(task: ResearchTask, likeness: float) -> TaskScores:
    """`likeness`: to the most similar other task."""
    return TaskScores(
        clarity=max(1, _plainness(task.text) - _left_open(task.text)),
        actionability=_actionability(task.text),
        novelty=5 - bisect_right(ALIKE, likeness),
        depth_fit=_depth_fit(task),
        consistency=_consistency(task.text),
    )


def likeness_to_others(
    tasks: Sequence[ResearchTask], progress: Progress = ignore
) -> tuple[float, ...]:
    """Highest TF-IDF cosine of each task with another one, in [0, 1]; 0 of one alone."""
    if len(tasks) < 2:
        return (0.0,) * len(tasks)
    rows, found = tfidf([" ".join(words(task.text)) for task in tasks]), list[float]()
    for start in range(0, len(tasks), _ROWS_AT_ONCE):
        block = cosines(rows[start : start + _ROWS_AT_ONCE], rows)
        for i in range(len(block)):
            block[i, start + i] = 0
        found += [min(1.0, float(most)) for most in block.max(axis=1)]
        progress(Event(step="Reading tasks", done=len(found), total=len(tasks)))
    return tuple(found)


def _by_form(task: ResearchTask, novelty: int) -> TaskScores:
    is_long = len(words(task.text)) > MOST_WORDS
    return TaskScores(
        clarity=_plainness(task.text),
        actionability=UNTOLD,
        novelty=novelty,
        depth_fit=UNTOLD,
        consistency=5 - 2 * is_long,
    )


def _plainness(text: str) -> int:
    """Less by long sentences."""
    longest = max((len(words(s)) for s in sentences(text)), default=0)
    return 5 - (longest > LONG) - (longest > VERY_LONG)


def _left_open(text: str) -> int:
    """What refers to something outside, and words that leave it open."""
    return min(2, len(_UNANCHORED.findall(text))) + min(2, len(_VAGUE.findall(text)))


def _actionability(text: str) -> int:
    """More by a deliverable, its bounds, and how it is to be done; all of them at most 5."""
    has = [bool(found.search(text)) for found in (_DELIVERABLES, _BOUNDS, _MEANS)]
    return 1 + 2 * has[0] + has[1] + has[2]


def _depth_fit(task: ResearchTask) -> int:
    """How much work of one's own it names, beside its difficulty. What is gathered from others is
    no such work, whatever they did."""
    is_advanced = task.difficulty is TaskDifficulty.ADVANCED
    is_much = len(sentences(task.text)) > MUCH_WORK
    if task.phase is TaskPhase.SYNTHESIZE:
        return UNTOLD if is_advanced else 5 - is_much
    n_heavy = min(2, len({found.casefold() for found in _HEAVY.findall(task.text)}))
    return (UNTOLD, 4, 5)[n_heavy] if is_advanced else (5, 3, 2)[n_heavy] - is_much


def _consistency(text: str) -> int:
    """Less by every rule of the template that it breaks."""
    broken = [
        len(words(text)) > MOST_WORDS,
        bool(_OUTSIDE.search(text)),
        not _DELIVERABLES.search(text),
    ]
    return max(1, 5 - 2 * sum(broken))
