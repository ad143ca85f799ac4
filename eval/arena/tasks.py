"""What a task and the tasks of one part of a seminar must be, whoever wrote them. Source: Arena §3,
appendix D."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from eval.arena.cleaning import WORDS
from eval.arena.transcripts import detect_language
from eval.arena.words import UNSPACED, n_words, pairs
from eval.domain.arena import (
    Inspiration,
    ResearchTask,
    Seminar,
    TaskDifficulty,
    TaskFamily,
    TaskPhase,
)
from myscholar.domain.model import Frozen
from myscholar.domain.text import fold, one_line
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, word_set

LEAST, MOST, MOST_OF_A_FAMILY, MOST_WORDS = 5, 8, 2, 100
"""Tasks of a part, tasks of one family, words of a task. Source: Arena appendix D."""
LEAST_WOVEN = 3
"""Words of its inspirations that a task must have: none of grammar; by hand."""
ALIKE = 0.7
"""Share of their words of content from which on two tasks are one; by hand: two tasks of one
template on different things have less."""
SHORTEST_WORD = 4
"""Letters of a word that counts as woven in; by hand."""
_TASK_WORDS = str(Path(__file__).with_name("task_words"))
_META, _DELIVERABLES = pattern(f"{_TASK_WORDS}.meta"), pattern(f"{_TASK_WORDS}.deliverables")
_LISTED = ("en", "de", "")
"""Languages in which it is known what can be handed in; and what can't be told."""
_UNTITLED = pattern(f"{_TASK_WORDS}.untitled")
_NO_TOPIC = STOP_WORDS | word_set(f"{WORDS}.stop_words_de")
_LONGEST_TITLE = 12
"""Words; by hand."""


class TaskRule(StrEnum):
    """In words that a table shows, and that a model is told."""

    TOO_LONG = "more than 100 words"
    NO_DELIVERABLE = "names nothing to hand in"
    NOT_ALONE = "speaks of where it comes from"
    UNGROUNDED = "has too few words of its inspirations"
    UNKNOWN_INSPIRATION = "rests on no inspiration that there is"
    REPEATED = "asks what another one asks"
    FAMILY_THRICE = "a family more than twice"
    TOO_MANY = "more than eight in a part"
    TOO_FEW = "fewer than five in a part"
    PHASE_MISSING = "a phase without a task"


OF_A_SET = frozenset({TaskRule.TOO_FEW, TaskRule.PHASE_MISSING})
"""Of all tasks of a part together: what is right of them is kept."""


class TaskDraft(Frozen):
    family: TaskFamily
    difficulty: TaskDifficulty
    text: str
    deliverable: str
    """The words of the text that name it."""
    inspiration_ids: tuple[str, ...]


def broken_rules(draft: TaskDraft, inspirations: Mapping[str, Inspiration]) -> tuple[TaskRule, ...]:
    """By one task alone."""
    known = [inspirations[i] for i in draft.inspiration_ids if i in inspirations]
    said = frozenset[str]().union(*(words_of(i.text) for i in known))
    handed_in = draft.deliverable.strip(" .")
    has_deliverable = _is_part(fold(handed_in), fold(draft.text))
    is_thing = _DELIVERABLES.search(handed_in) or detect_language(draft.text) not in _LISTED
    all_known = bool(known) and len(known) == len(draft.inspiration_ids)
    found = {
        TaskRule.TOO_LONG: n_words(draft.text) > MOST_WORDS,
        TaskRule.NO_DELIVERABLE: not (has_deliverable and is_thing),
        TaskRule.NOT_ALONE: bool(_META.search(draft.text)),
        TaskRule.UNGROUNDED: bool(known) and len(words_of(draft.text) & said) < LEAST_WOVEN,
        TaskRule.UNKNOWN_INSPIRATION: not all_known,
    }
    return tuple(rule for rule, is_broken in found.items() if is_broken)


def _is_part(some: str, whole: str) -> bool:
    """Whether these words stand in it, and others do, too. Of folded texts."""
    found = some in whole if UNSPACED.search(some) else f" {some} " in f" {whole} "
    return found and "" != some != whole


def broken_by_set(drafts: Sequence[TaskDraft]) -> tuple[TaskRule, ...]:
    """By the tasks of one part together."""
    phases = {draft.family.phase for draft in drafts}
    return (
        *([TaskRule.TOO_FEW] * (len(drafts) < LEAST)),
        *([TaskRule.PHASE_MISSING] * (len(phases) < len(TaskPhase))),
    )


def surplus(draft: TaskDraft, others: Iterable[TaskDraft]) -> TaskRule | None:
    """What the draft breaks beside the others of its part that are kept."""
    kept = list(others)
    if any(alike(draft.text, other.text) >= ALIKE for other in kept):
        return TaskRule.REPEATED
    if sum(other.family is draft.family for other in kept) >= MOST_OF_A_FAMILY:
        return TaskRule.FAMILY_THRICE
    return TaskRule.TOO_MANY if len(kept) >= MOST else None


def choose_tasks(
    drafts: Iterable[TaskDraft], inspirations: Mapping[str, Inspiration]
) -> tuple[tuple[TaskDraft, ...], Counter[TaskRule]]:
    """Those of a part that keep the rules, in their order, and what the others broke."""
    kept, broken = list[TaskDraft](), Counter[TaskRule]()
    for draft in drafts:
        if faults := broken_rules(draft, inspirations):
            broken.update(faults)
        elif fault := surplus(draft, kept):
            broken[fault] += 1
        else:
            kept.append(draft)
    broken.update(broken_by_set(kept))
    return tuple(kept), broken


def alike(a: str, b: str) -> float:
    """Share of the words of content of both that stand in each, in [0, 1]."""
    first, second = words_of(a), words_of(b)
    return len(first & second) / len(first | second) if first | second else 1.0


def words_of(text: str) -> frozenset[str]:
    """Those that carry a topic, in small letters; where no spaces are written, pairs of
    characters."""
    spaced = UNSPACED.sub(" ", text.casefold())
    found = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", spaced)
    unspaced = (pair for run in UNSPACED.findall(text) for pair in pairs(run))
    return frozenset(
        (*(w for w in found if len(w) >= SHORTEST_WORD and w not in _NO_TOPIC), *unspaced)
    )


def subject_of(seminar: Seminar) -> str:
    """The seminar's title where that tells what its tasks are about, else nothing."""
    title = one_line(seminar.title).strip(" .:")
    told = len(words_of(title)) >= 2 and len(title.split()) <= _LONGEST_TITLE
    return title[0].upper() + title[1:] if told and not _UNTITLED.search(title) else ""


def make_tasks(
    drafts: Iterable[TaskDraft], seminar: Seminar, inspirations: Mapping[str, Inspiration], by: str
) -> tuple[ResearchTask, ...]:
    """Numbered; each with the spans of its inspirations."""
    return tuple(
        ResearchTask(
            task_id=f"{seminar.seminar_id}/t{n}",
            text=one_line(draft.text),
            family=draft.family,
            difficulty=draft.difficulty,
            seminar_id=seminar.seminar_id,
            discipline=seminar.discipline,
            language=seminar.language,
            inspiration_ids=draft.inspiration_ids,
            spans=tuple(s for i in draft.inspiration_ids for s in inspirations[i].spans),
            by=by,
        )
        for n, draft in enumerate(drafts, start=1)
    )
