"""How a database stands, looked at from outside: nothing is made, migrated or kept in it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.pool import NullPool

from myscholar.gateways.storage.connecting import open_engine, translate_errors, version_of
from myscholar.gateways.storage.tables import HEAD as HEAD

_BUSY_S = 1.0
"""How long a writer is waited for; by hand: writers of ours take milliseconds."""
_OPCODES = 10_000
"""So often the look through a file is asked whether it may go on."""
_SERVER = """
SELECT current_setting('server_version') AS version,
       current_setting('server_encoding') AS encoding,
       current_setting('transaction_read_only') = 'on' AS is_read_only,
       has_schema_privilege(current_schema(), 'CREATE') AS may_create,
       extract(epoch FROM clock_timestamp())::float AS now,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS n_used,
       current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int AS n_most
"""


class FileCondition(NamedTuple):
    """`damage` is SQLite's own word for what is wrong with the file, empty where nothing is, and
    None where the look through it was not finished in time."""

    schema: str | None
    damage: str | None
    is_locked: bool


class ServerCondition(NamedTuple):
    """`schema` None: there are no tables yet. `ahead_s`: so far its clock is ahead of ours."""

    version: str
    encoding: str
    schema: str | None
    is_read_only: bool
    may_create: bool
    ahead_s: float
    n_used: int
    n_most: int


def database_file(url: str) -> Path | None:
    """Of SQLite; None for another database, and for what is no address."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database
    return Path(parsed.database) if is_file and parsed.database else None


def is_postgres(url: str) -> bool:
    return url.startswith("postgres")


def shown_address(url: str) -> str:
    """Without its password."""
    try:
        parsed: URL = make_url(url)
    except ArgumentError:
        return "what is set as its address"
    return parsed.render_as_string(hide_password=True)


def file_condition(path: Path, *, patience_s: float) -> FileCondition:
    """Raises StorageError for a file that is no database, or can't be read or written."""
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=NullPool,
        creator=lambda: sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_S, isolation_level=None
        ),
    )
    with translate_errors(engine.url), engine.connect() as connection:
        schema = version_of(connection)
        is_locked = not _can_write(connection)
        return FileCondition(schema, _damage(connection, patience_s), is_locked)


def server_condition(
    url: str, *, patience_s: int, clock: Callable[[], float] = time.time
) -> ServerCondition:
    """Of PostgreSQL. Raises StorageError."""
    engine = _patient(url, patience_s)
    try:
        with translate_errors(make_url(url)), engine.connect() as connection:
            before = clock()
            told = dict(connection.execute(text(_SERVER)).mappings().one())
            ahead_s = told.pop("now") - (before + clock()) / 2
            return ServerCondition(schema=version_of(connection), ahead_s=ahead_s, **told)
    finally:
        engine.dispose()


def schema_of(url: str, *, patience_s: int) -> str | None:
    """Of any database that is there. Raises StorageError."""
    engine = _patient(url, patience_s) if is_postgres(url) else open_engine(url)
    try:
        with translate_errors(engine.url), engine.connect() as connection:
            return version_of(connection)
    finally:
        engine.dispose()


def _patient(url: str, patience_s: int) -> Engine:
    within = {"connect_timeout": str(patience_s)}
    with suppress(ArgumentError):  # which is said next
        url = make_url(url).update_query_dict(within).render_as_string(hide_password=False)
    return open_engine(url)


def _can_write(connection: Connection) -> bool:
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    except OperationalError as error:
        if "locked" in str(error.orig):
            return False
        raise
    connection.exec_driver_sql("CREATE TABLE of_a_moment (n)")  # which a file to read refuses
    connection.exec_driver_sql("ROLLBACK")
    return True


def _damage(connection: Connection, patience_s: float) -> str | None:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    until = time.monotonic() + patience_s
    raw.set_progress_handler(lambda: time.monotonic() > until, _OPCODES)
    try:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    except OperationalError as error:
        if "interrupted" in str(error.orig):
            return None
        raise
    return "" if found == "ok" else " ".join(str(found).split())
