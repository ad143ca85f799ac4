"""Papers from a browser, into the library: uploaded files, pasted links and titles."""

import asyncio
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.orders import PapersRead, ReadPapersOrder, SentFile
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event, Progress, RunId, RunKind, ignore
from myscholar.domain.text import counted, file_name, one_line, shorten
from myscholar.errors import InputError, MyScholarError, StorageError
from myscholar.library.imports import Problem, import_beside
from myscholar.library.merge import merge_papers
from myscholar.processes import remove_leftovers
from myscholar.runs.run import Run
from myscholar.workflows.job import Job
from myscholar.workflows.library.add_papers import fetch_papers, merge_into
from myscholar.workflows.names import check_name
from myscholar.workflows.services import Services

_PART = ".part"
"""Of the name of a run's folder until all of its uploads are there."""
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,10}")


class Upload(NamedTuple):
    """A file as the browser sent it; the name is what its owner called it."""

    name: str
    content: bytes


class Gathered(Frozen):
    """Papers that were read, and in words what could not be."""

    papers: tuple[Paper, ...] = ()
    problems: tuple[str, ...] = ()


def order_of(
    services: Services,
    run_id: RunId,
    *,
    text: str,
    uploads: Sequence[Upload],
    library: str,
    relation: Relation,
) -> ReadPapersOrder:
    """Keeps the uploads until the run has read them. Raises InputError, StorageError."""
    check_name("library", library)
    lines = tuple(dict.fromkeys(line for raw in text.splitlines() if (line := one_line(raw))))
    if not lines and not uploads:
        raise InputError(
            "There is nothing to read yet. Give files, or a link, id, DOI or title a line."
        )
    folder = _folder(services, run_id)
    part = folder.with_suffix(_PART)
    remove_leftovers(folder.parent, f"*{_PART}")
    try:
        files = tuple(
            SentFile(
                name=shorten(one_line(upload.name), 120) or "a file",
                file=_write(part, i, upload),
            )
            for i, upload in enumerate(uploads)
        )
        if files:
            part.rename(folder)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise StorageError(
            f"The files can't be kept in {folder.parent} ({error.strerror})."
        ) from error
    return ReadPapersOrder(library=library, relation=relation, lines=lines, files=files)


def title_of(order: ReadPapersOrder) -> str:
    """What is read, as far as it fits a line."""
    given = [*(sent.name for sent in order.files), *order.lines]
    more = f" and {len(given) - 1} more" if len(given) > 1 else ""
    return f"{shorten(given[0], 100)}{more}"


async def gather_papers(services: Services, run: Run, order: ReadPapersOrder) -> PapersRead:
    """What can't be read is told and stops nothing."""
    gathered = await run.step("Reading papers", Gathered, lambda: _gather(services, run, order))
    read = await run.step(
        "Storing papers", PapersRead, lambda: asyncio.to_thread(_store, services, order, gathered)
    )
    forget_uploads(services, run.run_id)
    n = len(read.paper_ids)
    run.tell(
        Event(
            step="Storing papers",
            message=f"{counted(n, 'paper')}, {read.n_new} new",
            done=n,
            total=n,
        )
    )
    return read


JOB = Job(
    lambda _, order: order,
    lambda _, order: title_of(order),
    gather_papers,
    PapersRead.model_validate,
)


def papers_read(services: Services, run_id: RunId) -> PapersRead:
    """What a finished run read. Raises UnknownName; InputError for a run that read none, or has not
    finished."""
    kind, _ = services.runs.standing(run_id)
    left = services.runs.result(run_id) if kind is RunKind.PAPERS else None
    if left is None:
        raise InputError(f"Run {run_id} has read no papers.")
    return PapersRead.model_validate(left)


def forget_uploads(services: Services, run_id: RunId) -> None:
    """The run needs them no more."""
    shutil.rmtree(_folder(services, run_id), ignore_errors=True)


def join_papers(*groups: Sequence[Paper]) -> tuple[Paper, ...]:
    """All of them, each paper once."""
    return merge_papers([paper for group in groups for paper in group]).papers


def library_names(services: Services) -> tuple[str, ...]:
    return tuple(info.name for info in services.store.libraries())


async def _gather(services: Services, run: Run, order: ReadPapersOrder) -> Gathered:
    folder = _folder(services, run.run_id)
    names = {folder / sent.file: sent.name for sent in order.files}
    files = Gathered()
    if names:
        files = await _read_files(names, order.relation, run.tell)
    pasted = Gathered()
    if order.lines:
        pasted = await read_pasted(
            services, order.lines, relation=order.relation, progress=run.tell
        )
    return Gathered(
        papers=join_papers(files.papers, pasted.papers),
        problems=(*files.problems, *pasted.problems),
    )


async def _read_files(
    names: Mapping[Path, str], relation: Relation, progress: Progress
) -> Gathered:
    """PDF, JSONL and BibTeX files under the names that their owner gave them."""

    def tell(event: Event) -> None:
        shown = {path.name: name for path, name in names.items()}
        progress(event.model_copy(update={"message": shown.get(event.message, event.message)}))

    read = await import_beside(list(names), relation=relation, progress=tell)
    return Gathered(papers=read.papers, problems=tuple(_say(p, names) for p in read.problems))


def _say(problem: Problem, names: Mapping[Path, str]) -> str:
    path = Path(problem.source)
    name = names.get(path, path.name)
    return f"{name}{'' if problem.line is None else f', line {problem.line}'}: {problem.message}"


async def read_pasted(
    services: Services, lines: Sequence[str], *, relation: Relation, progress: Progress = ignore
) -> Gathered:
    """A link, id, DOI or title a line, looked up at Semantic Scholar. Lines are never taken for
    files of this machine."""
    try:
        read = await fetch_papers(services, lines, relation=relation, progress=progress)
    except MyScholarError as error:
        return Gathered(problems=tuple(f"{shorten(line, 120)}: {error}" for line in lines))
    return Gathered(papers=read.papers, problems=tuple(str(p) for p in read.problems))


def _store(services: Services, order: ReadPapersOrder, gathered: Gathered) -> PapersRead:
    if not gathered.papers:
        return PapersRead(library=order.library, problems=gathered.problems)
    dated = tuple(
        p if p.year else p.with_facts({"year": order.years.get(p.paper_id)})
        for p in gathered.papers
    )
    papers, n_new = merge_into(services, order.library, dated)
    again = merge_papers((*papers, *dated)).merges  # each was merged into the one that it became
    ids = tuple(dict.fromkeys(merge.kept for merge in again))
    return PapersRead(library=order.library, paper_ids=ids, n_new=n_new, problems=gathered.problems)


def _folder(services: Services, run_id: RunId) -> Path:
    return services.settings.home / "uploads" / run_id


def _write(folder: Path, number: int, upload: Upload) -> str:
    """The upload in a folder of its own, under a name that can't leave it and that any file system
    can hold."""
    name = Path(upload.name)
    safe = file_name(name.stem) + (name.suffix if _ENDING.fullmatch(name.suffix) else "")
    path = folder / str(number) / safe
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(upload.content)
    return f"{number}/{safe}"
