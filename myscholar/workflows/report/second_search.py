"""What the outline says that a section lacks: searched for and read while the other sections are
being written already. Nothing happens where it names nothing."""

import asyncio
from collections.abc import Collection, Mapping
from itertools import zip_longest

from pydantic import Field

from myscholar.domain.evidence import Hit, QueryKind, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Findings
from myscholar.errors import NoEvidenceFound
from myscholar.report.llm.lexical import borne_out
from myscholar.report.llm.quotes import Quotes, extract_quotes
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.report.llm.verify import Checked
from myscholar.runs.run import StepWork, both
from myscholar.search.choice import found_by
from myscholar.search.retrieve import fused
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.known_material import with_known
from myscholar.workflows.report.material import search
from myscholar.workflows.report.records import ReportMaterial, SearchResult
from myscholar.workflows.report.writing import Attempt, write_sections

MOST_GAPS, PAPERS_A_GAP = 2, 4
"""Sections for which is searched once more, and papers read for each; by hand."""
ON_IT = 0.6
"""Share of the words of what is missing from which a paper that was found before and not read is on
it; by hand."""
STEP = "Searching for what is missing"


class Filling(Frozen):
    """What the second search found, the `papers` read for each section, and all quotes with those
    read of them; without `papers` there was nothing to be had, or a model failed at it, as the
    `note` says."""

    found: SearchResult | None = None
    papers: Mapping[int, tuple[PaperId, ...]] = Field(default_factory=dict)
    quotes: Quotes = Quotes()
    note: str = ""


async def write_all(
    context: ReportContext,
    material: ReportMaterial,
    *,
    start: int = 0,
    first: StepWork[Checked] | None = None,
    again: str = "",
) -> tuple[ReportMaterial, dict[int, Attempt]]:
    """Sections from number `start` on, those that lack something after it was searched for; and the
    material with what was found."""
    numbers = range(start, len(material.outline.sections))
    gaps = _gaps(material, numbers)
    if not gaps:
        made = await write_sections(context, material, numbers, first=first, again=again)
        return material, made

    async def write_last() -> tuple[ReportMaterial, dict[int, Attempt]]:
        filled = await _fill(context, material, gaps)
        return filled, await write_sections(context, filled, gaps, again=again)

    at_once = [n for n in numbers if n not in gaps]
    early = write_sections(context, material, at_once, first=first, again=again)
    soon, (filled, late) = await both(early, write_last())
    return filled, soon | late


def _gaps(material: ReportMaterial, numbers: Collection[int]) -> Mapping[int, SearchQuery]:
    """What is searched for, by the numbers of the sections. The first is being written already."""
    filters, sections = material.plan.filters, material.outline.sections
    lacking = [n for n in numbers if n and sections[n].missing][:MOST_GAPS]
    return {
        n: SearchQuery(text=sections[n].missing, kind=QueryKind.FACET, filters=filters)
        for n in lacking
    }


async def _fill(
    context: ReportContext, material: ReportMaterial, gaps: Mapping[int, SearchQuery]
) -> ReportMaterial:
    filling = await context.run.step(
        STEP, Filling, lambda: _search_and_read(context, material, gaps)
    )
    if filling.found and filling.papers:
        return _filled(material, filling, filling.found)
    if not filling.note:
        return material
    notes = (*material.found.notes, filling.note)
    found = material.found.model_copy(update={"notes": notes})
    return material.model_copy(update={"found": found})


async def _search_and_read(
    context: ReportContext, material: ReportMaterial, gaps: Mapping[int, SearchQuery]
) -> Filling:
    left = context.requests_left(material.found.n_requests)
    queries = tuple(dict.fromkeys(gaps.values()))
    try:
        found = await search(context, queries, STEP, n_requests=left)
    except NoEvidenceFound:
        found = SearchResult(findings=Findings(hits=(), results=()))
    hits, papers = await asyncio.to_thread(_choose, gaps, found, material)
    if not papers:
        return Filling()
    found = found.model_copy(update={"findings": found.findings.model_copy(update={"hits": hits})})
    at_hand = with_known(found, material, material.quotes, material.plan.filters)
    wanted = {paper_id for best in papers.values() for paper_id in best}
    lacking = "; ".join(query.text for query in gaps.values())
    try:
        quotes = await extract_quotes(
            f"{context.question}\nStill sought: {lacking}",
            [hit for hit in at_hand.findings.hits if hit.paper.paper_id in wanted],
            context.actions,
            llm=context.llm,
            visibility=context.order.visibility,
            known=material.quotes,
        )
    except NoEvidenceFound:
        return Filling()
    except CONCERN_ONE_REQUEST as failed:
        return Filling(note=f"What was found for what is missing could not be read: {failed}")
    return Filling(found=found, papers=papers, quotes=quotes)


def _choose(
    gaps: Mapping[int, SearchQuery], found: SearchResult, material: ReportMaterial
) -> tuple[tuple[Hit, ...], dict[int, tuple[PaperId, ...]]]:
    """What is read, and for which section: by turns the best of its own search, and those of the
    first search that were not read and that speak of what it lacks."""
    results = (*material.found.findings.results, *found.findings.results)
    every = fused(results, limit=sum(len(r.hits) for r in results)).hits
    read, accepts = frozenset(material.quotes.read), material.plan.filters.accepts
    unread = [h for h in every if h.paper.paper_id not in read and accepts(h.paper)]
    papers: dict[int, tuple[PaperId, ...]] = {}
    for n, query in gaps.items():
        new = found_by(unread, (r for r in found.findings.results if r.record.query == query))
        before = (hit for hit in unread if is_on(query.text, hit.paper))
        turns = (hit for pair in zip_longest(new, before) for hit in pair if hit)
        best = tuple(dict.fromkeys(hit.paper.paper_id for hit in turns))[:PAPERS_A_GAP]
        papers |= {n: best} if best else {}
    chosen = {paper_id for best in papers.values() for paper_id in best}
    return tuple(hit for hit in unread if hit.paper.paper_id in chosen), papers


def is_on(missing: str, paper: Paper) -> bool:
    """Whether its title and passages hold most words of what is missing."""
    told = " ".join([paper.title, *(passage.text for passage in paper.passages)])
    return borne_out(missing, told) >= ON_IT


def _filled(material: ReportMaterial, filling: Filling, found: SearchResult) -> ReportMaterial:
    """The material with what was found and read, each quote in the section that it was sought
    for."""
    before = material.found
    at_hand = with_known(found, material, filling.quotes, material.plan.filters)
    sections = list(material.outline.sections)
    for n, own in filling.papers.items():
        quotes = [q for q in filling.quotes.quotes if q.evidence.paper_id in own]
        sections[n] = sections[n].with_quotes(quotes)
    ids = {hit.paper.paper_id for hit in at_hand.findings.hits}
    hits = [h for h in before.findings.hits if h.paper.paper_id not in ids]
    findings = at_hand.findings.model_copy(
        update={
            "hits": (*at_hand.findings.hits, *hits),
            "results": (*before.findings.results, *found.findings.results),
        }
    )
    together = SearchResult(
        findings=findings,
        notes=tuple(dict.fromkeys((*before.notes, *at_hand.notes))),
        n_requests=before.n_requests + found.n_requests,
    )
    outline = material.outline.model_copy(update={"sections": tuple(sections)})
    return material.model_copy(
        update={"found": together, "quotes": filling.quotes, "outline": outline}
    )
