"""Papers by name: URL, id, DOI, arXiv id, title or author in, papers with as much text as is open
out.

A paper's text is its open-access PDF if there is one that can be read; else the passages that
Semantic Scholar may show of it; else its abstract; else nothing but the title. `text_source` says
which.
"""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from myscholar.domain.papers import Paper, Passage, PassageId, PassageKind, Relation, TextSource
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
from myscholar.gateways.semantic_scholar.identifiers import Names, parse_identifier
from myscholar.gateways.semantic_scholar.translate import ScholarAuthor
from myscholar.library.imports import Imported
from myscholar.library.problems import Problem
from myscholar.text.similarity import overlap

MOST_OF_AN_AUTHOR = 20
"""Papers of one author that are taken, the most cited first."""
LARGEST_PDF = 50_000_000
"""Bytes."""

_AT_ONCE = 4
_SAME_TITLE = 0.6
_STEP = "Fetching papers"

ReadPdf = Callable[[Path], Paper]


@dataclass(frozen=True)
class _Wanted:
    """What one identifier stands for: papers known by their facts, or the reason why there are
    none."""

    identifier: str
    papers: tuple[Paper, ...] = ()
    problem: str | None = None
    is_unreachable: bool = False


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
    wanted = await _look_up(
        tuple(dict.fromkeys(i.strip() for i in identifiers if i.strip())), client
    )
    asked_as = {paper.paper_id: w.identifier for w in reversed(wanted) for paper in w.papers}
    papers = {paper.paper_id: paper for w in wanted for paper in w.papers}
    problems = [Problem(source=w.identifier, message=w.problem) for w in wanted if w.problem]
    reader = _Reader(client, read_pdf, progress, total=len(papers))
    read = await asyncio.gather(*(reader.with_text(paper) for paper in papers.values()))
    problems += [
        Problem(source=asked_as[paper.paper_id], message=message)
        for paper, messages in read
        for message in messages
    ]
    return Imported(
        papers=tuple(paper.model_copy(update={"relation": relation}) for paper, _ in read),
        problems=tuple(problems),
    )


async def _look_up(identifiers: Sequence[str], client: SemanticScholar) -> list[_Wanted]:
    """All ids in one request; a title or an author takes one or two of its own."""
    parsed = {identifier: parse_identifier(identifier) for identifier in identifiers}
    by_id = await _by_id([i for i in identifiers if parsed[i].names is Names.PAPER], client)
    others: dict[str, _Wanted] = {}
    unreachable = ""
    for i in identifiers:
        if parsed[i].names is not Names.PAPER:
            # Each try waits for its retries: once nothing answers, the rest are not tried.
            found = (
                _Wanted(i, problem=unreachable)
                if unreachable
                else await _by_words(i, parsed[i].names, parsed[i].value, client)
            )
            unreachable = found.problem or "" if found.is_unreachable else unreachable
            others[i] = found
    return [(by_id | others)[i] for i in identifiers]


async def _by_id(identifiers: Sequence[str], client: SemanticScholar) -> dict[str, _Wanted]:
    if not identifiers:
        return {}
    try:
        papers = await client.papers(identifiers)
    except ScholarError as error:
        return {i: _Wanted(i, problem=str(error)) for i in identifiers}
    return {
        i: _Wanted(i, (paper,)) if paper else _Wanted(i, problem=str(UnknownPaper(i)))
        for i, paper in zip(identifiers, papers, strict=True)
    }


async def _by_words(identifier: str, names: Names, value: str, client: SemanticScholar) -> _Wanted:
    try:
        if names is Names.TITLE:
            return _Wanted(identifier, (await _titled(value, client),))
        author_id = (
            value if names is Names.AUTHOR_ID else (await _the_author(value, client)).author_id
        )
        papers = await client.author_papers(author_id)
    except (ScholarError, InputError) as error:
        return _Wanted(
            identifier, problem=str(error), is_unreachable=isinstance(error, ScholarUnavailable)
        )
    left_out = len(papers) - MOST_OF_AN_AUTHOR
    note = (
        f"The {MOST_OF_AN_AUTHOR} most cited of {counted(len(papers), 'paper')} were taken."
        if left_out > 0
        else None
    )
    return _Wanted(
        identifier,
        papers[:MOST_OF_AN_AUTHOR],
        note or (None if papers else "This author has no papers."),
    )


