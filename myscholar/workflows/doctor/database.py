"""The database of libraries, profiles and runs: SQLite's file, or a server."""

from collections.abc import Iterator
from pathlib import Path

from myscholar.errors import StorageError
from myscholar.gateways.storage.condition import (
    HEAD,
    database_file,
    file_condition,
    is_postgres,
    schema_of,
    server_condition,
    shown_address,
)
from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, Machine, State

_NAME = "Database"
_LOOK_S = 4.0
CONNECT_S = 4
_FEW_LEFT = 20
"""Connections: a process of ours takes up to fifteen and one a run. By hand."""
_AHEAD_S = 5.0
"""Who stopped working is told by clocks, and half a minute counts as gone. By hand."""
_MENDS = {
    "driver": "Install that driver, or take SQLite (the default) or postgresql://.",
    "password authentication failed": "Check user and password in MYSCHOLAR_DATABASE_URL.",
    "no password supplied": "Put the password into MYSCHOLAR_DATABASE_URL.",
    "no pg_hba.conf entry": "Let this machine in by the server's pg_hba.conf.",
    "role": "Make the user.",
    "does not exist": "Make it.",
    "too many clients": "Raise max_connections of the server, or stop what uses it.",
    "refused": "Start the server, or correct the address in MYSCHOLAR_DATABASE_URL.",
    "No such file": "Start the server, or correct the address in MYSCHOLAR_DATABASE_URL.",
    "resolve": "Check the server's name in MYSCHOLAR_DATABASE_URL.",
    "timeout": "Check the address, and what stands between: a firewall, a server that hangs.",
}
"""By what PostgreSQL and its client say in English; the first that is found."""
_COMMANDS = {_MENDS["role"]: Command.MAKE_USER, _MENDS["does not exist"]: Command.MAKE_DATABASE}


def check_database(machine: Machine) -> Iterator[Diagnosis]:
    assert machine.services
    url = machine.services.settings.library_url
    file = database_file(url)
    try:
        if file and not file.exists():
            yield Diagnosis(_NAME, State.OK, f"{file} is not there yet: it is made at first use.")
        elif file:
            yield from _file(file)
        elif is_postgres(url):
            yield from _server(url)
        else:
            schema = schema_of(url, patience_s=CONNECT_S)
            yield Diagnosis(_NAME, State.OK, f"{shown_address(url)} answers.")
            yield from _schema(schema, "Back it up first.")
    except StorageError as error:
        mend = _mend(error.message, file)
        yield Diagnosis(_NAME, State.FAULT, error.message, mend, _COMMANDS.get(mend))


def _file(path: Path) -> Iterator[Diagnosis]:
    found = file_condition(path, patience_s=_LOOK_S)
    if found.damage:
        mend = f"Restore a copy, or save what can be read: sqlite3 {path} .recover"
        yield Diagnosis(_NAME, State.FAULT, f"{path} is damaged ({found.damage}).", mend)
        return
    if found.damage is None:
        said = f"{path} opens; it is too large to be looked through in {_LOOK_S:g} s."
        mend = f"To look through all of it: sqlite3 {path} 'PRAGMA quick_check'"
        yield Diagnosis(_NAME, State.UNCHECKED, said, mend)
    else:
        yield Diagnosis(_NAME, State.OK, f"{path} (SQLite) opens, and is whole.")
    if found.is_locked:
        said = "Another process has been writing for longer than a second."
        mend = f"Wait; if it lasts, see who it is: fuser {path}"
        yield Diagnosis(_NAME, State.WARNING, said, mend)
    yield from _schema(found.schema, f"Copy it first: sqlite3 {path} \"VACUUM INTO 'copy.sqlite'\"")


def _server(url: str) -> Iterator[Diagnosis]:
    found = server_condition(url, patience_s=CONNECT_S)
    said = f"{shown_address(url)} answers: PostgreSQL {found.version}, {found.encoding}."
    yield Diagnosis(_NAME, State.OK, said)
    if found.encoding != "UTF8":
        said = "Its encoding can't hold every text of a paper."
        mend = "Copy what is in it to one of another encoding, which you make first."
        yield Diagnosis(_NAME, State.FAULT, said, mend, Command.MAKE_DATABASE)
    if found.is_read_only:
        said = "It takes no writes: it is a standby, or set to be read only."
        yield Diagnosis(_NAME, State.FAULT, said, "Give the address of the primary server.")
    if not found.may_create and found.schema != HEAD:
        said = "The user may not make tables there."
        mend = "Give the right: GRANT CREATE, USAGE ON SCHEMA public TO its user"
        yield Diagnosis(_NAME, State.FAULT, said, mend)
    if abs(found.ahead_s) > _AHEAD_S:
        way = "ahead of" if found.ahead_s > 0 else "behind"
        said = f"Its clock is {abs(found.ahead_s):.0f} s {way} this machine's."
        mend = "Set both by the network's time (timedatectl set-ntp true): runs would seem stopped."
        yield Diagnosis(_NAME, State.WARNING, said, mend)
    left = found.n_most - found.n_used
    if left < _FEW_LEFT:
        said = f"{found.n_used} of its {found.n_most} connections are in use."
        yield Diagnosis(_NAME, State.WARNING, said, _MENDS["too many clients"])
    yield from _schema(found.schema, "Back it up first: pg_dump -Fc -f copy.dump ADDRESS")


def _schema(schema: str | None, how_to_copy: str) -> Iterator[Diagnosis]:
    if schema is None:
        yield Diagnosis("Schema", State.OK, "There are no tables yet: they are made at first use.")
    elif schema == HEAD:
        yield Diagnosis(
            "Schema", State.OK, f"Version {schema}, as this version of myscholar wants."
        )
    elif schema > HEAD:
        said = f"Version {schema} was made by a newer myscholar; this one knows {HEAD}."
        yield Diagnosis("Schema", State.FAULT, said, "Upgrade myscholar on this machine.")
    else:
        said = f"Version {schema} is brought to {HEAD} at the next start."
        yield Diagnosis("Schema", State.WARNING, said, how_to_copy)


def _mend(said: str, file: Path | None) -> str:
    if file:
        return "" if "damaged" in said else f"See who may read and write it: ls -l {file}"
    return next((mend for sign, mend in _MENDS.items() if sign in said), "Mend its address.")
