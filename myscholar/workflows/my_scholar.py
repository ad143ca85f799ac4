"""The product as a Python class: `MyScholar` for scripts and notebooks, `AsyncMyScholar` inside an
event loop. Same methods, same values."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from functools import cache, update_wrapper
from inspect import isawaitable, signature
from pathlib import Path
from typing import ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.answers import ReportAnswer
from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.interaction import (
    MOST_TURNS,
    Clarification,
    ResearchPlan,
    TreeChange,
    UserSpec,
)
from myscholar.domain.orders import (
    ActionsOrder,
    AnswerOrder,
    ClarifyOrder,
    FollowUpOrder,
    Order,
    ProfileOrder,
    ReportOrder,
    RewriteOrder,
    TableOrder,
    Visibility,
)
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import OnText, Progress, RunId, RunQuestion, ignore
from myscholar.domain.tables import PaperTable
from myscholar.errors import QuestionOver, RunCancelled
from myscholar.library.imports import Imported
from myscholar.search.corpus.info import CorpusInfo
from myscholar.text.question import check_question
from myscholar.workflows import jobs
from myscholar.workflows.engines import takes_model
from myscholar.workflows.library import corpora, related_papers
from myscholar.workflows.library.add_papers import DEFAULT_LIBRARY, Added, add_papers, read_papers
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.library.libraries import library_view, named_paper, named_papers
from myscholar.workflows.profile.profiles import library_papers
from myscholar.workflows.profile.update_profile import update_order
from myscholar.workflows.report.answers import answers_of
from myscholar.workflows.report.steering import read_changes, steer
from myscholar.workflows.services import Services

P = ParamSpec("P")
T = TypeVar("T")
Said = Answer | str | None
Asked = Callable[[Question], Said | Awaitable[Said]]


class AsyncMyScholar:
    """Everything the product does, for use inside an event loop. Raises the errors of
    `myscholar.errors`.

    What takes long is a run: `order` starts one of any kind and waits for what it makes.
    """

    def __init__(
        self,
        services: Services | None = None,
        *,
        by_worker: bool = False,
        ask: Asked | None = None,
    ) -> None:
        """`by_worker`: what takes long is left to a `myscholar worker`. `ask` is given each
        question that a run asks, and gives the answer: words or the number of a choice, an
        `Answer`, or None to leave it to others. Without it somebody answers elsewhere: by `answer`,
        in the app, on a terminal."""
        self.services = services or jobs.open_services(by_worker=by_worker)
        self._ask = ask

    async def order(
        self, order: Order[T], *, progress: Progress = ignore, on_text: OnText = ignore
    ) -> T:
        """What the order makes. Its options are the fields of `myscholar.domain.orders`. Cancelled,
        also by `asyncio.timeout`, it cancels its run, which can be resumed."""
        try:
            return await jobs.carry_out(
                self.services, order, progress=progress, on_text=on_text, ask=self._put
            )
        except RunCancelled as stopped:
            task = asyncio.current_task()
            if task and task.cancelling():
                raise asyncio.CancelledError(str(stopped)) from stopped
            raise

    async def _put(self, asked: RunQuestion) -> None:
        said = await _said(self._ask, asked.question) if self._ask else None
        if said is not None:
            with suppress(QuestionOver):
                jobs.answer(self.services, asked.run_id, asked.question_id, said)
            return
        listener = MyScholar.listener
        with listener.asked(asked) if listener else nullcontext():
            await asyncio.Future()  # until somebody answers elsewhere

    def questions(self) -> tuple[RunQuestion, ...]:
        """What runs of anybody wait for a person to answer, the oldest first."""
        return self.services.runs.open_questions()

    def answer(
        self,
        run_id: str,
        question_id: str,
        said: str | None = None,
        *,
        choices: Sequence[str] = (),
        skip: bool = False,
        decide: bool = False,
    ) -> Answer:
        """Answers one of `questions`: in words, which may be a choice or its number, by `choices`,
        with `skip`, or with `decide` by leaving it to the tool. The run goes on then; the first
        answer counts."""
        question = jobs.asked_by(self.services, RunId(run_id), question_id).question
        given = question.read(
            said, choices=choices, skip=skip, decide=decide, by=self.services.ticket.owner
        )
        return jobs.answer(self.services, RunId(run_id), question_id, given)

    def tree_changes(
        self,
        *,
        cut: Sequence[str] = (),
        reopen: Sequence[str] = (),
        merge: Sequence[str] = (),
        add: Sequence[str] = (),
    ) -> tuple[TreeChange, ...]:
        """What to change of a tree, by the numbers of its directions: `cut=["2"]`,
        `reopen=["1.3"]`, `merge=["2.1:1"]`, `add=["1: what lawyers do"]`; for `steer` and
        `rewrite_report`."""
        return read_changes(self.services, cut=cut, reopen=reopen, merge=merge, add=add)

    def steer(self, run_id: str, changes: Sequence[TreeChange]) -> None:
        """Changes the tree that a run grows, by `tree_changes`: taken in when what it does now is
        done. When its report is written, `rewrite_report` goes on from the tree."""
        steer(self.services, RunId(run_id), changes)

    async def read_papers(
        self, *sources: str | Path, relation: Relation = Relation.MINE, progress: Progress = ignore
    ) -> Imported:
        """Papers from files, folders, or Semantic Scholar (URL, id, DOI, arXiv id, title, author
        page); nothing is stored."""
        given = [str(s) for s in sources]
        return await read_papers(self.services, given, relation=relation, progress=progress)

    async def add_papers(
        self,
        *sources: str | Path,
        library: str = DEFAULT_LIBRARY,
        relation: Relation = Relation.MINE,
        progress: Progress = ignore,
    ) -> Added:
        """Papers as of `read_papers`, merged into a library."""
        given = [str(s) for s in sources]
        return await add_papers(
            self.services, given, library=library, relation=relation, progress=progress
        )

    def edit_paper(
        self,
        paper: str,
        *,
        library: str = DEFAULT_LIBRARY,
        title: str | None = None,
        authors: Sequence[str] | None = None,
        year: int | None = None,
        venue: str | None = None,
        doi: str | None = None,
    ) -> Paper:
        """Facts put right of a library's paper, named by number, id or title: they stay when it is
        added again. An empty one, or the year 0, is taken away."""
        named = named_paper(library_view(self.services, library), paper)
        return edit_paper(
            self.services,
            library,
            named.paper_id,
            title=title,
            authors=authors,
            year=year,
            venue=venue,
            doi=doi,
        )

    async def find_citing_papers(
        self, paper: str, *, limit: int = related_papers.FOUND
    ) -> tuple[Paper, ...]:
        """Papers that cite this one (URL, id, DOI, arXiv id), as Semantic Scholar knows them."""
        return await related_papers.find_citing_papers(self.services, paper, limit=limit)

    async def find_cited_papers(
        self, paper: str, *, limit: int = related_papers.FOUND
    ) -> tuple[Paper, ...]:
        """Papers that this one cites."""
        return await related_papers.find_cited_papers(self.services, paper, limit=limit)

    async def recommend_papers(
        self, *like: str, unlike: Sequence[str] = (), limit: int = related_papers.FOUND
    ) -> tuple[Paper, ...]:
        """Papers like some and unlike others, by Semantic Scholar, best first."""
        return await related_papers.recommend_papers(
            self.services, like, unlike=unlike, limit=limit
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
        order = ProfileOrder(papers=tuple(chosen), name=name, engine=Engine(engine))
        return await self.order(order, progress=progress)

    async def update_profile(
        self,
        profile: Profile,
        *,
        add: Sequence[Paper] = (),
        remove: Sequence[str] = (),
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
    ) -> Profile:
        """The profile with papers added, and others, named by title, number or id, removed. What
        still holds and your edits stay; `edits` says what came, changed and went."""
        order = update_order(
            self.services,
            profile,
            add=add,
            remove=[p.paper_id for p in named_papers(profile.papers, remove)],
            engine=Engine(engine),
        )
        return await self.order(order, progress=progress)

    async def build_corpus(
        self, *sources: str | Path, name: str, rebuild: bool = False, progress: Progress = ignore
    ) -> CorpusInfo:
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
        more: ActionList | None = None,
        like: Action | None = None,
        progress: Progress = ignore,
    ) -> ActionList:
        """What a report on the question could do for this reader; `more` and `like` as of
        `ActionsOrder`."""
        order = ActionsOrder(
            question=question,
            profile=profile,
            sources=tuple(sources),
            engine=Engine(engine),
            more=more,
            like=like,
        )
        return await self.order(order, progress=progress)

    async def clarify(
        self,
        question: str,
        *,
        profile: Profile | None = None,
        sources: Sequence[str] = (),
        filters: SearchFilters = SearchFilters(),
        user: UserSpec = UserSpec(),
        max_turns: int = MOST_TURNS,
        engine: Engine | str = Engine.AUTO,
        asker: str | Path = "",
        progress: Progress = ignore,
    ) -> Clarification:
        """Asks what the question leaves open, one thing at a time, and says it again with what was
        answered (`summary`). By default `ask` of this class, or somebody elsewhere, is asked;
        `user` may reply instead. `asker`: folder of a trained one, which needs no vendor."""
        order = ClarifyOrder(
            question=question,
            profile=profile,
            sources=tuple(sources),
            filters=filters,
            user=user,
            max_turns=max_turns,
            engine=Engine(engine),
            asker=str(asker),
        )
        return await self.order(order, progress=progress)

    def begin_head_start(
        self,
        question: str,
        *,
        profile: Profile | None = None,
        sources: Sequence[str] = (),
        filters: SearchFilters = SearchFilters(),
        engine: Engine | str = Engine.AUTO,
        run_id: RunId | None = None,
        progress: Progress = ignore,
    ) -> RunId | None:
        """Begins what a report on the question needs anyway, while the user still chooses, and
        returns at once; give the id to `write_report(head_start=...)`.

        None without a language model. What goes wrong later ends the head start, and the report
        starts from nothing.
        """
        order = ReportOrder(
            question=check_question(question),
            profile=profile,
            sources=tuple(sources),
            filters=filters,
            engine=Engine(engine),
        )
        if not takes_model(self.services, order.engine):
            return None
        return jobs.start(self.services, order.ahead, run_id=run_id, progress=progress)

    async def write_report(
        self,
        question: str,
        *,
        actions: Sequence[Action] = (),
        profile: Profile | None = None,
        sources: Sequence[str] = (),
        filters: SearchFilters = SearchFilters(),
        visibility: Visibility | str = Visibility.ALL,
        with_tables: bool = True,
        head_start: RunId | None = None,
        research: ResearchPlan | None = None,
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> Report:
        """Searches the sources and writes; enabled actions are carried out. With `research` it is
        searched in many steps, and you are asked on the way; a head start is not used then. The
        text is told to `on_text` as it grows: the name of a part (`section 2`) and its text so
        far."""
        order = ReportOrder(
            question=question,
            actions=tuple(actions),
            profile=profile,
            sources=tuple(sources),
            filters=filters,
            visibility=Visibility(visibility),
            with_tables=with_tables,
            head_start=head_start,
            research=research,
            engine=Engine(engine),
        )
        return await self.order(order, progress=progress, on_text=on_text)

    async def rewrite_report(
        self,
        report_id: str,
        *,
        actions: Sequence[Action] | None = None,
        section: int | None = None,
        again: int = 1,
        tree: Sequence[TreeChange] = (),
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> Report:
        """A report with other chosen actions, or, by a language model, with one section (counted
        from 0) anew; the rest stays. Or from its tree with the changes of `tree_changes`: the tree
        goes on from where it ended.

        Another number `again` gives another new version of the section.
        """
        chosen = None if actions is None else tuple(actions)
        order = RewriteOrder(
            base=RunId(report_id), actions=chosen, section=section, again=again, tree=tuple(tree)
        )
        return await self.order(order, progress=progress, on_text=on_text)

    async def follow_up(
        self,
        report_id: str,
        instruction: str,
        *,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> Report:
        """A report edited as the instruction says."""
        order = FollowUpOrder(base=RunId(report_id), instruction=instruction)
        return await self.order(order, progress=progress, on_text=on_text)

    async def ask_report(
        self,
        report_id: str,
        question: str,
        *,
        search: bool = False,
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
        on_text: OnText = ignore,
    ) -> ReportAnswer:
        """A question answered from the sources of a report, which stays as it is; with `search`
        from further papers too."""
        order = AnswerOrder(
            base=RunId(report_id), question=question, search=search, engine=Engine(engine)
        )
        return await self.order(order, progress=progress, on_text=on_text)

    def answers(self, report_id: str) -> tuple[ReportAnswer, ...]:
        """What was asked of a report and its other versions, the oldest first."""
        return answers_of(self.services, report_id)

    async def take_in(self, report_id: str, answer_id: str) -> Report:
        """A new version of the report with the answer as its last section."""
        return await self.order(FollowUpOrder(base=RunId(report_id), answer=RunId(answer_id)))

    async def make_table(
        self,
        *columns: str,
        report_id: str | None = None,
        with_found: bool = False,
        question: str = "",
        sources: Sequence[str] = (),
        limit: int = 40,
        title: str = "",
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
    ) -> PaperTable:
        """Papers side by side in columns of these words: a report's papers, the best `limit` of
        the sources for a question, or all of a library (`sources=["library:NAME"]`)."""
        order = TableOrder(
            columns=columns,
            report=RunId(report_id) if report_id else None,
            with_found=with_found,
            question=question,
            sources=tuple(sources),
            limit=limit,
            title=title,
            engine=Engine(engine),
        )
        return await self.order(order, progress=progress)

    async def grow_table(
        self,
        table_id: str,
        *columns: str,
        report_id: str | None = None,
        question: str = "",
        sources: Sequence[str] = (),
        limit: int = 40,
        engine: Engine | str = Engine.AUTO,
        progress: Progress = ignore,
    ) -> PaperTable:
        """The table with these columns and papers besides, under an id of its own; only the new
        cells are asked."""
        order = TableOrder(
            base=RunId(table_id),
            columns=columns,
            report=RunId(report_id) if report_id else None,
            question=question,
            sources=tuple(sources),
            limit=limit,
            engine=Engine(engine),
        )
        return await self.order(order, progress=progress)


async def _said(ask: Asked, question: Question) -> Said:
    """On a thread of its own, which nobody waits for where somebody else answers meanwhile."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Said | Awaitable[Said]] = loop.create_future()

    def tell(result: Said | Awaitable[Said], error: BaseException | None) -> None:
        if answered.done():
            return
        answered.set_exception(error) if error else answered.set_result(result)

    def work() -> None:
        result, failed = None, None
        try:
            result = ask(question)
        except Exception as error:
            failed = error
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(tell, result, failed)

    threading.Thread(target=work, name="ask", daemon=True).start()
    said = await answered
    return await said if isawaitable(said) else said


