"""A further question to a finished report, answered beside it: from what the report's run kept, and
where wanted from a new search. The report stays as it is."""

import asyncio

from myscholar.domain.answers import Coverage, ReportAnswer
from myscholar.domain.engine import Engine
from myscholar.domain.orders import AnswerOrder, ReportOrder
from myscholar.domain.report import Report, ReportId, Section
from myscholar.domain.runs import Event
from myscholar.domain.text import counted, shorten
from myscholar.errors import InputError, NoEvidenceFound, RunNotResumable, UnknownName
from myscholar.gateways.llm.llm import Role
from myscholar.report.answering import is_foreign, rank_passages
from myscholar.report.extractive.answer import answer_by_quotes
from myscholar.report.extractive.instructions import is_instruction
from myscholar.report.llm.answer import (
    EarlierAnswer,
    ShownSources,
    WrittenAnswer,
    answer_question,
    show_sources,
    with_cited_alone,
)
from myscholar.report.llm.assemble import Assembled, assemble, notice
from myscholar.report.llm.draft_text import without_citations
from myscholar.report.llm.search_plan import SearchPlan, plan_search
from myscholar.report.llm.told_checks import note_of, tell_checks
from myscholar.report.llm.verify import Checked, verify_section
from myscholar.report.numbering import number_after
from myscholar.report.queries import failed_searches
from myscholar.runs.run import Run, StepWork
from myscholar.search.quoted import with_everything
from myscholar.search.semantic_scholar import MAX_REQUESTS
from myscholar.text.question import check_question
from myscholar.text.terms import content_stems
from myscholar.workflows.engines import settle_engine, this_year
from myscholar.workflows.job import Job
from myscholar.workflows.report.answers import answers_of, sources_of
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.material import search
from myscholar.workflows.report.records import ReportRecord, SearchResult
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.report.write_extractive import queries_of
from myscholar.workflows.report.write_extractive import search as search_by_rules
from myscholar.workflows.report.write_llm import open_context
from myscholar.workflows.runs.budgets import cost_of
from myscholar.workflows.services import Services

LONGEST_QUESTION = 2000
FEW_WORDS = 3
"""A question with fewer words of its own is looked up together with what it goes on from; by
hand."""
LONGEST_REFUSAL = 400
"""Characters of what a model says where it finds no answer: what goes beyond is none. By hand."""
UNTRACED = "What the model answered rests on no quote, so it is not shown."
FOREIGN = (
    "Without a language model a question is answered in the language of the sources alone, and "
    "this one seems to be in another. Ask in theirs, or set up a model."
)
QUOTES_ALONE = (
    "Chosen without a language model: sentences of the report's sources, copied and not rewritten, "
    "the best fit first. Whether they answer the question is for you to judge."
)
LOOKED_FOR = (
    "Looked for without a language model, by the words of the question: what the sources say in "
    "other words is not found so."
)


def check_answer(services: Services, order: AnswerOrder) -> AnswerOrder:
    """Raises EmptyQuestion, QuestionTooLong, InputError, UnknownName, EngineUnavailable."""
    question = check_question(order.question, limit=LONGEST_QUESTION)
    kept = report_record(services, order.base)
    if is_instruction(question, [s.title for s in kept.report.sections]):
        raise InputError(
            "This asks for a change of the report, and a question leaves it as it is. Make a new "
            "version with these words, or ask something."
        )
    settled = settle_engine(services, order.model_copy(update={"question": question}))
    if settled.engine is Engine.EXTRACTIVE and is_foreign(
        question, sources_of(kept), services.background
    ):
        raise InputError(FOREIGN)
    return settled


