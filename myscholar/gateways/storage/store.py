"""Libraries of papers and profiles, and the way to everything else that is stored."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    delete,
    false,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile, ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage import changes
from myscholar.gateways.storage import tables as t
from myscholar.gateways.storage.choices import Choices
from myscholar.gateways.storage.columns import DomainValue
from myscholar.gateways.storage.connecting import (
    Records,
    close_for_good,
    connect,
    wait_for_others,
    writing,
)
from myscholar.gateways.storage.feedback import FeedbackRecords
from myscholar.gateways.storage.inquiries import Inquiries
from myscholar.gateways.storage.line import WaitingLine
from myscholar.gateways.storage.locks import DatabaseLocks, FileLocks
from myscholar.gateways.storage.records import AddResult, LibraryInfo, PaperHead, ProfileInfo
from myscholar.gateways.storage.runs import RunRecords
from myscholar.gateways.storage.shares import Shares


def open_store(url: str) -> "Store":
    """Opens or makes the database and brings its schema up to date.

    `url` is any of SQLAlchemy's, for example `sqlite:////home/me/library.sqlite` or
    `postgresql://host/name`. Raises StorageError.
    """
    return Store(connect(url))


class Store(Records):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.choices = Choices(engine)
        self.inquiries = Inquiries(engine)
        self.feedback = FeedbackRecords(engine)
        self.shares = Shares(engine)

    def close(self) -> None:
        close_for_good(self._engine)

    def check_writable(self) -> None:
        """By a change that meets nothing: where a file may only be read, transactions begin."""
        self._change(delete(t.runs).where(false()))

    def runs(self, lock_folder: Path, clock: Callable[[], float] = time.time) -> RunRecords:
        """Who carries one out holds a lock: a file in the folder, or one of PostgreSQL's own."""
        locks = DatabaseLocks(self._engine) if self.is_on_server else FileLocks(lock_folder)
        return RunRecords(self._engine, locks, clock)

    def line(self) -> WaitingLine:
        """In which runs stand that workers carry out."""
        return WaitingLine(self._engine)

    @property
    def is_on_server(self) -> bool:
        """Whether it is PostgreSQL, which processes of several machines may share."""
        return self._engine.dialect.name == "postgresql"

    def listen(self, heard: Callable[[], None], is_wanted: Callable[[], bool]) -> None:
        """As `changes.listen`; returns when it is not wanted any more."""
        changes.listen(self._engine, heard, is_wanted)

    def libraries(self) -> tuple[LibraryInfo, ...]:
        """By name."""
        name, p = t.libraries.c.name, t.papers.c
        n_papers, n_passages = func.count(p.id), func.coalesce(func.sum(p.n_passages), 0)
        query = (
            select(name, n_papers.label("n_papers"), n_passages.label("n_passages"))
            .outerjoin_from(t.libraries, t.papers)
            .group_by(name)
            .order_by(name)
        )
        return self._fetch(query, LibraryInfo.model_validate)

    def papers(self, library: str, only: Collection[PaperId] | None = None) -> tuple[Paper, ...]:
        """All, or `only` those of these ids that are there, in the order in which they were added;
        empty for a library that does not exist."""
        query = _papers_of(library, t.papers.c.content)
        if only is not None:
            query = query.where(t.papers.c.paper_id.in_(only))
        return self._fetch(query, itemgetter("content"))

    def paper_heads(self, library: str) -> tuple[PaperHead, ...]:
        """As `papers`, but the texts stay where they are: for lists."""
        head = type_coerce(t.papers.c.content, DomainValue(PaperHead)).label("head")
        rows = self._fetch(_papers_of(library, head, t.papers.c.n_passages), dict)
        return tuple(r["head"].model_copy(update={"n_passages": r["n_passages"]}) for r in rows)

    def add(self, library: str, papers: Sequence[Paper], *, at: str) -> AddResult:
        """One with a known id replaces the stored one. The library is made when it is missing."""
        return self.rewrite(library, lambda stored: (*stored, *papers), at=at)

    def rewrite(
        self, library: str, edit: Callable[[tuple[Paper, ...]], Sequence[Paper]], *, at: str
    ) -> AddResult:
        """Gives the stored papers to `edit` and stores what it returns, in one transaction.

        Nobody else writes to the library in between: so two processes that merge papers into it
        lose none. Of papers with the same id the last one counts, in the place of the first.
        """
        with writing(self._engine) as connection:
            number = _locked_library(connection, library)
            query = _papers_of(library, t.papers.c.content)
            papers: tuple[Paper, ...] = tuple(connection.execute(query).scalars())
            stored = {p.paper_id: p for p in papers}
            wanted = {p.paper_id: p for p in edit(papers)}
            result = AddResult(
                added=tuple(i for i in wanted if i not in stored),
                changed=tuple(i for i, p in wanted.items() if i in stored and stored[i] != p),
                removed=tuple(i for i in stored if i not in wanted),
            )
            _write(connection, number, wanted, result, at)
        return result

    def remove(self, library: str, paper_ids: Sequence[PaperId]) -> int:
        """Gives how many were there. Raises UnknownName for the library."""
        with writing(self._engine) as connection:
            return _delete(connection, _known_library(connection, library), paper_ids)

    def remove_library(self, library: str) -> None:
        """With its papers. Raises UnknownName."""
        with writing(self._engine) as connection:
            number = _known_library(connection, library)
            connection.execute(delete(t.papers).where(t.papers.c.library_id == number))
            connection.execute(delete(t.libraries).where(t.libraries.c.id == number))

    def save_profile(self, profile: Profile, *, at: str | None = None) -> None:
        """Stores it, in the place of one with the same id. `at` is an ISO 8601 time, by default
        that of the profile's making."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"profile {profile.profile_id}")
            connection.execute(delete(t.profiles).where(_is_profile(profile.profile_id)))
            connection.execute(insert(t.profiles).values(**_profile_row(profile, at)))

    def replace_profile(self, before: Profile, after: Profile, *, at: str) -> bool:
        """Stores it where `before` is still what is stored under its id; says whether."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"profile {after.profile_id}")
            if connection.execute(_profile(after.profile_id)).scalar() != before:
                return False
            connection.execute(delete(t.profiles).where(_is_profile(after.profile_id)))
            connection.execute(insert(t.profiles).values(**_profile_row(after, at)))
        return True

    def add_profile(self, profile: Profile, *, at: str | None = None) -> Profile:
        """Stores it unless there is one with its id; gives the stored one."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"profile {profile.profile_id}")
            stored: Profile | None = connection.execute(_profile(profile.profile_id)).scalar()
            if stored is not None:
                return stored
            connection.execute(insert(t.profiles).values(**_profile_row(profile, at)))
        return profile

    def profiles(self) -> tuple[ProfileInfo, ...]:
        """Newest first."""
        columns = t.profiles.c
        query = select(*(columns[name] for name in ProfileInfo.model_fields))
        query = query.order_by(columns.saved_at.desc(), columns.name)
        return self._fetch(query, ProfileInfo.model_validate)

    def load_profile(self, profile_id: ProfileId) -> Profile:
        """Raises UnknownName."""
        profile: Profile | None = self._fetch_value(_profile(profile_id))
        if profile is None:
            raise self._no_profile(profile_id)
        return profile

    def delete_profile(self, profile_id: ProfileId) -> None:
        """Raises UnknownName."""
        if not self._change(delete(t.profiles).where(_is_profile(profile_id))):
            raise self._no_profile(profile_id)

    def _no_profile(self, profile_id: ProfileId) -> UnknownName:
        known = self._fetch(select(t.profiles.c.profile_id), itemgetter("profile_id"))
        return UnknownName("profile", profile_id, known)


def _profile(profile_id: ProfileId) -> Select[Any]:
    return select(t.profiles.c.content).where(_is_profile(profile_id))


def _is_profile(profile_id: ProfileId) -> ColumnElement[bool]:
    return t.profiles.c.profile_id == profile_id


def _profile_row(profile: Profile, at: str | None) -> dict[str, Any]:
    return {
        "profile_id": profile.profile_id,
        "name": profile.name,
        "n_papers": len(profile.papers),
        "n_inferences": len(profile.inferences),
        "content": profile,
        "saved_at": at or profile.created_at,
    }


def _papers_of(library: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """In the order in which they were added."""
    query = select(*columns).join_from(t.papers, t.libraries).where(t.libraries.c.name == library)
    return query.order_by(t.papers.c.position, t.papers.c.id)


def _library_id(connection: Connection, library: str) -> int | None:
    query = select(t.libraries.c.id).where(t.libraries.c.name == library)
    number: int | None = connection.execute(query).scalar()
    return number


def _known_library(connection: Connection, library: str) -> int:
    """Its number. Raises UnknownName."""
    number = _library_id(connection, library)
    if number is None:
        names: Select[Any] = select(t.libraries.c.name)
        raise UnknownName("library", library, tuple(connection.execute(names).scalars()))
    return number


def _locked_library(connection: Connection, library: str) -> int:
    """Its number; made where it is missing, and locked until the transaction ends."""
    wait_for_others(connection, f"library {library}")
    number = _library_id(connection, library)
    if number is None:
        made = connection.execute(insert(t.libraries).values(name=library)).inserted_primary_key
        assert made is not None
        number = int(made[0])
    return number


def _write(
    connection: Connection, number: int, wanted: Mapping[PaperId, Paper], result: AddResult, at: str
) -> None:
    """New and changed papers whole; of the others only their place, where it moved."""
    _delete(connection, number, result.removed)
    p = t.papers.c
    rows = {
        paper_id: {
            "library_id": number,
            "paper_id": paper_id,
            "position": position,
            "n_passages": len(paper.passages),
            "content": paper,
            "saved_at": at,
        }
        for position, (paper_id, paper) in enumerate(wanted.items())
    }
    positions = select(p.paper_id, p.position).where(p.library_id == number)
    for stored in connection.execute(positions).mappings().all():
        row = rows[stored["paper_id"]]
        if stored["paper_id"] not in result.changed:
            if stored["position"] == row["position"]:
                continue
            row = {"position": row["position"]}
        is_it = (p.library_id == number, p.paper_id == stored["paper_id"])
        connection.execute(update(t.papers).where(*is_it).values(row))
    if result.added:
        connection.execute(insert(t.papers), [rows[i] for i in result.added])


def _delete(connection: Connection, number: int, paper_ids: Sequence[PaperId]) -> int:
    p = t.papers.c
    gone = delete(t.papers).where(p.library_id == number)
    return sum(connection.execute(gone.where(p.paper_id == i)).rowcount for i in paper_ids)