class ProgressListener(Protocol):
    """Who is told what a call does that names nobody; a surface says who."""

    def shown(self, wanted: bool | None, /) -> AbstractContextManager[Progress]:
        """`wanted` is what `MyScholar(progress=...)` says."""

    def asked(self, question: RunQuestion, /) -> AbstractContextManager[None]:
        """Of a question that nobody here answers, as long as it waits."""


def _wait_for(
    method: Callable[Concatenate[AsyncMyScholar, P], Awaitable[T]],
) -> Callable[Concatenate["MyScholar", P], T]:
    is_told = "progress" in signature(method).parameters

    def wait(self: "MyScholar", /, *args: P.args, **options: P.kwargs) -> T:
        async def work() -> T:
            return await method(self._async, *args, **options)

        with ExitStack() as listening:
            if is_told and self.listener and "progress" not in options:
                options["progress"] = listening.enter_context(self.listener.shown(self._shows))
            begun: Future[T] | None = None
            try:
                begun = asyncio.run_coroutine_threadsafe(work(), _loop())
                return begun.result()
            except KeyboardInterrupt:  # nobody waits for it any more: it stops, and can be resumed
                if begun:
                    begun.cancel()
                raise

    update_wrapper(wait, method)
    return wait


def _alike(
    method: Callable[Concatenate[AsyncMyScholar, P], T],
) -> Callable[Concatenate["MyScholar", P], T]:
    def call(self: "MyScholar", /, *args: P.args, **options: P.kwargs) -> T:
        return method(self._async, *args, **options)

    update_wrapper(call, method)
    return call