async def _titled(title: str, client: SemanticScholar) -> Paper:
    """Raises UnknownPaper when even the closest title is another one."""
    paper = await client.match(title)
    if fold(paper.title) != fold(title) and overlap(paper.title, title) < _SAME_TITLE:
        raise UnknownPaper(
            f"{shorten(title, 120)} (the closest title is: {shorten(paper.title, 120)})"
        )
    return paper


async def _the_author(name: str, client: SemanticScholar) -> ScholarAuthor:
    """Raises UnknownName unless there is exactly one of this name: whose papers they are is not to
    be guessed."""
    found = await client.authors(name)
    namesakes = [a for a in found if fold(a.name) == fold(name)] or list(found)
    if len(namesakes) != 1:
        raise UnknownName("author", name, tuple(_choice(a) for a in namesakes))
    return namesakes[0]


def _choice(author: ScholarAuthor) -> str:
    return f"author:{author.author_id} ({author.name}, {counted(author.n_papers, 'paper')})"


@dataclass
class _Reader:
    """Fetches the text of papers, a few at once."""

    client: SemanticScholar
    read_pdf: ReadPdf
    progress: Progress
    total: int
    done: int = 0

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(_AT_ONCE)
        # downloads overlap; whoever reads PDFs is asked for one at a time
        self._reading = asyncio.Lock()

    async def with_text(self, paper: Paper) -> tuple[Paper, tuple[str, ...]]:
        """The paper with the best text there is, and what stood in the way of a better one."""
        async with self._places:
            read = await self._best_text(paper)
        self.done += 1
        self.progress(Event(step=_STEP, message=paper.title, done=self.done, total=self.total))
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
            body = await self.client.body_of(paper)
        except ScholarError as error:
            problems.append(f"{shorten(paper.title, 80)}: its passages can't be had ({error})")
            body = ()
        return _with_passages(paper, body), tuple(problems)

    async def _from_pdf(self, paper: Paper, url: str) -> Paper:
        content = await self.client.download_pdf(url, max_bytes=LARGEST_PDF)
        with tempfile.TemporaryDirectory(prefix="myscholar-") as folder:
            path = Path(folder) / "paper.pdf"
            path.write_bytes(content)
            async with self._reading:
                read = await asyncio.to_thread(self.read_pdf, path)
        return _with_full_text(paper, read)


def _with_full_text(paper: Paper, read: Paper) -> Paper:
    """The service's facts, the file's text: ids and numbers of the passages stay, under the paper's
    own id."""
    passages = tuple(_moved(p, paper) for p in read.passages)
    known = {p.kind for p in passages}
    abstract = () if PassageKind.ABSTRACT in known else paper.passages
    return paper.model_copy(
        update={
            "passages": (*abstract, *passages),
            "references": read.references,
            "text_source": TextSource.FULL_TEXT,
        }
    )


def _moved(passage: Passage, paper: Paper) -> Passage:
    number = passage.passage_id.removeprefix(passage.paper_id)
    return passage.model_copy(
        update={"paper_id": paper.paper_id, "passage_id": PassageId(f"{paper.paper_id}{number}")}
    )


def _with_passages(paper: Paper, body: tuple[Passage, ...]) -> Paper:
    if not body:
        return paper  # its abstract, or nothing but the title; its text_source says so
    numbered = tuple(
        p.model_copy(update={"paragraph": n})
        for n, p in enumerate((*paper.passages, *body), start=1)
    )
    return paper.model_copy(update={"passages": numbered, "text_source": TextSource.SNIPPETS})
