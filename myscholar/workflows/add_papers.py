"""Papers from files, folders and Semantic Scholar into the local library."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event, Progress, silent
from myscholar.errors import NoPapers
from myscholar.library.imports import Imported, Problem, import_sources
from myscholar.library.merge import merge_papers
from myscholar.library.pdf import read_pdf
from myscholar.workflows.services import Services

DEFAULT_LIBRARY = "default"
IMPORT_REQUESTS = 60
_FILE_LIKE = re.compile(r"\.(pdf|jsonl|bib|parquet|json|txt|docx?|html?)$|^[./~]", re.IGNORECASE)


@dataclass(frozen=True)
class Added:
    """What an import did: papers as they now stand in the library, and what could not be read."""

    library: str
    papers: tuple[Paper, ...]
    n_new: int
    n_merged: int
    problems: tuple[Problem, ...]


async def read_papers(
    services: Services, sources: Sequence[str], *, relation: Relation = Relation.MINE, progress: Progress = silent
) -> Imported:
    """Papers of files and folders, and of everything else by Semantic Scholar: URL, id, DOI, arXiv id, title, author page."""
    local = [s for s in sources if Path(s).expanduser().exists() or _FILE_LIKE.search(s)]
    remote = [s for s in sources if s not in local]
    read = import_sources([Path(s).expanduser() for s in local], relation=relation, progress=progress)
    if not remote:
        return read
    from myscholar.library.semantic_scholar import import_from_scholar

    client = services.scholar(IMPORT_REQUESTS)
    fetched = await import_from_scholar(remote, client=client, read_pdf=read_pdf, relation=relation, progress=progress)
    return Imported(papers=(*read.papers, *fetched.papers), problems=(*read.problems, *fetched.problems))


async def add_papers(
    services: Services,
    sources: Sequence[str],
    *,
    library: str = DEFAULT_LIBRARY,
    relation: Relation = Relation.MINE,
    progress: Progress = silent,
) -> Added:
    """Reads the sources and merges them into the library. A bad file never stops the rest. Raises NoPapers if nothing was readable."""
    read = await read_papers(services, sources, relation=relation, progress=progress)
    if not read.papers:
        reasons = "; ".join(problem.message for problem in read.problems[:3])
        raise NoPapers(f"{', '.join(sources)}" + (f" ({reasons})" if reasons else ""))
    before = services.store.papers(library)
    merged = merge_papers((*before, *read.papers))
    services.store.replace(library, merged.papers, at=services.now())
    progress(Event(step="Storing papers", message=library, done=len(merged.papers), total=len(merged.papers)))
    new = len(merged.papers) - len(before)
    return Added(library, merged.papers, new, len(read.papers) - new, read.problems)
