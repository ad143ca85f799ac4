"""Libraries of papers and profiles, as domain values, and the way to everything else that is
stored."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile, ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage import tables
from myscholar.gateways.storage.choices import Choices
from myscholar.gateways.storage.connecting import connect, reading, wait_for_others, writing
from myscholar.gateways.storage.feedback import FeedbackRecords
from myscholar.gateways.storage.inquiries import Inquiries
from myscholar.gateways.storage.locks import DatabaseLocks, FileLocks
from myscholar.gateways.storage.records import AddResult, LibraryInfo, PaperHead, ProfileInfo
from myscholar.gateways.storage.runs import RunRecords
from myscholar.gateways.storage.shares import Shares


def open_store(url: str) -> "Store":
    """Opens or makes the database and brings its schema up to date.

    `url` is any of SQLAlchemy's, for example `sqlite:////home/me/library.sqlite` or
    `postgresql://host/name`. Raises StorageError, and ExtraNotInstalled where PostgreSQL's driver
    is missing.
    """
    return Store(connect(url))


class Store:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.choices = Choices(engine)
        self.inquiries = Inquiries(engine)
        self.feedback = FeedbackRecords(engine)
        self.shares = Shares(engine)

    def close(self) -> None:
        self._engine.dispose()

    def runs(self, lock_folder: Path) -> RunRecords:
        """Runs. Who carries one out holds a lock: a file in the folder, or one of PostgreSQL's
        own."""
        on_server = self._engine.dialect.name == "postgresql"
        return RunRecords(
            self._engine, DatabaseLocks(self._engine) if on_server else FileLocks(lock_folder)
        )

    def libraries(self) -> tuple[LibraryInfo, ...]:
        """By name."""
        t = tables
        query = (
            select(
                t.libraries.c.name,
                func.count(t.papers.c.id),
                func.coalesce(func.sum(t.papers.c.n_passages), 0),
            )
            .outerjoin(t.papers)
            .group_by(t.libraries.c.name)
            .order_by(t.libraries.c.name)
        )
        with reading(self._engine) as connection:
            return tuple(
                LibraryInfo(name=n, n_papers=p, n_passages=q)
                for n, p, q in connection.execute(query)
            )

    def papers(self, library: str, only: Collection[PaperId] | None = None) -> tuple[Paper, ...]:
        """All, or `only` those of these ids that are there, in the order in which they were added;
        empty for a library that does not exist."""
        with reading(self._engine) as connection:
            number = _library_id(connection, library)
            return () if number is None else _papers(connection, number, only)

    def paper_heads(self, library: str) -> tuple[PaperHead, ...]:
        """As `papers`, but the texts stay where they are: for lists."""
        t = tables.papers
        with reading(self._engine) as connection:
            number = _library_id(connection, library)
            query = (
                select(t.c.content, t.c.n_passages)
                .where(t.c.library_id == number)
                .order_by(t.c.position, t.c.id)
            )
            return tuple(
                PaperHead.model_validate_json(row.content).model_copy(
                    update={"n_passages": row.n_passages}
                )
                for row in connection.execute(query)
            )

    def add(self, library: str, papers: Sequence[Paper], *, at: str) -> AddResult:
        """Adds papers; one with a known id replaces the stored one. The library is made when it is
        missing."""
        return self.rewrite(library, lambda stored: (*stored, *papers), at=at)

    def replace(self, library: str, papers: Sequence[Paper], *, at: str) -> AddResult:
        """Makes these the library's papers: others go."""
        return self.rewrite(library, lambda _: papers, at=at)

    def rewrite(
        self, library: str, change: Callable[[tuple[Paper, ...]], Sequence[Paper]], *, at: str
    ) -> AddResult:
        """Gives the stored papers to `change` and stores what it returns, in one transaction.

        Nobody else writes to the library in between: so two processes that merge papers into it
        lose none. Of papers with the same id the last one counts, in the place of the first.
        """
        with writing(self._engine) as connection:
            number = _locked_library(connection, library)
            stored = {p.paper_id: p for p in _papers(connection, number)}
            wanted = {p.paper_id: p for p in change(tuple(stored.values()))}
            removed = tuple(i for i in stored if i not in wanted)
            changed = tuple(i for i, p in wanted.items() if i in stored and stored[i] != p)
            added = tuple(i for i in wanted if i not in stored)
            _delete(connection, number, removed)
            _write(connection, number, wanted, added=added, changed=changed, at=at)
        return AddResult(added=added, changed=changed, removed=removed)

    def remove(self, library: str, paper_ids: Sequence[PaperId]) -> int:
        """Gives how many were there. Raises UnknownName for the library."""
        with writing(self._engine) as connection:
            return _delete(connection, self._known_library(connection, library), paper_ids)

    def remove_library(self, library: str) -> None:
        """With all its papers. Raises UnknownName."""
        with writing(self._engine) as connection:
            number = self._known_library(connection, library)
            connection.execute(delete(tables.papers).where(tables.papers.c.library_id == number))
            connection.execute(delete(tables.libraries).where(tables.libraries.c.id == number))

    def save_profile(self, profile: Profile, *, at: str | None = None) -> None:
        """Stores it, in the place of one with the same id. `at` is an ISO 8601 time, by default
        that of the profile's making."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"profile {profile.profile_id}")
            connection.execute(
                delete(tables.profiles).where(tables.profiles.c.profile_id == profile.profile_id)
            )
            connection.execute(insert(tables.profiles).values(**_profile_row(profile, at)))

    def add_profile(self, profile: Profile, *, at: str | None = None) -> Profile:
        """Stores it unless there is one with its id; gives the stored one."""
        t = tables.profiles
        with writing(self._engine) as connection:
            wait_for_others(connection, f"profile {profile.profile_id}")
            content = connection.execute(
                select(t.c.content).where(t.c.profile_id == profile.profile_id)
            ).scalar()
            if content is not None:
                return Profile.model_validate_json(content)
            connection.execute(insert(t).values(**_profile_row(profile, at)))
        return profile

    def profiles(self) -> tuple[ProfileInfo, ...]:
        """Newest first."""
        t = tables.profiles
        query = select(t.c.profile_id, t.c.name, t.c.n_papers, t.c.n_inferences, t.c.saved_at)
        with reading(self._engine) as connection:
            rows = (
                connection.execute(query.order_by(t.c.saved_at.desc(), t.c.name)).mappings().all()
            )
        return tuple(ProfileInfo.model_validate(dict(row)) for row in rows)

    def load_profile(self, profile_id: ProfileId) -> Profile:
        """Raises UnknownName."""
        t = tables.profiles
        with reading(self._engine) as connection:
            content = connection.execute(
                select(t.c.content).where(t.c.profile_id == profile_id)
            ).scalar()
            if content is None:
                raise UnknownName(
                    "profile",
                    profile_id,
                    tuple(connection.execute(select(t.c.profile_id)).scalars()),
                )
            return Profile.model_validate_json(content)

    def delete_profile(self, profile_id: ProfileId) -> None:
        """Raises UnknownName."""
        t = tables.profiles
        with writing(self._engine) as connection:
            if not connection.execute(delete(t).where(t.c.profile_id == profile_id)).rowcount:
                raise UnknownName(
                    "profile",
                    profile_id,
                    tuple(connection.execute(select(t.c.profile_id)).scalars()),
                )

    def _known_library(self, connection: Connection, library: str) -> int:
        number = _library_id(connection, library)
        if number is None:
            raise UnknownName(
                "library",
                library,
                tuple(connection.execute(select(tables.libraries.c.name)).scalars()),
            )
        return number


def _profile_row(profile: Profile, at: str | None) -> dict[str, Any]:
    return {
        "profile_id": profile.profile_id,
        "name": profile.name,
        "n_papers": len(profile.papers),
        "n_inferences": len(profile.inferences),
        "content": profile.model_dump_json(),
        "saved_at": at or profile.created_at,
    }


def _library_id(connection: Connection, library: str) -> int | None:
    number = connection.execute(
        select(tables.libraries.c.id).where(tables.libraries.c.name == library)
    ).scalar()
    return None if number is None else int(number)


def _locked_library(connection: Connection, library: str) -> int:
    """Its number, made where missing and locked until the transaction ends (SQLite locks the whole
    file by itself)."""
    wait_for_others(connection, f"library {library}")
    number = _library_id(connection, library)
    if number is None:
        made = connection.execute(
            insert(tables.libraries).values(name=library)
        ).inserted_primary_key
        assert made is not None
        number = int(made[0])
    return number


def _papers(
    connection: Connection, number: int, only: Collection[PaperId] | None = None
) -> tuple[Paper, ...]:
    t = tables.papers
    query = select(t.c.content).where(t.c.library_id == number).order_by(t.c.position, t.c.id)
    if only is not None:
        query = query.where(t.c.paper_id.in_(only))
    return tuple(Paper.model_validate_json(row.content) for row in connection.execute(query))


def _write(
    connection: Connection,
    number: int,
    wanted: Mapping[PaperId, Paper],
    *,
    added: Sequence[PaperId],
    changed: Sequence[PaperId],
    at: str,
) -> None:
    """New and changed papers whole; of the others only their place, where it moved."""
    places = {paper_id: place for place, paper_id in enumerate(wanted)}
    t = tables.papers
    positions = select(t.c.paper_id, t.c.position).where(t.c.library_id == number)
    stored = {PaperId(row.paper_id): int(row.position) for row in connection.execute(positions)}
    for paper_id, position in stored.items():
        values = {"position": places[paper_id]}
        if paper_id in changed:
            values |= _paper_row(wanted[paper_id], number, places[paper_id], at)
        elif position == places[paper_id]:
            continue
        connection.execute(update(t).where(*_is_paper(number, paper_id)).values(**values))
    if added:
        connection.execute(insert(t), [_paper_row(wanted[i], number, places[i], at) for i in added])


def _paper_row(paper: Paper, number: int, position: int, at: str) -> dict[str, Any]:
    return {
        "library_id": number,
        "paper_id": paper.paper_id,
        "position": position,
        "n_passages": len(paper.passages),
        "content": paper.model_dump_json(),
        "saved_at": at,
    }


def _is_paper(number: int, paper_id: PaperId) -> tuple[Any, Any]:
    return tables.papers.c.library_id == number, tables.papers.c.paper_id == paper_id


def _delete(connection: Connection, number: int, paper_ids: Sequence[PaperId]) -> int:
    return sum(
        connection.execute(delete(tables.papers).where(*_is_paper(number, i))).rowcount
        for i in paper_ids
    )
