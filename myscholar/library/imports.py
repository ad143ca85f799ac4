"""Files and folders -> papers, with a problem for each thing that could not be read."""

from collections.abc import Sequence
from pathlib import Path

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import InputError, MyScholarError, UnknownFormat, UnreadableFile
from myscholar.library.bibtex import read_bibtex
from myscholar.library.jsonl import read_jsonl
from myscholar.library.merge import Merge, merge_papers
from myscholar.library.pdf import PdfWorker
from myscholar.library.problems import Problem, opening

__all__ = ["Imported", "Problem", "import_sources"]
KNOWN = (".pdf", ".jsonl", ".bib")


class Imported(Frozen):
    """`papers` holds each paper once; `merges` says which arrived twice."""

    papers: tuple[Paper, ...] = ()
    problems: tuple[Problem, ...] = ()
    merges: tuple[Merge, ...] = ()


def import_sources(
    sources: Sequence[str | Path],
    *,
    relation: Relation = Relation.MINE,
    progress: Progress = ignore,
) -> Imported:
    """Papers of files (.pdf, .jsonl, .bib) and of folders, which are searched through. A bad file
    becomes a Problem and never stops the rest."""
    files, problems = _find_files(sources)
    papers: list[Paper] = []
    step, total = "Reading papers", len(files)
    with PdfWorker() as worker:
        for done, file in enumerate(files):
            progress(Event(step=step, message=file.name, done=done, total=total))
            found, troubles = _read(file, relation, worker)
            papers += found
            problems += troubles
    merged = merge_papers(papers)
    n_papers = counted(len(merged.papers), "paper")
    progress(Event(step=step, message=n_papers, done=total, total=total))
    return Imported(papers=merged.papers, problems=tuple(problems), merges=merged.merges)


def _read(
    file: Path, relation: Relation, worker: PdfWorker
) -> tuple[Sequence[Paper], Sequence[Problem]]:
    try:
        match file.suffix.casefold():
            case ".jsonl":
                papers, problems = read_jsonl(file, relation=relation)
            case ".bib":
                papers, problems = read_bibtex(file, relation=relation)
            case _:
                reading = worker.read(file)
                papers = (reading.paper.model_copy(update={"relation": relation}),)
                problems = tuple(Problem(source=str(file), message=n) for n in reading.notes)
    except MyScholarError as error:
        return (), (_problem(file, error),)
    if not papers and not problems:
        problems = (Problem(source=str(file), message="the file holds no paper"),)
    return papers, problems


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
        raise UnknownFormat(path)
    return (path,)


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) == b"%PDF-"
