"""Papers from a browser: uploaded files, pasted links and titles, a library. Nothing is stored."""

import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Progress, silent
from myscholar.library.imports import import_sources
from myscholar.library.merge import merge_papers
from myscholar.library.pdf import PdfWorker
from myscholar.workflows.add_papers import IMPORT_REQUESTS
from myscholar.workflows.services import Services


class Upload(NamedTuple):
    """A file as the browser sent it; the name is what its owner called it."""

    name: str
    content: bytes


class Gathered(NamedTuple):
    papers: tuple[Paper, ...]
    problems: tuple[str, ...]


def read_uploads(uploads: Sequence[Upload], *, relation: Relation, progress: Progress = silent) -> Gathered:
    """PDF, JSONL and BibTeX files. A bad file becomes a problem and never stops the rest."""
    with TemporaryDirectory(prefix="myscholar-") as folder:
        names = {_written(Path(folder) / str(i), upload): upload.name for i, upload in enumerate(uploads)}
        read = import_sources(list(names), relation=relation, progress=progress)
        problems = tuple(
            f"{names.get(Path(p.source), Path(p.source).name)}{'' if p.line is None else f', line {p.line}'}: {p.message}"
            for p in read.problems
        )
    return Gathered(read.papers, problems)


async def read_pasted(services: Services, text: str, *, relation: Relation, progress: Progress = silent) -> Gathered:
    """A link, id, DOI or title a line, looked up at Semantic Scholar. Lines are never taken for files of this machine."""
    from myscholar.library.semantic_scholar import import_from_scholar

    lines = list(dict.fromkeys(line for raw in text.splitlines() if (line := " ".join(raw.split()))))
    with PdfWorker() as worker:
        async with services.scholar(IMPORT_REQUESTS) as client:
            read = await import_from_scholar(
                lines, client=client, read_pdf=lambda path: worker.read(path).paper, relation=relation, progress=progress
            )
    return Gathered(read.papers, tuple(str(p) for p in read.problems))


def together(*groups: Sequence[Paper]) -> tuple[Paper, ...]:
    """All of them, each paper once."""
    return merge_papers([paper for group in groups for paper in group]).papers


def library_names(services: Services) -> tuple[str, ...]:
    return tuple(info.name for info in services.store.libraries())


def _written(folder: Path, upload: Upload) -> Path:
    """The upload in a folder of its own, under a name that can't leave it and that any file system can hold."""
    folder.mkdir()
    safe = re.sub(r"[^\w.\- ]", "_", Path(upload.name).name)[-60:].lstrip(".") or "file"
    path = folder / safe
    path.write_bytes(upload.content)
    return path
