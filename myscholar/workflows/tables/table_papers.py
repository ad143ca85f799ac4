"""The papers of a table's rows, and the text of them that is at hand."""

import asyncio
from collections.abc import Collection, Iterable, Sequence

from myscholar.domain.evidence import Hit, SearchQuery, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.orders import TableOrder
from myscholar.domain.papers import Paper, PaperId, Passage, PassageKind, TextSource
from myscholar.domain.runs import Progress, RunId
from myscholar.domain.tables import MOST_ROWS
from myscholar.errors import CorpusError, InputError, NoEvidenceFound, UnknownName
from myscholar.gateways.storage.records import LibraryInfo
from myscholar.search.more_passages import HoldsText
from myscholar.search.retrieve import retrieve
from myscholar.workflows.library.sources import SCHOLAR, named_to_open, open_sources
from myscholar.workflows.report.records import (
    ExtractiveReportRecord,
    LlmReportRecord,
    ReportRecord,
    SearchResult,
)
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.services import Services

FINDING = "Finding papers"
NO_PAPERS = "There are no papers for the rows of a table. Choose others."


class TablePapers(Frozen):
    """The papers with what a search found of them; `sources` are those on this machine that may
    hold more of their text."""

    papers: tuple[Paper, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    n_requests: int = 0


def is_of_papers(order: TableOrder) -> bool:
    """Whether it names papers to be rows."""
    return bool(order.report or order.sources or order.question)


async def find_papers(services: Services, order: TableOrder, progress: Progress) -> TablePapers:
    """Each once. Raises UnknownName, InputError, NoEvidenceFound."""
    if order.report:
        found = await asyncio.to_thread(_of_report, services, order.report, order.with_found)
    elif order.question:
        found = await _searched(services, order, progress)
    else:
        found = await asyncio.to_thread(_of_libraries, services, order.sources)
    if not found.papers:
        raise InputError(NO_PAPERS)
    papers = tuple({paper.paper_id: paper for paper in found.papers}.values())
    return found.model_copy(update={"papers": papers})


def papers_beside(held: Collection[PaperId], found: TablePapers) -> TablePapers:
    """Those that a table with `held` ones has not and has room for; a note says what is left
    out."""
    further = tuple(p for p in found.papers if p.paper_id not in held)
    kept, notes = further[: MOST_ROWS - len(held)], found.notes
    if n := len(further) - len(kept):
        every = len(found.papers)
        notes += (f"A table holds {MOST_ROWS} papers: {n:,} of {every:,} are left out.",)
    elif found.papers and not further:
        notes += ("All papers that were to be added stood in the table already.",)
    return found.model_copy(update={"papers": kept, "notes": notes})


def count_papers(services: Services, order: TableOrder) -> int:
    """How many rows its papers make, at most; nothing is searched. Raises UnknownName,
    InputError."""
    if order.report:
        return min(MOST_ROWS, len(_of_report(services, order.report, order.with_found).papers))
    if order.question:
        return order.limit
    return min(MOST_ROWS, sum(info.n_papers for info in _libraries(services, order.sources)))


def _of_report(services: Services, report_id: RunId, with_found: bool) -> TablePapers:
    record = report_record(services, report_id)
    found = _found_for(record)
    hits: dict[PaperId, Hit] = {h.paper.paper_id: h for h in found.findings.hits} if found else {}
    cited = [reference.paper for reference in record.report.references]
    own: dict[PaperId, list[Passage]] = {}
    for passage in record.report.passages:
        own.setdefault(passage.paper_id, []).append(passage)
    papers = [
        _with_text(paper, (*own.get(paper.paper_id, ()), *_passages(hits, paper.paper_id)))
        for paper in cited
    ]
    known = {paper.paper_id for paper in cited}
    if with_found:
        papers += [hit.paper for paper_id, hit in hits.items() if paper_id not in known]
    named = dict.fromkeys(named_to_open(name) for hit in hits.values() for name in hit.sources)
    return TablePapers(papers=tuple(papers), sources=tuple(n for n in named if n != SCHOLAR))


def _found_for(record: ReportRecord) -> SearchResult | None:
    """None for a report that was read from a file."""
    if isinstance(record, LlmReportRecord):
        return record.material.found
    return record.searched.found if isinstance(record, ExtractiveReportRecord) else None


def _passages(hits: dict[PaperId, Hit], paper_id: PaperId) -> tuple[Passage, ...]:
    return hits[paper_id].paper.passages if paper_id in hits else ()


def _of_libraries(services: Services, sources: Sequence[str]) -> TablePapers:
    """All papers of the libraries; their text is read when it is needed."""
    papers = tuple(
        paper.without_text()
        for library in _libraries(services, sources)
        for paper in services.store.papers(library.name)
    )
    return TablePapers(papers=papers, sources=tuple(sources))


def _libraries(services: Services, sources: Sequence[str]) -> tuple[LibraryInfo, ...]:
    """Raises InputError for a source of another kind, UnknownName."""
    known = {info.name: info for info in services.store.libraries()}
    for source in sources:
        kind, _, name = source.partition(":")
        if kind != "library":
            raise InputError(
                f"{source} can't be put into a table whole. Say by a question which of its papers."
            )
        if name not in known:
            raise UnknownName("library", name, tuple(known))
    return tuple(known[source.partition(":")[2]] for source in dict.fromkeys(sources))


async def _searched(services: Services, order: TableOrder, progress: Progress) -> TablePapers:
    opened = await asyncio.to_thread(open_sources, services, order.sources, progress=progress)
    try:
        query = (SearchQuery(text=order.question),)
        findings = await retrieve(query, opened.sources, limit=order.limit, progress=progress)
        n_requests = opened.n_requests
    finally:
        await opened.aclose()
    if not findings.hits:
        raise NoEvidenceFound(
            order.question,
            tuple(source_in_words(source.name) for source in opened.sources),
            failures=tuple(r.record.error for r in findings.results if r.record.error),
        )
    named = dict.fromkeys(named_to_open(name) for hit in findings.hits for name in hit.sources)
    return TablePapers(
        papers=tuple(hit.paper for hit in findings.hits),
        sources=tuple(name for name in named if name != SCHOLAR),
        notes=opened.notes,
        n_requests=n_requests,
    )


async def with_texts(services: Services, found: TablePapers) -> tuple[Paper, ...]:
    """The papers with all that this machine holds of them now."""
    more: dict[PaperId, list[Passage]] = {}
    for name in found.sources:
        try:
            (source,) = (await asyncio.to_thread(open_sources, services, (name,))).sources
        except (UnknownName, CorpusError):  # gone since: what was found stays
            continue
        if isinstance(source, HoldsText):
            for paper_id, passages in (await source.passages_of(found.papers)).items():
                more.setdefault(paper_id, []).extend(passages)
    return tuple(_with_text(p, (*more.get(p.paper_id, ()), *p.passages)) for p in found.papers)


def _with_text(paper: Paper, passages: Iterable[Passage]) -> Paper:
    """Each passage once; what of the paper is at hand is said anew."""
    held: dict[str, Passage] = {}
    for passage in passages:
        if passage.paper_id == paper.paper_id:
            held.setdefault(passage.passage_id, passage)
    kinds = {passage.kind for passage in held.values()}
    if paper.text_source is TextSource.FULL_TEXT and PassageKind.BODY in kinds:
        source = TextSource.FULL_TEXT
    elif PassageKind.BODY in kinds:
        source = TextSource.SNIPPETS
    elif PassageKind.ABSTRACT in kinds:
        source = TextSource.ABSTRACT
    else:
        source = TextSource.SUMMARY if PassageKind.SUMMARY in kinds else TextSource.TITLE_ONLY
    return paper.model_copy(update={"passages": tuple(held.values()), "text_source": source})
