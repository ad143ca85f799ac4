"""What of a run's order a screen needs again and again; orders hold whole papers and never
change."""

from typing import Any

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import ResearchPlan
from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import UnknownName
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.services import Services


class RunFacts(Frozen):
    """`size` counts what the work grows with: papers of a profile, actions of a report, files and
    lines to read."""

    kind: RunKind
    engine: Engine
    base: RunId | None = None
    head_start: RunId | None = None
    size: int = 0
    has_profile: bool = False
    with_tables: bool = True
    searches: bool = False
    """Whether an answer rests on a new search too."""
    is_planned: bool = True
    """Whether it is to be found out first which sections a change concerns."""
    research: ResearchPlan | None = None
    """How a report is researched beyond one search; of a change, that its tree goes on, whatever
    the limits."""
    has_files: bool = False
    has_lines: bool = False


_facts: Kept[RunFacts] = Kept(400)


def facts_of(services: Services, run_id: RunId) -> RunFacts:
    """Read once a process. Raises UnknownName, StorageError."""
    return _facts.get((services.settings.library_url, run_id), lambda: _read(services, run_id))


def _read(services: Services, run_id: RunId) -> RunFacts:
    order = services.runs.order(run_id)
    given = order.inputs
    return RunFacts(
        kind=order.kind,
        engine=_engine(services, order.kind, given),
        base=given.get("base"),
        head_start=given.get("head_start"),
        size=sum(len(given.get(name) or ()) for name in ("papers", "actions", "files", "lines")),
        has_profile=given.get("profile") is not None,
        with_tables=bool(given.get("with_tables", True)),
        searches=bool(given.get("search")),
        is_planned=given.get("section") is None and given.get("answer") is None,
        research=given.get("research") or (ResearchPlan() if given.get("tree") else None),
        has_files=bool(given.get("files")),
        has_lines=bool(given.get("lines")),
    )


def _engine(services: Services, kind: RunKind, given: dict[str, Any]) -> Engine:
    """A change is made by the engine of the report that it changes; orders from before there was a
    choice are a language model's."""
    if kind is RunKind.PAPERS:
        return Engine.EXTRACTIVE
    if (base := given.get("base")) and not given.get("engine"):
        try:
            return facts_of(services, RunId(base)).engine
        except UnknownName:
            return Engine.LLM
    return Engine(given.get("engine", Engine.LLM))
