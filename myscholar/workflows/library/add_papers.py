"""Papers from files, folders and Semantic Scholar into the local library."""

import re
from collections.abc import Sequence

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError, NoPapers
from myscholar.library.imports import Imported, Problem, import_beside
from myscholar.library.merge import merge_papers
from myscholar.library.semantic_scholar import import_from_scholar
from myscholar.library.worker import FileWorker
from myscholar.workflows.files import local_path
from myscholar.workflows.names import check_name
from myscholar.workflows.services import Services

DEFAULT_LIBRARY = "default"
IMPORT_REQUESTS = 60
_FILE_LIKE = re.compile(r"\.(pdf|jsonl|bib|parquet|json|txt|docx?|html?)$|^[./~]", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)


class Added(Frozen):
    """What an import did: papers as they now stand in the library, and what could not be read."""

    library: str
    papers: tuple[Paper, ...]
    n_new: int
    n_merged: int
    problems: tuple[Problem, ...]


async def read_papers(
    services: Services,
    sources: Sequence[str],
    *,
    relation: Relation = Relation.MINE,
    progress: Progress = ignore,
) -> Imported:
    """Papers of files and folders, and of everything else by Semantic Scholar: URL, id, DOI, arXiv
    id, title, author page.

    What can't be read is among the problems and never stops the rest. Raises NoPapers if nothing
    could be read.
    """
    if any(not s.strip() for s in sources):
        raise InputError("One of the sources is empty. Give files, folders, ids or titles.")
    local = [s for s in sources if _is_local(s)]
    remote = [s for s in sources if s not in local]
    read = (
        await import_beside([local_path(s) for s in local], relation=relation, progress=progress)
        if local
        else Imported()
    )
    if remote:
        fetched = await fetch_papers(services, remote, relation=relation, progress=progress)
        read = Imported(
            papers=(*read.papers, *fetched.papers),
            problems=(*read.problems, *fetched.problems),
            merges=read.merges,
        )
    if not read.papers:
        raise NoPapers("; ".join(str(problem).rstrip(".") for problem in read.problems[:3]))
    return read


async def fetch_papers(
    services: Services, names: Sequence[str], *, relation: Relation, progress: Progress
) -> Imported:
    """What Semantic Scholar has under these names."""
    # one reading process for all files; read_pdf would start one a file
    with FileWorker() as worker:
        async with services.scholar(IMPORT_REQUESTS) as client:
            return await import_from_scholar(
                names,
                client=client,
                read_pdf=lambda path: worker.read(path).paper,
                relation=relation,
                progress=progress,
            )


def _is_local(source: str) -> bool:
    """A file or folder that is there or reads like one; not an address, whatever it ends in."""
    if _ADDRESS.match(source):
        return False
    try:
        return bool(_FILE_LIKE.search(source)) or local_path(source).exists()
    except OSError:  # a title is too long for a file's name
        return False


async def add_papers(
    services: Services,
    sources: Sequence[str],
    *,
    library: str = DEFAULT_LIBRARY,
    relation: Relation = Relation.MINE,
    progress: Progress = ignore,
) -> Added:
    """Reads the sources and merges them into the library. Raises NoPapers if nothing could be
    read."""
    check_name("library", library)
    read = await read_papers(services, sources, relation=relation, progress=progress)
    merged, n_new = merge_into(services, library, read.papers)
    progress(Event(step="Storing papers", message=library, done=len(merged), total=len(merged)))
    n_given = len(read.papers) + len(read.merges)
    return Added(
        library=library,
        papers=merged,
        n_new=n_new,
        n_merged=n_given - n_new,
        problems=read.problems,
    )


def merge_into(
    services: Services, library: str, papers: Sequence[Paper]
) -> tuple[tuple[Paper, ...], int]:
    """The library's papers once these are among them, and how many of them are new."""
    merged: tuple[Paper, ...] = ()

    def change(stored: tuple[Paper, ...]) -> tuple[Paper, ...]:
        nonlocal merged
        merged = merge_papers((*stored, *papers)).papers
        return merged

    result = services.store.rewrite(library, change, at=services.now())
    return merged, len(result.added)
