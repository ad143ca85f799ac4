"""Tasks by templates: the words that name what is to be researched, put into a sentence of a family
that suits the inspiration's type. Source: Arena appendix D (construction rules)."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from eval.arena.extractive.objects import ResearchObject, found_cue
from eval.arena.tasks import MOST, TaskDraft, TaskRule, broken_rules, surplus
from eval.domain.arena import Inspiration, TaskDifficulty, TaskFamily, TaskPhase
from myscholar.text.sentences import sentences

MOST_OF_AN_OBJECT = 3
"""Tasks about one thing: one a phase; by hand."""


class _Candidate(NamedTuple):
    draft: TaskDraft
    source: str
    """What it is about."""


def draft_tasks(
    inspirations: Sequence[Inspiration], subject: str, language: str
) -> tuple[tuple[TaskDraft, ...], Counter[TaskRule]]:
    """Of a part, phase by phase, so that all three have some; what is chosen keeps the rules, and
    the next candidate stands in for one that breaks any, which is counted."""
    by_id = {i.inspiration_id: i for i in inspirations}
    left = {phase: list(_candidates(inspirations, phase, subject, language)) for phase in TaskPhase}
    kept, broken, used = list[TaskDraft](), Counter[TaskRule](), Counter[str]()
    while len(kept) < MOST and any(left.values()):
        for phase in TaskPhase:
            if len(kept) < MOST and (found := _next(left[phase], kept, used, by_id, broken)):
                kept.append(found.draft)
                used[found.source] += 1
    return tuple(kept), broken


def _next(
    candidates: list[_Candidate],
    kept: Sequence[TaskDraft],
    used: Counter[str],
    inspirations: Mapping[str, Inspiration],
    broken: Counter[TaskRule],
) -> _Candidate | None:
    """The best that keeps the rules: on what has the fewest tasks yet, in a family that has none,
    as its type suggests. It and what breaks a rule leave the candidates."""
    families = Counter(draft.family for draft in kept)
    while candidates:
        best = min(candidates, key=lambda c: (used[c.source], families[c.draft.family]))
        candidates.remove(best)
        if used[best.source] >= MOST_OF_AN_OBJECT:
            continue  # better fewer tasks than one thing in all families
        faults = broken_rules(best.draft, inspirations)
        if fault := surplus(best.draft, kept):
            faults = (*faults, fault)
        if not faults:
            return best
        broken.update(faults)
    return None


def _candidates(
    inspirations: Sequence[Inspiration], phase: TaskPhase, subject: str, language: str
) -> Iterator[_Candidate]:
    """The families of a phase, first those that suit each inspiration's type best."""
    named = [(i, found) for i in inspirations for found in _objects(i, language)]
    order: Mapping[str, Sequence[str]] = _templates()["emphasis"]
    for place in range(len(TaskFamily)):
        for inspiration, found in named:
            family = TaskFamily(order[found.type][place])
            entry = _templates()[language][family]
            if family.phase is phase and (sentences_ := entry.get(found.kind)):
                yield _Candidate(
                    _draft(family, sentences_, entry, found.text, inspiration, subject),
                    found.text,
                )


def _objects(inspiration: Inspiration, language: str) -> Iterator[ResearchObject]:
    for sentence in sentences(inspiration.text):
        if (found := found_cue(sentence, language)) and found[1]:
            yield found[1]


def _draft(
    family: TaskFamily,
    template: Sequence[str],
    entry: Mapping[str, Any],
    about: str,
    inspiration: Inspiration,
    subject: str,
) -> TaskDraft:
    asked, deliverable = template[0].replace("{object}", about), template[1]
    head = subject + (" " if subject.endswith(("?", "!")) else ": ") if subject else ""
    return TaskDraft(
        family=family,
        difficulty=TaskDifficulty(entry["difficulty"]),
        text=f"{head}{asked} {deliverable}",
        deliverable=deliverable,
        inspiration_ids=(inspiration.inspiration_id,),
    )


@cache
def _templates() -> Mapping[str, Any]:
    """By language and family; and which families suit a type, the best first."""
    path = Path(__file__).parents[1] / "templates.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
