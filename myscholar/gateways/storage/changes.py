"""Hears that something was written into the database, by whichever process."""

import time
from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from myscholar.gateways.storage.connecting import CHANGED

LOOK_S = 0.03
"""So often SQLite is asked, which takes it some microseconds."""
BLIND_S = 0.5
"""So often others may have written into a database of another kind."""
AGAIN_S = 1.0
Heard = Callable[[], None]
IsWanted = Callable[[], bool]


def listen(engine: Engine, heard: Heard, is_wanted: IsWanted) -> None:
    """Calls `heard` at the beginning and soon after each change, until it is not wanted any more.

    Holds a connection of its own, and opens another where it breaks.
    """
    look = {"pysqlite": _sqlite, "psycopg": _postgresql}.get(engine.driver, _blind)
    while is_wanted():
        try:
            look(engine, heard, is_wanted)
        except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error, OSError):
            time.sleep(AGAIN_S)


def _sqlite(engine: Engine, heard: Heard, is_wanted: IsWanted) -> None:
    """`data_version` is another number when any other connection has written."""
    connection = engine.raw_connection()
    connection.detach()
    try:
        before = None
        while is_wanted():
            cursor = connection.cursor()
            cursor.execute("PRAGMA data_version")
            now = cursor.fetchall()
            if now != before:
                before = now
                heard()
            time.sleep(LOOK_S)
    finally:
        connection.close()


def _postgresql(engine: Engine, heard: Heard, is_wanted: IsWanted) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.detach()
        connection.exec_driver_sql(f"LISTEN {CHANGED}")
        told = connection.connection.dbapi_connection
        assert told
        heard()
        while is_wanted():
            if list(told.notifies(timeout=AGAIN_S, stop_after=1)):
                heard()


def _blind(_: Engine, heard: Heard, is_wanted: IsWanted) -> None:
    while is_wanted():
        heard()
        time.sleep(BLIND_S)