class MyScholar:
    """The same for scripts and notebooks: every method of AsyncMyScholar, waited for.

    >>> scholar = MyScholar()  # doctest: +SKIP
    >>> papers = scholar.read_papers("papers/").papers  # doctest: +SKIP
    >>> profile = scholar.infer_profile(papers)  # doctest: +SKIP
    >>> question = "How are citations evaluated?"
    >>> actions = scholar.propose_actions(question, profile=profile)  # doctest: +SKIP
    >>> report = scholar.write_report(question, actions=actions.chosen)  # doctest: +SKIP
    """

    listener: ClassVar[ProgressListener | None] = None

    def __init__(
        self,
        services: Services | None = None,
        *,
        progress: bool | None = None,
        by_worker: bool = False,
        ask: Asked | None = None,
    ) -> None:
        """`progress`: whether to show what a call does while it works; None: in a notebook and in
        IPython, not in a script. `by_worker` and `ask` as of AsyncMyScholar."""
        self._async = AsyncMyScholar(services, by_worker=by_worker, ask=ask)
        self.services = self._async.services
        self._shows = progress

    order = _wait_for(AsyncMyScholar.order)
    questions = _alike(AsyncMyScholar.questions)
    answer = _alike(AsyncMyScholar.answer)
    tree_changes = _alike(AsyncMyScholar.tree_changes)
    steer = _alike(AsyncMyScholar.steer)
    read_papers = _wait_for(AsyncMyScholar.read_papers)
    add_papers = _wait_for(AsyncMyScholar.add_papers)
    edit_paper = _alike(AsyncMyScholar.edit_paper)
    find_citing_papers = _wait_for(AsyncMyScholar.find_citing_papers)
    find_cited_papers = _wait_for(AsyncMyScholar.find_cited_papers)
    recommend_papers = _wait_for(AsyncMyScholar.recommend_papers)
    infer_profile = _wait_for(AsyncMyScholar.infer_profile)
    update_profile = _wait_for(AsyncMyScholar.update_profile)
    build_corpus = _wait_for(AsyncMyScholar.build_corpus)
    search_corpus = _wait_for(AsyncMyScholar.search_corpus)
    propose_actions = _wait_for(AsyncMyScholar.propose_actions)
    clarify = _wait_for(AsyncMyScholar.clarify)
    begin_head_start = _alike(AsyncMyScholar.begin_head_start)
    write_report = _wait_for(AsyncMyScholar.write_report)
    rewrite_report = _wait_for(AsyncMyScholar.rewrite_report)
    follow_up = _wait_for(AsyncMyScholar.follow_up)
    ask_report = _wait_for(AsyncMyScholar.ask_report)
    answers = _alike(AsyncMyScholar.answers)
    take_in = _wait_for(AsyncMyScholar.take_in)
    make_table = _wait_for(AsyncMyScholar.make_table)
    grow_table = _wait_for(AsyncMyScholar.grow_table)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One loop on a thread of its own, so that this also works where a loop already runs
    (notebooks)."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="myscholar", daemon=True).start()
    return loop
