"""A model as the reader of all pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.domain.blind import Better, Coverage, CriterionJudgment, FaultsFound, Opinion
from eval.domain.judgment import Unscored
from eval.domain.rubric import Criterion, Rubric
from eval.judges.model import ModelJudge
from eval.judges.reports import ReportReader
from eval.studies.at_once import at_once
from eval.studies.blind.pairs import ReportPair, Shown
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.gateways.llm.llm import LLM

UNKNOWN = "what an answer must hold"


@dataclass(frozen=True)
class Read:
    """What a reader said."""

    opinions: tuple[Opinion, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    faults: tuple[FaultsFound, ...] = ()

    def joined(self, other: "Read") -> "Read":
        return Read(
            (*self.opinions, *other.opinions),
            (*self.coverage, *other.coverage),
            (*self.faults, *other.faults),
        )


@dataclass(frozen=True)
class ToRead:
    pairs: Sequence[ReportPair]
    rubrics: Mapping[str, Sequence[Rubric]]
    """By query_id, what experts ask of an answer; where there is none the reader says it first."""
    profiles: Mapping[str, str]
    """By query_id, what is known of who asks."""

    @property
    def reports(self) -> tuple[Shown, ...]:
        """Of the pairs, each once."""
        found = {(s.report.query_id, s.system): s for p in self.pairs for s in (p.a, p.b)}
        return tuple(found.values())

    def reader(self, query_id: str) -> str:
        return self.profiles.get(query_id, "")


async def read_by_model(
    task: ToRead, llm: LLM, name: str, *, parallel: int, progress: Progress = ignore
) -> Read:
    """Each pair in both orders, each report once for what it covers and once for its errors. What
    an answer must hold is settled before any report is shown."""
    reader, judge = ReportReader(llm), ModelJudge(llm, name)
    questions = {pair.query_id: pair.question for pair in task.pairs}
    progress(Event(step="what answers must hold"))
    asked = [_criteria(task, reader, query_id, text) for query_id, text in questions.items()]
    criteria = dict(zip(questions, await at_once(asked, parallel), strict=True))
    progress(Event(step="pairs in both orders"))
    orders = [order for pair in task.pairs for order in (pair, pair.turned())]
    opinions = await at_once([_opinion(task, reader, o, name) for o in orders], parallel)
    progress(Event(step="what reports cover"))
    covered = [_coverage(judge, each, criteria[each.report.query_id]) for each in task.reports]
    coverage = await at_once(covered, parallel)
    progress(Event(step="errors in reports"))
    faults = await at_once([_faults(reader, each, name) for each in task.reports], parallel)
    return Read(opinions, coverage, faults)


async def _criteria(
    task: ToRead, reader: ReportReader, query_id: str, question: str
) -> tuple[Criterion, ...] | Unscored:
    """Of all annotators together, whose rubrics count half each where there are two."""
    if rubrics := task.rubrics.get(query_id):
        return tuple(
            c.model_copy(update={"weight": c.weight / len(rubrics)})
            for rubric in rubrics
            for c in rubric.criteria
        )
    return await reader.facets(question, task.reader(query_id))


async def _opinion(task: ToRead, reader: ReportReader, pair: ReportPair, name: str) -> Opinion:
    better, reason = await reader.prefer(pair.a.plain, pair.b.plain, task.reader(pair.query_id))
    return opinion_of(pair, name, better, reason)


def opinion_of(pair: ReportPair, reader: str, better: Better | None, reason: str) -> Opinion:
    return Opinion(
        query_id=pair.query_id,
        first=pair.a.system,
        second=pair.b.system,
        reader=reader,
        better=better,
        reason=reason,
    )


async def _coverage(
    judge: ModelJudge, shown: Shown, criteria: tuple[Criterion, ...] | Unscored
) -> Coverage:
    found: tuple[CriterionJudgment, ...]
    if isinstance(criteria, Unscored):
        found = (CriterionJudgment(text=UNKNOWN, judgment=criteria),)
    else:
        judged = await judge.coverage(shown.plain.question, criteria, shown.plain)
        found = tuple(
            CriterionJudgment(text=c.text, weight=c.weight, judgment=j)
            for c, j in zip(criteria, judged, strict=True)
        )
    return Coverage(
        query_id=shown.report.query_id, system=shown.system, reader=judge.name, criteria=found
    )


async def _faults(reader: ReportReader, shown: Shown, name: str) -> FaultsFound:
    return FaultsFound(
        query_id=shown.report.query_id,
        system=shown.system,
        reader=name,
        faults=await reader.faults(shown.plain),
    )
