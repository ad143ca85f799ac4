"""The product as a Python class: `MyScholar` for scripts and notebooks, `AsyncMyScholar` inside an
event loop. Same methods, same values."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from functools import cache, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Progress, RunId, ignore
from myscholar.library.imports import Imported
from myscholar.workflows.actions.propose_actions import propose_actions
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library import corpora
from myscholar.workflows.library.add_papers import DEFAULT_LIBRARY, Added, add_papers, read_papers
from myscholar.workflows.profile.infer_profile import infer_profile, library_papers
from myscholar.workflows.report.head_start import begin_head_start
from myscholar.workflows.report.write_report import OnText, write_report
from myscholar.workflows.services import Services

if TYPE_CHECKING:
    from myscholar.search.corpus.info import CorpusInfo

T = TypeVar("T")


class AsyncMyScholar:
    """Everything the product does, for use inside an event loop. Raises the errors of
    `myscholar.errors`."""

    def __init__(self, services: Services | None = None) -> None:
        self.services = services or open_services()

    async def read_papers(
        self, *sources: str | Path, relation: Relation = Relation.MINE, progress: Progress = ignore
    ) -> Imported:
        """Papers from files, folders, or Semantic Scholar (URL, id, DOI, arXiv id, title, author
        page); nothing is stored."""
        return await read_papers(
            self.services, [str(s) for s in sources], relation=relation, progress=progress
        )

    async def add_papers(
        self,
        *sources: str | Path,
        library: str = DEFAULT_LIBRARY,
        relation: Relation = Relation.MINE,
        progress: Progress = ignore,
    ) -> Added:
        """Papers as of `read_papers`, merged into a library."""
        return await add_papers(
            self.services,
            [str(s) for s in sources],
            library=library,
            relation=relation,
            progress=progress,
        )

    async def infer_profile(
        self,
        papers: Sequence[Paper] | None = None,
        *,
        library: str = DEFAULT_LIBRARY,
        name: str = "My profile",
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
    ) -> Profile:
        """A profile of these papers, or of a library's."""
        chosen = library_papers(self.services, library) if papers is None else papers
        return await infer_profile(
            self.services, chosen, name=name, engine=Engine(engine), progress=progress
        )

    async def build_corpus(
        self, *sources: str | Path, name: str, rebuild: bool = False, progress: Progress = ignore
    ) -> "CorpusInfo":
        """Adds files to a searchable corpus."""
        return await asyncio.to_thread(
            corpora.build_corpus,
            self.services,
            [str(s) for s in sources],
            name=name,
            rebuild=rebuild,
            progress=progress,
        )

    async def search_corpus(
        self, name: str, query: str, *, filters: SearchFilters = SearchFilters(), limit: int = 10
    ) -> tuple[Hit, ...]:
        """The papers of a corpus that fit the words best."""
        return await asyncio.to_thread(
            corpora.search_corpus, self.services, name, query, filters=filters, limit=limit
        )

    async def propose_actions(
        self,
        question: str,
        *,
        profile: Profile | None = None,
        sources: Sequence[str] = (),
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
    ) -> ActionList:
        """What a report on the question could do for this reader."""
        return await propose_actions(
            self.services,
            question,
            profile=profile,
            sources=sources,
            engine=Engine(engine),
            progress=progress,
        )

    def begin_head_start(self, question: str, **options: Any) -> RunId | None:
        """Begins what a report on the question needs anyway, while the user still chooses; give the
        id to `write_report(head_start=...)`.

        None without a language model.
        """
        return begin_head_start(self.services, question, **options)

    async def write_report(
        self,
        question: str,
        *,
        actions: Sequence[Action] = (),
        profile: Profile | None = None,
        sources: Sequence[str] = (),
        filters: SearchFilters = SearchFilters(),
        engine: Engine | str = Engine.AUTO,
        head_start: RunId | None = None,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> Report:
        """Searches the sources and writes; enabled actions are carried out. The text is told to
        `on_text` as it grows."""
        return await write_report(
            self.services,
            question,
            actions=actions,
            profile=profile,
            sources=sources,
            filters=filters,
            engine=Engine(engine),
            head_start=head_start,
            progress=progress,
            on_text=on_text,
        )

    async def rewrite_report(
        self,
        report_id: str,
        *,
        actions: Sequence[Action] | None = None,
        section: int | None = None,
        again: int = 1,
        progress: Progress = ignore,
    ) -> Report:
        """A report with other chosen actions, or, by a language model, with one section (counted
        from 0) anew; the rest stays.

        Another number `again` gives another new version of the section.
        """
        from myscholar.workflows.report.change_report import rewrite_report

        base = RunId(report_id)
        work = await rewrite_report(
            self.services, base, actions=actions, section=section, again=again, progress=progress
        )
        return work.report

    async def follow_up(
        self, report_id: str, instruction: str, *, progress: Progress = ignore
    ) -> Report:
        """A report edited as the instruction says."""
        from myscholar.workflows.report.change_report import follow_up

        return (
            await follow_up(self.services, RunId(report_id), instruction, progress=progress)
        ).report


class MyScholar:
    """The same for scripts and notebooks: every method of AsyncMyScholar, waited for.

    >>> scholar = MyScholar()  # doctest: +SKIP
    >>> papers = scholar.read_papers("papers/").papers  # doctest: +SKIP
    >>> profile = scholar.infer_profile(papers)  # doctest: +SKIP
    >>> question = "How are citations evaluated?"
    >>> actions = scholar.propose_actions(question, profile=profile)  # doctest: +SKIP
    >>> report = scholar.write_report(question, actions=actions.chosen)  # doctest: +SKIP
    """

    def __init__(self, services: Services | None = None) -> None:
        self._async = AsyncMyScholar(services)
        self.services = self._async.services

    def read_papers(
        self, *sources: str | Path, relation: Relation = Relation.MINE, progress: Progress = ignore
    ) -> Imported:
        return _wait(self._async.read_papers(*sources, relation=relation, progress=progress))

    def add_papers(self, *sources: str | Path, **options: Any) -> Added:
        return _wait(self._async.add_papers(*sources, **options))

    def infer_profile(self, papers: Sequence[Paper] | None = None, **options: Any) -> Profile:
        return _wait(self._async.infer_profile(papers, **options))

    def build_corpus(self, *sources: str | Path, **options: Any) -> "CorpusInfo":
        return _wait(self._async.build_corpus(*sources, **options))

    def search_corpus(self, name: str, query: str, **options: Any) -> tuple[Hit, ...]:
        return _wait(self._async.search_corpus(name, query, **options))

    def propose_actions(self, question: str, **options: Any) -> ActionList:
        return _wait(self._async.propose_actions(question, **options))

    def begin_head_start(self, question: str, **options: Any) -> RunId | None:
        return self._async.begin_head_start(question, **options)

    def write_report(self, question: str, **options: Any) -> Report:
        return _wait(self._async.write_report(question, **options))

    def rewrite_report(self, report_id: str, **options: Any) -> Report:
        return _wait(self._async.rewrite_report(report_id, **options))

    def follow_up(self, report_id: str, instruction: str, **options: Any) -> Report:
        return _wait(self._async.follow_up(report_id, instruction, **options))


for _name, _method in vars(MyScholar).items():
    # `help` shows the options and says of each method what it says of the async one
    if not _name.startswith("_"):
        update_wrapper(_method, getattr(AsyncMyScholar, _name), assigned=("__doc__",), updated=())


def _wait(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One loop on a thread of its own, so that this also works where a loop already runs
    (notebooks)."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="myscholar", daemon=True).start()
    return loop
