"""Simulated users: first authors of three papers or more. Source: MySQA §3.1."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from eval.datasets.rows import FileRow, Items, bad_row, read_rows
from eval.domain.instance import UserPaper
from myscholar.domain.model import Frozen
from myscholar.errors import UnreadableFile

FILES = ("authors.parquet", "papers.parquet")
MIN_PAPERS = 3


class SyntheticUser(Frozen):
    user_id: str
    """Made of the author's name, so that it is the same in every build, and names nobody."""
    papers: tuple[UserPaper, ...]


class _AuthorRow(FileRow):
    author: str = Field(min_length=1)
    paper_ids: Annotated[tuple[str, ...], Items] = ()
    initials_only: bool = False
    coauthors_connected: bool


class _PaperRow(FileRow):
    paper_id: str
    title: str
    abstract: str | None = None
    authors: Annotated[tuple[str, ...], Items] = ()
    year: int | None = None
    venue: str | None = None


def read_users(corpus: Path) -> tuple[SyntheticUser, ...]:
    """From `authors.parquet` and `papers.parquet` in the folder, in order of their ids.

    A row of authors is one name, which several people may share. Taken are those who are very
    likely one person: all papers hang together by shared co-authors, and the name is more than
    initials. Raises UnreadableFile for a missing or damaged file, a bad row, and a paper that is
    not in `papers.parquet`.
    """
    path = corpus / "authors.parquet"
    authors = [row for row in read_rows(path, _AuthorRow) if _is_one_person(row)]
    wanted = frozenset(p for row in authors for p in row.paper_ids)
    papers = _papers(corpus / "papers.parquet", wanted)
    return tuple(sorted((_user(path, row, papers) for row in authors), key=lambda u: u.user_id))


def _is_one_person(row: _AuthorRow) -> bool:
    return row.coauthors_connected and not row.initials_only and len(row.paper_ids) >= MIN_PAPERS


def _user(path: Path, row: _AuthorRow, papers: Mapping[str, UserPaper]) -> SyntheticUser:
    missing = [p for p in row.paper_ids if p not in papers]
    if missing:
        raise UnreadableFile(
            path,
            f"it names paper {missing[0]}, which papers.parquet lacks; the two files don't belong "
            "together.",
        )
    user_id = f"author-{hashlib.sha256(row.author.encode()).hexdigest()[:12]}"
    return SyntheticUser(user_id=user_id, papers=tuple(papers[p] for p in row.paper_ids))


def _papers(path: Path, wanted: frozenset[str]) -> dict[str, UserPaper]:
    found = {}
    for number, values in enumerate(_rows_of(path, wanted), start=1):
        try:
            row = _PaperRow.model_validate(values)
        except ValueError as error:
            raise bad_row(path, number, f"it is no paper ({error}).") from error
        own = row.model_dump(exclude={"abstract"}) | {"venue": row.venue or None}
        found[row.paper_id] = UserPaper(**own, text=row.abstract or "")
    return found


def _rows_of(path: Path, wanted: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The wanted rows, by batches: the whole file would take hundreds of megabytes."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    if not path.is_file():
        raise UnreadableFile(path, f"there is no such file (looked in {path.parent}).")
    ids = pa.array(sorted(wanted), pa.string())
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=4096, columns=list(_PaperRow.model_fields)):
                yield from batch.filter(pc.is_in(batch["paper_id"], value_set=ids)).to_pylist()
    except (pa.ArrowException, OSError, KeyError) as error:
        raise UnreadableFile(
            path, f"it is no parquet file of papers ({str(error).splitlines()[0]})."
        ) from error