async def answer(services: Services, run: Run, order: AnswerOrder) -> ReportAnswer:
    """Raises NoEvidenceFound, LLMError, RunNotResumable."""
    try:
        kept = await asyncio.to_thread(report_record, services, order.base)
    except UnknownName as error:
        raise RunNotResumable(run.run_id, "the report that was asked was deleted.") from error

    async def before() -> tuple[EarlierAnswer, ...]:
        found = await asyncio.to_thread(answers_of, services, order.base)
        return tuple(
            EarlierAnswer(question=a.question, answer=without_citations(a.section.text))
            for a in found
        )

    earlier = await run.step("Earlier questions", tuple[EarlierAnswer, ...], before)
    work = _Work(services, run, order, kept, earlier)
    made = await (work.by_rules() if order.engine is Engine.EXTRACTIVE else work.by_model())
    (numbered,) = number_after([made], kept.report.references)
    return ReportAnswer.model_validate(numbered.model_dump())


class _Work:
    """One answer while it is made."""

    def __init__(
        self,
        services: Services,
        run: Run,
        order: AnswerOrder,
        kept: ReportRecord,
        earlier: tuple[EarlierAnswer, ...],
    ) -> None:
        self.services, self.run, self.order, self.kept = services, run, order, kept
        self.earlier, self.notes = earlier, list[str]()
        self.searched: SearchResult | None = None
        self.hits = sources_of(kept)

    @property
    def asked(self) -> ReportOrder:
        """As if a report on the question were wanted."""
        update = {
            "question": self.order.question,
            "actions": (),
            "head_start": None,
            "engine": self.order.engine,
        }
        return self.kept.order.model_copy(update=update)

    @property
    def goes_on_from(self) -> tuple[str, ...]:
        """Questions that this one may lean on, the nearest first."""
        return (*(e.question for e in reversed(self.earlier)), self.kept.report.question)

    async def by_rules(self) -> ReportAnswer:
        if self.order.search:
            queries = await queries_of(self.services, self.asked)

            async def look() -> SearchResult:
                found = await search_by_rules(self.services, self.asked, queries, self.run.tell)
                return found.found

            await self._search(look)
        self._tell("Looking in the sources", self._n_sources())
        made = await asyncio.to_thread(
            answer_by_quotes,
            self.order.question,
            self.goes_on_from,
            self.hits,
            self.services.background,
            cited={r.paper.paper_id for r in self.kept.report.references},
        )
        parts = Assembled(
            sections=(made.section,), references=made.references, passages=made.passages
        )
        said = LOOKED_FOR if made.coverage is Coverage.NONE else QUOTES_ALONE
        return await self._answer(made.coverage, parts, said, "extractive", made.missing)

    async def by_model(self) -> ReportAnswer:
        async with open_context(self.services, self.run, self.asked) as context:
            wordings = await self._look_up(context)
            quoted = {e.passage_id for s in self.kept.report.sections for e in s.evidence}
            ranked = await asyncio.to_thread(
                rank_passages, wordings, self.hits, quoted, self.services.background
            )
            sources = show_sources(ranked)
            shown = f"{counted(len(sources.quotes), 'sentence')} of {self._n_sources()}"
            self._tell("Looking in the sources", shown)
            written = await self.run.step(
                "Answering", WrittenAnswer, lambda: self._write(context, sources)
            )
            if written.coverage is Coverage.NONE:
                return await self._refuse(written)
            checked = await self.run.step(
                "Checking",
                Checked,
                lambda: verify_section(
                    written.draft, sources.papers, language=written.language, llm=context.llm
                ),
            )
            assembled = assemble([with_cited_alone(checked.draft)], sources.papers)
            if not assembled.references:
                return await self._refuse(written)
            judge = context.llm.model(Role.JUDGE) if context.llm.can(Role.JUDGE) else ""
            told = tell_checks(
                [checked],
                n_doubts=sum(s.n_doubtful for s in assembled.sections),
                judge=judge,
                language=written.language,
            )
            self.notes += note_of([checked], judge=judge)
            said = notice(written.draft.origin, assembled, told)
            return await self._answer(written.coverage, assembled, said, "llm", written.missing)

    async def _look_up(self, context: ReportContext) -> tuple[str, ...]:
        """The wordings by which passages are chosen, after a search where one is wanted: a model's
        queries, where it plans one or the question is in another language than the sources."""
        question = self.order.question
        leaning = len(content_stems(question)) < FEW_WORDS
        own = " ".join((question, *self.goes_on_from[:2])) if leaning else question
        if not self.order.search and not is_foreign(question, self.hits, self.services.background):
            return (own,)
        plan = await self.run.step("Planning the search", SearchPlan, lambda: self._plan(context))
        if self.order.search:
            await self._search(
                lambda: search(context, plan.queries, "Searching", n_requests=MAX_REQUESTS)
            )
        return (own, *(query.text for query in plan.queries))

    async def _plan(self, context: ReportContext) -> SearchPlan:
        self._tell("Planning the search", "")
        return await plan_search(
            f"{self.order.question} (asked about a report on: {self.kept.report.question})",
            llm=context.llm,
            filters=self.kept.order.filters,
            this_year=this_year(self.services, self.order.engine),
        )

    async def _search(self, look: StepWork[SearchResult]) -> None:
        """Adds what is found; a search that finds nothing leaves the report's own sources."""
        try:
            found: SearchResult = await self.run.step("Searching", SearchResult, look)
        except NoEvidenceFound:
            self.notes.append("The new search found no further paper.")
            return
        self.searched = found
        before = {hit.paper.paper_id for hit in self.hits}
        self.hits = with_everything(found.findings.hits, self.hits)
        n_new = len({hit.paper.paper_id for hit in self.hits} - before)
        self.notes += [
            f"The new search added {counted(n_new, 'paper')}.",
            *found.notes,
            *failed_searches(found.findings),
        ]

    async def _write(self, context: ReportContext, sources: ShownSources) -> WrittenAnswer:
        self._tell("Answering", "")
        return await answer_question(
            self.order.question,
            self.kept.report,
            sources,
            earlier=self.earlier,
            llm=context.llm,
            on_text=lambda text: self.run.show("answer", text),
        )

    async def _refuse(self, written: WrittenAnswer) -> ReportAnswer:
        """In the model's words where it said that there is no answer."""
        is_refused = written.coverage is Coverage.NONE
        said = shorten(without_citations(written.draft.text), LONGEST_REFUSAL) * is_refused
        section = Section(title=written.draft.plan.title, text=said or UNTRACED)
        parts = Assembled(sections=(section,), references=(), passages=())
        then = "found no answer there" if is_refused else "cited nothing"
        who = (
            f"{written.draft.origin} was shown what fits the question best of "
            f"{self._n_sources()}, and {then}."
        )
        return await self._answer(Coverage.NONE, parts, who, "llm", "")

    async def _answer(
        self, coverage: Coverage | None, parts: Assembled, said: str, engine: str, missing: str
    ) -> ReportAnswer:
        requests = self.searched.n_requests if self.searched else 0
        results = self.searched.findings.results if self.searched else ()
        return ReportAnswer(
            base=ReportId(self.order.base),
            coverage=coverage,
            missing="" if coverage in (Coverage.FULL, Coverage.NONE) else missing,
            has_searched=self.order.search,
            said=Report(
                report_id=ReportId(self.run.run_id),
                question=self.order.question,
                title=parts.sections[0].title,
                engine=engine,
                notice=said,
                created_at=self.services.now(),
                sections=parts.sections,
                references=parts.references,
                passages=parts.passages,
                searches=tuple(r.record for r in results),
                notes=tuple(self.notes),
                cost=cost_of(await self.run.calls(), requests, await self.run.stop_clock()),
            ),
        )

    def _n_sources(self) -> str:
        return counted(len(self.hits), "paper")

    def _tell(self, step: str, message: str) -> None:
        self.run.tell(Event(step=step, message=message))


JOB = Job(check_answer, lambda _, order: order.question, answer, ReportAnswer.model_validate)
