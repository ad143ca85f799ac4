"""Papers by name: URL, id, DOI, arXiv id, title or author in, papers with as much text as is open
out.

A paper's text is its open-access PDF if there is one that can be read; else the passages that
Semantic Scholar may show of it; else its abstract; else nothing but the title. `text_source` says
which.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from myscholar.domain.papers import Paper, Passage, PassageKind, Relation, TextSource
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, fold, shorten
from myscholar.errors import (
    InputError,
    MyScholarError,
    ScholarError,
    ScholarUnavailable,
    UnknownName,
    UnknownPaper,
    UnreadableFile,
)
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.gateways.semantic_scholar.identifiers import Identifier, Names, parse_identifier
from myscholar.gateways.semantic_scholar.translate import ScholarAuthor
from myscholar.library.imports import Imported
from myscholar.library.merge import with_id
from myscholar.library.problems import Problem
from myscholar.processes import temporary_folder
from myscholar.text.similarity import overlap

MOST_OF_AN_AUTHOR = 20
"""Papers of one author that are taken, the most cited first; by hand."""
LARGEST_PDF = 50_000_000
"""Bytes of a PDF that is downloaded; by hand."""

_AT_ONCE = 4
"""Papers whose text is fetched at once; by hand."""
_SAME_TITLE = 0.6
"""Overlap of titles, in [0, 1], from which the closest one is the one asked for; by hand."""
_STEP = "Fetching papers"

ReadPdf = Callable[[Path], Paper]


class _Wanted(NamedTuple):
    """What an identifier stands for: papers known by their facts, or why there are none."""

    identifier: str
    papers: tuple[Paper, ...] = ()
    problem: str | None = None


async def import_from_scholar(
    identifiers: Sequence[str],
    *,
    client: SemanticScholar,
    read_pdf: ReadPdf,
    relation: Relation = Relation.MINE,
    progress: Progress = ignore,
) -> Imported:
    """Each paper once, in the order asked for. What can't be found or read is a problem of its own
    and stops nothing else.

    `read_pdf` reads one file and raises a MyScholarError for one it can't; it is called in a
    thread, one file at a time.
    """
    progress(Event(step=_STEP, message="asking Semantic Scholar", total=len(identifiers)))
    asked = tuple(dict.fromkeys(i.strip() for i in identifiers if i.strip()))
    wanted = await _look_up(asked, client)
    problems = [Problem(source=w.identifier, message=w.problem) for w in wanted if w.problem]
    asked_as = {paper.paper_id: w.identifier for w in reversed(wanted) for paper in w.papers}
    papers = {paper.paper_id: paper for w in wanted for paper in w.papers}
    reader = _Reader(client, read_pdf, progress, total=len(papers))
    read = await asyncio.gather(*(reader.with_text(paper) for paper in papers.values()))
    problems += [
        Problem(source=asked_as[paper.paper_id], message=message)
        for paper, messages in read
        for message in messages
    ]
    found = tuple(paper.model_copy(update={"relation": relation}) for paper, _ in read)
    return Imported(papers=found, problems=tuple(problems))


async def _look_up(identifiers: Sequence[str], client: SemanticScholar) -> list[_Wanted]:
    """All ids in one request; a title or an author takes one or two of its own."""
    parsed = {identifier: parse_identifier(identifier) for identifier in identifiers}
    found = await _by_id([i for i in identifiers if parsed[i].names is Names.PAPER], client)
    unreachable = ""
    for i in identifiers:
        if i in found:
            continue
        if unreachable:  # each try waits for its retries; the rest are spared them
            found[i] = _Wanted(i, problem=unreachable)
            continue
        try:
            found[i] = await _by_words(i, parsed[i], client)
        except (ScholarError, InputError) as error:
            found[i] = _Wanted(i, problem=str(error))
            unreachable = str(error) if isinstance(error, ScholarUnavailable) else ""
    return [found[i] for i in identifiers]


async def _by_id(identifiers: Sequence[str], client: SemanticScholar) -> dict[str, _Wanted]:
    try:
        papers = await client.papers(identifiers) if identifiers else ()
    except ScholarError as error:
        return {i: _Wanted(i, problem=str(error)) for i in identifiers}
    return {
        i: _Wanted(i, (paper,)) if paper else _Wanted(i, problem=str(UnknownPaper(i)))
        for i, paper in zip(identifiers, papers, strict=True)
    }


async def _by_words(identifier: str, parsed: Identifier, client: SemanticScholar) -> _Wanted:
    """Raises UnknownPaper when even the title that is closest is another one, and UnknownName
    unless exactly one author has the name: whose papers they are is not to be guessed."""
    if parsed.names is Names.TITLE:
        title, paper = parsed.value, await client.match(parsed.value)
        if fold(paper.title) != fold(title) and overlap(paper.title, title) < _SAME_TITLE:
            closest = f"the closest title is: {shorten(paper.title, 120)}"
            raise UnknownPaper(f"{shorten(title, 120)} ({closest})")
        return _Wanted(identifier, (paper,))
    author_id = parsed.value
    if parsed.names is Names.AUTHOR_NAME:
        found = await client.authors(parsed.value)
        namesakes = [a for a in found if fold(a.name) == fold(parsed.value)] or list(found)
        if len(namesakes) != 1:
            raise UnknownName("author", parsed.value, tuple(_choice(a) for a in namesakes))
        author_id = namesakes[0].author_id
    papers = await client.author_papers(author_id)
    note = None if papers else "This author has no papers."
    if len(papers) > MOST_OF_AN_AUTHOR:
        n_papers = counted(len(papers), "paper")
        note = f"The {MOST_OF_AN_AUTHOR} most cited of {n_papers} were taken."
    return _Wanted(identifier, papers[:MOST_OF_AN_AUTHOR], note)


def _choice(author: ScholarAuthor) -> str:
    return f"author:{author.author_id} ({author.name}, {counted(author.n_papers, 'paper')})"


class _Reader:
    """Fetches the text of papers, a few at once."""

    def __init__(
        self, client: SemanticScholar, read_pdf: ReadPdf, progress: Progress, *, total: int
    ) -> None:
        self._client, self._read_pdf, self._progress = client, read_pdf, progress
        self._done, self._total = 0, total
        self._places = asyncio.Semaphore(_AT_ONCE)
        # downloads overlap; whoever reads PDFs is asked for one at a time
        self._reading = asyncio.Lock()

    async def with_text(self, paper: Paper) -> tuple[Paper, tuple[str, ...]]:
        """The paper with the best text there is, and what stood in the way of a better one."""
        async with self._places:
            read = await self._best_text(paper)
        self._done += 1
        event = Event(step=_STEP, message=paper.title, done=self._done, total=self._total)
        self._progress(event)
        return read

    async def _best_text(self, paper: Paper) -> tuple[Paper, tuple[str, ...]]:
        problems = []
        try:
            read = await self._from_pdf(paper, paper.pdf_url) if paper.pdf_url else paper
            if any(p.kind is PassageKind.BODY for p in read.passages):
                return read, ()
        except MyScholarError as error:
            reason = error.reason if isinstance(error, UnreadableFile) else error
            problems.append(f"{shorten(paper.title, 80)}: its open PDF can't be used ({reason})")
        try:
            body = await self._client.body_of(paper)
        except ScholarError as error:
            problems.append(f"{shorten(paper.title, 80)}: its passages can't be had ({error})")
            body = ()
        return _with_snippets(paper, body), tuple(problems)

    async def _from_pdf(self, paper: Paper, url: str) -> Paper:
        """The service's facts, the file's text."""
        content = await self._client.download_pdf(url, max_bytes=LARGEST_PDF)
        with temporary_folder() as folder:
            path = folder / "paper.pdf"
            path.write_bytes(content)
            async with self._reading:
                read = await asyncio.to_thread(self._read_pdf, path)
        passages = with_id(read, paper.paper_id).passages
        if not any(p.kind is PassageKind.ABSTRACT for p in passages):
            passages = (*paper.passages, *passages)
        update = {"passages": passages, "text_source": TextSource.FULL_TEXT}
        return paper.model_copy(update=update | {"references": read.references})


def _with_snippets(paper: Paper, body: tuple[Passage, ...]) -> Paper:
    if not body:
        return paper  # its abstract, or nothing but the title; its text_source says so
    passages = tuple(
        p.model_copy(update={"paragraph": n})
        for n, p in enumerate((*paper.passages, *body), start=1)
    )
    return paper.model_copy(update={"passages": passages, "text_source": TextSource.SNIPPETS})
