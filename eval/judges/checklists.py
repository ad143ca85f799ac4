"""A checklist for a task, and the grades of a report by it: what is asked of judges, and language
models as such. Source: Arena §4 (ACE), appendices C and D; wording: `prompts/arena/`."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from eval.domain.arena import TaskFamily
from eval.domain.checklist import (
    FEWEST,
    MOST,
    Checklist,
    ChecklistCriterion,
    GradedTask,
    normalized,
)
from eval.domain.judgment import Judgment, Unscored
from eval.domain.report import ScholarReport
from eval.judges.asking import ask, ask_score, no_verdict
from eval.judges.fitting import report_parts
from eval.judges.local.prose import list_cited
from eval.judges.model import best
from eval.judges.replies import ChecklistReply, GradeReply, WeightedCriterion
from eval.judges.shown import one_line
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.text.terms import content_stems

PRIORITIES: Mapping[TaskFamily, tuple[str, str]] = {
    TaskFamily.LITERATURE_SURVEY: ("comprehensiveness", "the quality of its sources"),
    TaskFamily.TREND_SCAN: ("accurate data", "insight into the trends"),
    TaskFamily.NEEDS_ANALYSIS: ("coverage of the stakeholders", "needs that are validated"),
    TaskFamily.HYPOTHESIS_GENERATION: ("testability", "grounds in theory"),
    TaskFamily.METHOD_BLUEPRINT: ("rigor of the method", "feasibility"),
    TaskFamily.SYSTEM_SPECIFICATION: ("technical accuracy", "completeness"),
    TaskFamily.METRIC_DESIGN: ("validity of the metric", "applicability"),
    TaskFamily.EMPIRICAL_TEST: ("statistical rigor", "interpretation of the results"),
    TaskFamily.BIAS_REVIEW: ("clarity about methods", "detection of bias"),
    TaskFamily.COMPARATIVE_ANALYSIS: ("fairness to all sides", "depth of analysis"),
}
"""What each family's reports are judged by first. Source: Arena appendix D."""
MOST_SOURCES, _SOURCE = 100, 200
"""Of a report that are shown, and characters of each."""
_SUM = 0.05
"""By which a model's weights may miss 1: they are normalized. Arena appendix D: approximately."""


class ChecklistMaker(Protocol):
    """Nothing raises LLMError."""

    @property
    def name(self) -> str:
        """`local`, or the model as `provider:name`."""

    async def make(self, task: GradedTask) -> Checklist | Unscored:
        """Before any report is seen."""


class CriterionScorer(Protocol):
    """Nothing raises LLMError."""

    @property
    def name(self) -> str:
        """`local`, or the model as `provider:name`; stands beside every figure."""

    async def grade(
        self, task: GradedTask, criterion: ChecklistCriterion, report: ScholarReport
    ) -> Judgment:
        """From 0 to 10, whatever else the checklist asks for."""


class ModelChecklistMaker:
    def __init__(self, llm: LLM, name: str) -> None:
        self._llm = llm
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def make(self, task: GradedTask) -> Checklist | Unscored:
        """Criteria that still have a generic title after the repair are left out."""
        prompt = render(
            "arena/checklist",
            task=one_line(task.text),
            kind=kind_of(task),
            priorities=" and ".join(PRIORITIES[task.family]),
        )
        answer = await ask(
            self._llm, prompt, ChecklistReply, lambda reply: find_faults(reply, task)
        )
        if isinstance(answer, Unscored):
            return answer
        kept = [c for c in answer.value.criteria if not is_generic(c.title, task)]
        if not FEWEST <= len(kept) <= MOST:
            return no_verdict(answer, f"{len(kept)} criteria of this very task")
        weights = normalized([c.weight for c in kept])
        criteria = tuple(_criterion(c, weight) for c, weight in zip(kept, weights, strict=True))
        return Checklist(task_id=task.task_id, by=self._name, criteria=criteria)


class ModelScorer:
    """Of a report in parts that are too long for one question the best part counts."""

    def __init__(self, llm: LLM, name: str) -> None:
        self._llm = llm
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def grade(
        self, task: GradedTask, criterion: ChecklistCriterion, report: ScholarReport
    ) -> Judgment:
        shown = {
            "task": one_line(task.text),
            "kind": kind_of(task),
            "sources": format_sources(report),
            "title": one_line(criterion.title),
            "description": one_line(criterion.description or criterion.title),
        }
        prompts = [
            render("arena/score", part=part, report=text, **shown)
            for part, text in report_parts(report)
        ]
        graded = (ask_score(self._llm, p, GradeReply, lambda r: r.grade) for p in prompts)
        return best(await asyncio.gather(*graded), top=10)


def format_sources(report: ScholarReport) -> str:
    """Each by its marker, with its title, else its address, else the first of its words."""
    lines = [
        f"{one_line(c.id)}: {shorten(one_line(c.title or c.url or ' '.join(c.snippets)), _SOURCE)}"
        for c in list_cited(report).values()
    ]
    more = len(lines) - MOST_SOURCES
    return "\n".join([*lines[:MOST_SOURCES], *([f"and {more} more"] * (more > 0))]) or "(nothing)"


def kind_of(task: GradedTask) -> str:
    return task.family.value if task.is_task else f"a question that asks for: {task.family.value}"


def find_faults(reply: ChecklistReply, task: GradedTask) -> tuple[str, ...]:
    """What is wrong with a checklist, in sentences to the model."""
    weights, titles = [c.weight for c in reply.criteria], [c.title for c in reply.criteria]
    n, generic = len(titles), [t for t in titles if is_generic(t, task)]
    found = [
        f"The title “{title}” would fit any task. Say it in words of this one." for title in generic
    ]
    if not FEWEST <= n <= MOST:
        found.append(f"There are {n} criteria: give {FEWEST} to {MOST}.")
    if abs(sum(weights) - 1) > _SUM:
        found.append(f"The weights sum to {sum(weights):.2f}: let them sum to 1.")
    if n > 1 and len(set(weights)) == 1:
        found.append("All weights are equal: say what matters more.")
    if len({t.casefold() for t in titles}) < n:
        found.append("Two criteria have the same title.")
    return tuple(found)


def is_generic(title: str, task: GradedTask) -> bool:
    """Whether it shares no content word with the task."""
    return not set(content_stems(title)) & set(content_stems(task.text))


def _criterion(found: WeightedCriterion, weight: float) -> ChecklistCriterion:
    return ChecklistCriterion(
        title=one_line(found.title),
        description=one_line(found.description),
        weight=weight,
    )
