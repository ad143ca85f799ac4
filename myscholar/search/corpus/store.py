"""Papers and passages of a corpus in one SQLite file. Rows count from 0 in the order of arrival; a
paper's facts are kept once."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Self

from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.text import fold
from myscholar.search.corpus.titles import has_known_title
from myscholar.text.same_paper import is_same_behind_one_id

_SCHEMA = """
CREATE TABLE papers (number INTEGER PRIMARY KEY, paper_id TEXT NOT NULL UNIQUE,
  title_known INTEGER NOT NULL, facts TEXT NOT NULL);
CREATE TABLE passages (
    row INTEGER PRIMARY KEY, paper INTEGER NOT NULL, passage_id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
    section TEXT, paragraph INTEGER, page INTEGER, text TEXT NOT NULL
);
"""
_PASSAGE = (
    "SELECT s.paper, p.paper_id, s.passage_id, s.kind, s.section, s.paragraph, s.page, s.text "
    "FROM passages s JOIN papers p ON p.number = s.paper WHERE s.row = ?"
)


class StoredPassage(NamedTuple):
    """A passage, or None for a paper of which only the title is known, and the number of its
    paper."""

    paper_number: int
    passage: Passage | None


class CorpusStore:
    """One connection; safe to use from several threads."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db, self._lock = connection, Lock()
        self.n_papers = self._number("SELECT count(*) FROM papers")
        self.n_rows = self._number("SELECT coalesce(max(row) + 1, 0) FROM passages")

    @classmethod
    def create(cls, path: Path) -> Self:
        db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
        return cls(db)

    @classmethod
    def open(cls, path: Path, *, writable: bool = False) -> Self:
        """Raises sqlite3.DatabaseError where the file is no database."""
        mode = "rw" if writable else "ro"
        address = f"{path.resolve().as_uri()}?mode={mode}"
        db = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
        if writable:
            db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        return cls(db)

    def add(self, papers: Iterable[Paper]) -> Iterator[tuple[int, Paper, Passage | None]]:
        """Stores what is new and gives (row, paper, passage) for each new passage. Known passages
        and papers without new text pass by.

        Another paper under an id that is taken (two files both begin with "1") gets one of its own,
        `ID~DIGEST`, and so does a passage, `PAPER/ID`.
        """
        self._db.execute("BEGIN")
        for given in papers:
            paper = self._under_its_own_id(given)
            number, is_new = self._paper_number(paper)
            if is_new and not paper.passages:
                yield self._insert(number, None, paper), paper, None
            for passage in paper.passages:
                owner = self._owner(passage.passage_id)
                if owner not in (None, number):
                    own = PassageId(f"{paper.paper_id}/{passage.passage_id}")
                    owner = self._owner(own)
                    passage = passage.model_copy(update={"passage_id": own})
                if owner is None:
                    yield self._insert(number, passage, paper), paper, passage
        self._db.execute("COMMIT")

    def passages(self, rows: Sequence[int]) -> tuple[StoredPassage, ...]:
        with self._lock:
            found = [self._db.execute(_PASSAGE, (row,)).fetchone() for row in rows]
        return tuple(self._stored(values) for values in found)

    def papers(self, numbers: Sequence[int]) -> dict[int, Paper]:
        """Facts without passages, by number."""
        query = "SELECT facts FROM papers WHERE number = ?"
        with self._lock:
            facts = {n: self._db.execute(query, (n,)).fetchone()[0] for n in set(numbers)}
        return {n: Paper.model_validate_json(stored) for n, stored in facts.items()}

    def numbers(self, paper_ids: Sequence[PaperId]) -> dict[PaperId, int]:
        """Of those that are here."""
        query = "SELECT number FROM papers WHERE paper_id = ?"
        with self._lock:
            found = {i: self._db.execute(query, (i,)).fetchone() for i in paper_ids}
        return {paper_id: row[0] for paper_id, row in found.items() if row}

    def indexed_texts(
        self, first_row: int = 0, step: int = 1, batch: int = 2000
    ) -> Iterator[tuple[str, ...]]:
        """Batches of texts as they are indexed (title and passage), every `step`-th row from
        `first_row`."""
        query = (
            "SELECT p.title_known, json_extract(p.facts, '$.title'), s.text FROM passages s "
            "JOIN papers p ON p.number = s.paper "
            "WHERE s.row >= ? AND s.row < ? AND (s.row - ?) % ? = 0 ORDER BY s.row"
        )
        for start in range(first_row, self.n_rows, batch * step):
            place = (start, start + batch * step, first_row, step)
            with self._lock:
                values = self._db.execute(query, place).fetchall()
            yield tuple(f"{title}\n{text}" if known else text for known, title, text in values)

    @property
    def n_passages(self) -> int:
        """Passages with text; papers of which only the title is known have a row without."""
        return self._number("SELECT count(*) FROM passages WHERE text <> ''")

    def all_papers(self) -> Iterator[Paper]:
        """Facts of all papers, in the order of their numbers."""
        for (facts,) in self._db.execute("SELECT facts FROM papers ORDER BY number"):
            yield Paper.model_validate_json(facts)

    def paper_of_rows(self) -> list[int]:
        """The paper's number for each row."""
        return [number for (number,) in self._db.execute("SELECT paper FROM passages ORDER BY row")]

    def close(self) -> None:
        self._db.close()

    def _under_its_own_id(self, paper: Paper) -> Paper:
        own = paper.paper_id
        for by in (fold(paper.title), f"{fold(paper.title)} {paper.doi}"):
            if self._may_have(own, paper):
                break
            digest = blake2b(by.encode(), digest_size=4).hexdigest()
            own = PaperId(f"{paper.paper_id}~{digest}")
        passages = tuple(p.model_copy(update={"paper_id": own}) for p in paper.passages)
        return paper.model_copy(update={"paper_id": own, "passages": passages})

    def _may_have(self, paper_id: PaperId, paper: Paper) -> bool:
        """Whether no other paper has this id, as far as titles are known."""
        query = "SELECT title_known, facts FROM papers WHERE paper_id = ?"
        title_known, facts = self._db.execute(query, (paper_id,)).fetchone() or (False, "")
        if not (title_known and has_known_title(paper)):
            return True
        known = Paper.model_validate_json(facts).model_copy(update={"paper_id": paper.paper_id})
        return is_same_behind_one_id(known, paper)

    def _owner(self, passage_id: PassageId) -> int | None:
        """The number of the paper that has it."""
        query = "SELECT paper FROM passages WHERE passage_id = ?"
        found = self._db.execute(query, (passage_id,)).fetchone()
        return int(found[0]) if found else None

    def _paper_number(self, paper: Paper) -> tuple[int, bool]:
        known = has_known_title(paper)
        found = self._db.execute(
            "SELECT number, title_known FROM papers WHERE paper_id = ?", (paper.paper_id,)
        ).fetchone()
        facts = paper.without_text().model_dump_json(exclude_defaults=True)
        if found is None:
            row = (self.n_papers, paper.paper_id, known, facts)
            self._db.execute("INSERT INTO papers VALUES (?, ?, ?, ?)", row)
            self.n_papers += 1
            return self.n_papers - 1, True
        if known and not found[1]:
            self._db.execute(
                "UPDATE papers SET title_known = 1, facts = ? WHERE number = ?", (facts, found[0])
            )
        return int(found[0]), False

    def _insert(self, number: int, passage: Passage | None, paper: Paper) -> int:
        title = PassageKind.TITLE.value
        values: tuple[object, ...] = (f"{paper.paper_id}#title", title, None, None, None, "")
        if p := passage:
            values = (p.passage_id, p.kind.value, p.section, p.paragraph, p.page, p.text)
        row = (self.n_rows, number, *values)
        self._db.execute("INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.n_rows += 1
        return self.n_rows - 1

    def _number(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])

    def _stored(
        self, values: tuple[int, str, str, str, str | None, int | None, int | None, str]
    ) -> StoredPassage:
        number, *facts, text = values
        if not text:
            return StoredPassage(number, None)
        names = ("paper_id", "passage_id", "kind", "section", "paragraph", "page")
        return StoredPassage(
            number, Passage.model_validate({**dict(zip(names, facts, strict=True)), "text": text})
        )
