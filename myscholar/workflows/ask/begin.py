"""Long work as runs: each function checks what it is given, begins the run and returns its id at
once. `run_watch` tells how it goes.

What does the work, a language model or the extractive engine, is decided here and stands in the
run's order.
"""

from collections.abc import Sequence

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import EngineUnavailable
from myscholar.workflows.actions.propose_actions import actions_order
from myscholar.workflows.library import gather_papers
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.profile.infer_profile import profile_order
from myscholar.workflows.report.head_start import with_recorded_start
from myscholar.workflows.report.write_report import report_order
from myscholar.workflows.services import NO_MODEL, Services


def begin_papers(
    services: Services,
    *,
    text: str = "",
    uploads: Sequence[Upload] = (),
    library: str,
    relation: Relation,
) -> RunId:
    """Reads files and looks up lines (a link, id, DOI or title each), into a library.
    `gather_papers.papers_read` has the result.

    Raises InputError when nothing was given, or for the library's name.
    """
    run_id = RunId(services.new_id())
    order = gather_papers.order_of(
        services, run_id, text=text, uploads=uploads, library=library, relation=relation
    )
    try:
        return _begin(services, RunKind.PAPERS, gather_papers.title_of(order), order, run_id)
    except BaseException:
        gather_papers.forget_uploads(services, run_id)
        raise


def begin_profile(
    services: Services, papers: Sequence[Paper], *, name: str, engine: Engine = Engine.AUTO
) -> RunId:
    """The run's id will be the profile's: `profiles.profile_of`. Raises NoPapers,
    EngineUnavailable."""
    order = profile_order(services, papers, name=name, engine=engine)
    _check(services, order.engine)
    return _begin(services, RunKind.PROFILE, order.name, order)


def begin_actions(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    engine: Engine = Engine.AUTO,
    more: ActionList | None = None,
    like: Action | None = None,
) -> RunId:
    """Actions to pick from: `run_results.made_by`. Raises EmptyQuestion, QuestionTooLong,
    EngineUnavailable."""
    order = actions_order(
        services, question, profile=profile, sources=sources, engine=engine, more=more, like=like
    )
    _check(services, order.engine)
    return _begin(services, RunKind.ACTIONS, order.question, order)


def begin_report(
    services: Services,
    question: str,
    *,
    actions: Sequence[Action] = (),
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    filters: SearchFilters = SearchFilters(),
    with_tables: bool = True,
    head_start: RunId | None = None,
    engine: Engine = Engine.AUTO,
) -> RunId:
    """A report; only enabled actions are carried out. The run's id will be the report's:
    `reports.get_report`.

    Raises EmptyQuestion, QuestionTooLong, EngineUnavailable.
    """
    order = report_order(
        services,
        question,
        actions=actions,
        profile=profile,
        sources=sources,
        filters=filters,
        engine=engine,
        with_tables=with_tables,
        head_start=head_start,
    )
    _check(services, order.engine)
    return _begin(services, RunKind.REPORT, order.question, with_recorded_start(services, order))


def begin_rewrite(
    services: Services,
    base: RunId,
    *,
    actions: Sequence[Action] | None = None,
    section: int | None = None,
    again: int = 1,
    retry: ActionId | None = None,
) -> RunId:
    """The report of `base` with other chosen actions, with one section (counted from 0) anew, or
    with an action tried once more.

    By the engine that wrote it. Raises UnknownName, UnknownAction, InputError, EngineUnavailable.
    """
    from myscholar.workflows.report.change_report import rewrite_order, title_of

    order = rewrite_order(
        services, base, actions=actions, section=section, again=again, retry=retry
    )
    _check(services, _engine_of(services, base))
    return _begin(services, RunKind.REWRITE, title_of(services, order), order)


def begin_follow_up(services: Services, base: RunId, instruction: str) -> RunId:
    """The report of `base` edited as the instruction says. Raises UnknownName, InputError,
    EngineUnavailable."""
    from myscholar.workflows.report.change_report import follow_up_order, title_of

    order = follow_up_order(services, base, instruction)
    _check(services, _engine_of(services, base))
    return _begin(services, RunKind.FOLLOW_UP, title_of(services, order), order)


def _engine_of(services: Services, base: RunId) -> Engine:
    from myscholar.workflows.report.reports import kept_report

    return kept_report(services, base).order.engine


def _check(services: Services, engine: Engine) -> None:
    if engine is Engine.LLM and not services.settings.has_models:
        raise EngineUnavailable("llm", NO_MODEL)


def _begin(
    services: Services, kind: RunKind, title: str, order: Frozen, run_id: RunId | None = None
) -> RunId:
    return services.runner.start(
        kind, title, order.model_dump(mode="json"), run_id or RunId(services.new_id())
    )
