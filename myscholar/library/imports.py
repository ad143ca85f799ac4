"""Files and folders -> papers, with a problem for each thing that could not be read."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import InputError, MyScholarError, UnreadableFile
from myscholar.library.merge import Merge, merge_papers
from myscholar.library.problems import Problem, opening
from myscholar.library.worker import FileWorker

__all__ = ["Imported", "Problem", "import_beside", "import_sources"]
KNOWN = (".pdf", ".jsonl", ".bib")
_TOLD_EACH = 500
"""Papers of a long file after which it is told again that it is read, and whoever listens may end
it by raising; by hand."""


class Imported(Frozen):
    """`papers` holds each paper once; `merges` says which arrived twice."""

    papers: tuple[Paper, ...] = ()
    problems: tuple[Problem, ...] = ()
    merges: tuple[Merge, ...] = ()


async def import_beside(
    sources: Sequence[str | Path], *, relation: Relation, progress: Progress
) -> Imported:
    """The same on a thread, where `progress` is called, too; ends when nobody waits for it."""
    with FileWorker() as worker:
        read = partial(import_sources, relation=relation, progress=progress, worker=worker)
        return await asyncio.to_thread(read, sources)


def import_sources(
    sources: Sequence[str | Path],
    *,
    relation: Relation = Relation.MINE,
    progress: Progress = ignore,
    worker: FileWorker | None = None,
) -> Imported:
    """Papers of files (.pdf, .jsonl, .bib) and of folders, which are searched through. A bad file
    becomes a Problem and never stops the rest."""
    files, problems = _find_files(sources)
    papers: list[Paper] = []
    step, total = "Reading papers", len(files)
    with worker or FileWorker() as worker:
        for done, file in enumerate(files):
            progress(Event(step=step, message=file.name, done=done, total=total))
            for n, found in enumerate(_read(file, relation, worker), start=1):
                if isinstance(found, Paper):
                    papers.append(found)
                else:
                    problems.append(found)
                if not n % _TOLD_EACH:
                    progress(Event(step=step, message=file.name, done=done, total=total))
    merged = merge_papers(papers)
    n_papers = counted(len(merged.papers), "paper")
    progress(Event(step=step, message=n_papers, done=total, total=total))
    return Imported(papers=merged.papers, problems=tuple(problems), merges=merged.merges)


def _read(file: Path, relation: Relation, worker: FileWorker) -> Iterator[Paper | Problem]:
    n_found = 0
    try:
        if file.suffix.casefold() in (".jsonl", ".bib"):
            for found in worker.entries(file, relation):
                n_found += 1
                yield found
            if not n_found:
                yield Problem(source=str(file), message="the file holds no paper")
        else:
            reading = worker.read(file)
            yield reading.paper.model_copy(update={"relation": relation})
            yield from (Problem(source=str(file), message=note) for note in reading.notes)
    except MyScholarError as error:
        problem = _problem(file, error)
        kept = " What was read before counts." if n_found else ""
        yield problem.model_copy(update={"message": f"{problem.message}{kept}"})


def _problem(source: str | Path, error: MyScholarError) -> Problem:
    reason = error.reason if isinstance(error, UnreadableFile) else str(error)
    return Problem(source=str(source), message=reason)


def _find_files(sources: Sequence[str | Path]) -> tuple[list[Path], list[Problem]]:
    """The files to read, each once, and a problem for each source that gives none."""
    files: dict[Path, None] = {}
    problems: list[Problem] = []
    for source in sources:
        try:
            with opening(Path(source)):
                files.update(dict.fromkeys(_files_of(Path(source))))
        except InputError as error:
            problems.append(_problem(source, error))
    return list(files), problems


def _files_of(path: Path) -> Sequence[Path]:
    if not path.exists():
        raise UnreadableFile(path, "there is no such file or folder.")
    if path.is_dir():
        visible = (p for p in path.rglob("*") if not p.name.startswith("."))
        found = sorted(p for p in visible if p.suffix.casefold() in KNOWN and p.is_file())
        if not found:
            raise UnreadableFile(path, "the folder holds no .pdf, .jsonl or .bib file.")
        return found
    if not path.is_file():
        raise UnreadableFile(path, "it is a device or a pipe, not a file.")
    if path.suffix.casefold() not in KNOWN and not _is_pdf(path):
        reason = "this kind of file can't be read. Known: .pdf, .jsonl, .bib and folders of them."
        raise UnreadableFile(path, reason)
    return (path,)


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) == b"%PDF-"
