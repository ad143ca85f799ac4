"""Engines, pragmas, migrations at open, and the one place where the database's errors become
ours."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from json import JSONDecodeError
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import (
    Connection,
    Engine,
    Select,
    UpdateBase,
    create_engine,
    event,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from myscholar.errors import StorageError, UnreadableRecord
from myscholar.gateways.storage.tables import HEAD

T = TypeVar("T")
CHANGED = "myscholar_changed"
"""Where PostgreSQL tells who listens that something was written."""
_BUSY_S = 30.0
"""How long a writer waits for another process that is writing."""
_DAMAGED = ("not a database", "malformed", "disk image", "corrupt")
_UNWRITABLE = ("readonly", "unable to open", "Permission denied", "Not a directory")
_FULL = ("disk is full", "disk I/O", "No space left", "File too large")
_MIGRATION_LOCK = 7_161_203
"""PostgreSQL's advisory lock that two processes meet at when both find an old schema."""


def connect(url: str) -> Engine:
    """An engine whose schema is up to date. Raises StorageError."""
    engine = open_engine(url)
    with translate_errors(engine.url):
        try:
            with engine.connect() as connection:
                current = version_of(connection)
            if current != HEAD:
                _migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    return engine


def open_engine(url: str, **options: object) -> Engine:
    """Nothing is connected yet. The `options` are for connections of PostgreSQL's usual driver.
    Raises StorageError for what is no address of a database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageError(
            "What is set as the database's address is none. For example: "
            "sqlite:////home/me/library.sqlite"
        ) from None
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    try:
        is_usual = parsed.drivername == "postgresql+psycopg"
        given = {"client_encoding": "utf8", **options} if is_usual else {}
        return create_engine(parsed, pool_pre_ping=True, connect_args=given)
    except ModuleNotFoundError as error:
        raise StorageError(
            f"The driver of {parsed.drivername} is not installed: Python finds no {error.name}."
        ) from error
    except NoSuchModuleError as error:
        raise StorageError(f"Databases of the kind {parsed.drivername!r} are not known.") from error


def _sqlite(url: URL) -> Engine:
    """Transactions begin where we say so: writers take the lock at once, and so wait for each other
    instead of failing midway."""
    if url.database and url.database != ":memory:":
        with translate_errors(url):
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url, connect_args={"timeout": _BUSY_S, "isolation_level": None, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _pragmas(connection: sqlite3.Connection, _: Any) -> None:
        connection.execute("PRAGMA foreign_keys=ON")
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            # another process may be switching it on at this moment
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def close_for_good(engine: Engine) -> None:
    """Its connections, also those that threads hold at this moment, once they give them back: the
    pool that was theirs is gone by then, and would keep them open."""

    def close(connection: Any, _: Any) -> None:
        if connection:  # else it is broken, and closed
            connection.close()

    event.listen(engine.pool, "checkin", close)
    engine.dispose()


@contextlib.contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    with translate_errors(engine.url), engine.connect() as connection, connection.begin():
        yield connection


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction: all of it or nothing."""
    with translate_errors(engine.url), engine.execution_options(writes=True).begin() as connection:
        yield connection
        if connection.dialect.name == "postgresql":  # told when it is committed, not before
            connection.execute(text(f"NOTIFY {CHANGED}"))


class Records:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _fetch(self, query: Select[Any], make: Callable[[dict[str, Any]], T]) -> tuple[T, ...]:
        """What `make` makes of each row, by the names of its columns."""
        with reading(self._engine) as connection:
            return tuple(make(dict(row)) for row in connection.execute(query).mappings())

    def _fetch_value(self, query: Select[Any]) -> Any:
        """The first value of the first row; None where there is none."""
        with reading(self._engine) as connection:
            return connection.execute(query).scalar()

    def _change(self, statement: UpdateBase) -> int:
        """How many rows it met."""
        with writing(self._engine) as connection:
            return connection.execute(statement).rowcount


def wait_for_others(connection: Connection, what: str) -> None:
    """Whoever writes to the same thing in another transaction is waited for (SQLite lets only one
    write anyway)."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(what))))


@contextlib.contextmanager
def translate_errors(url: URL) -> Iterator[None]:
    """The database's errors as StorageError, without passwords."""
    is_file = url.get_backend_name() == "sqlite"
    shown = url.database if is_file else url.render_as_string(hide_password=True)
    try:
        yield
    except (ValidationError, JSONDecodeError) as error:
        raise UnreadableRecord(
            f"The database {shown} holds a record that can't be read; it may come from another "
            "version."
        ) from error
    except UnicodeEncodeError as error:
        raise StorageError(
            "A text with half a character in it can't be stored or looked up. Write it anew."
        ) from error
    except (SQLAlchemyError, OSError) as error:
        if isinstance(cause := getattr(error, "orig", None), TypeError):
            raise cause from error  # a value of ours that no column takes
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        remedy = _remedy(reason) if is_file else ""
        raise StorageError(f"The database {shown} can't be used ({reason}).{remedy}") from error


def _remedy(reason: str) -> str:
    """For a file, by what SQLite or the system says of it."""
    if any(word in reason for word in _DAMAGED):
        return " It is damaged: move it away and add your papers again, or restore a copy."
    if any(word in reason for word in _FULL):
        return " Its disk is full, or fails: make room and begin again. What was stored is there."
    if any(word in reason for word in _UNWRITABLE):
        return (
            " It and its folder must be yours to write: see whose they are, or "
            "name another folder in MYSCHOLAR_HOME."
        )
    return ""


def version_of(connection: Connection) -> str | None:
    """The schema's version; None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _migrate(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option(
        "script_location", str(Path(__file__).parent / "migrations").replace("%", "%%")
    )
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
                )
            if version_of(connection) != HEAD:  # another process may have been faster
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
    except CommandError as error:
        raise StorageError(
            "The database was written by a newer version of myscholar. Upgrade: pip install -U "
            "myscholar"
        ) from error
