"""Older files are brought up to date; broken and newer ones are named."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import myscholar.gateways.storage
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.runs import RunId
from myscholar.errors import StorageError
from myscholar.gateways.storage.store import open_store
from myscholar.gateways.storage.tables import HEAD, metadata

MIGRATIONS = Path(myscholar.gateways.storage.__file__).parent / "migrations"
AT = "2026-01-01T00:00:00Z"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def test_the_known_head_is_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(_config()).get_current_head() == HEAD


def test_the_migrations_lead_to_the_schema_in_the_code(url: str) -> None:
    open_store(url).close()
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    ours = {"include_name": lambda name, kind, _: kind != "table" or "procrastinate" not in name}
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts=ours), metadata) == []
    engine.dispose()


def test_a_file_of_the_first_schema_keeps_its_papers(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        paper = Paper(paper_id=PaperId("a"), title="An Early Paper")
        connection.exec_driver_sql("INSERT INTO libraries (id, name) VALUES (1, 'mine')")
        connection.exec_driver_sql(
            "INSERT INTO papers VALUES (1, 1, 'a', 0, 0, ?, ?)", (paper.model_dump_json(), AT)
        )
    engine.dispose()
    store = open_store(f"sqlite:///{path}")
    assert store.papers("mine") == (paper,)
    assert store.choices.of(None) == ()
    assert store.inquiries.recent(5) == ()
    store.close()


def test_of_an_earlier_run_no_silence_of_more_than_ten_seconds_counts_as_work(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    config = _config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        connection.exec_driver_sql(
            "INSERT INTO runs VALUES (1, 'r', 'report', 'Tides', 'finished', 'a', 0, '{}', '1', "
            "NULL, '1970-01-01T00:00:00Z', '1970-01-01T00:03:25Z', NULL)"
        )
        for at in (4.0, 12.0, 180.0):
            connection.exec_driver_sql(
                "INSERT INTO run_events (run_id, at, event) VALUES ('r', ?, ?)",
                (at, '{"step": "Searching"}'),
            )
        connection.exec_driver_sql(
            "INSERT INTO run_steps (run_id, name, started_at, seconds, result) "
            "VALUES ('r', 'Searching', 182.0, 20.0, '1')"
        )
    engine.dispose()
    store = open_store(f"sqlite:///{path}")
    # 0 to 12 and, after a pause, 180 to 205
    assert store.runs(tmp_path).info(RunId("r")).seconds == 12 + 25
    store.close()


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"this is no database at all " * 100)
    with pytest.raises(StorageError, match="It is damaged: move it away"):
        open_store(f"sqlite:///{path}")


def test_a_file_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    open_store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StorageError, match="newer version"):
        open_store(f"sqlite:///{path}")


def test_a_record_that_can_not_be_read_is_a_storage_error(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    store = open_store(f"sqlite:///{path}")
    store.add("mine", [Paper(paper_id=PaperId("a"), title="A")], at=AT)
    with sqlite3.connect(path) as connection:
        connection.execute("""UPDATE papers SET content = '{"title": 1}'""")
    connection.close()
    with pytest.raises(StorageError, match="can't be read"):
        store.papers("mine")
    store.close()


_ADDS = """
import sys
from myscholar.domain.papers import Paper, PaperId
from myscholar.gateways.storage.store import open_store

url, prefix, at = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
store = open_store(url)
for n in range(20):
    new = Paper(paper_id=PaperId(f"{prefix}{n}"), title=f"Paper {prefix}{n}")
    store.rewrite("mine", lambda stored: (*stored, new), at=at)
store.close()
"""


def test_two_processes_that_open_and_write_at_once_lose_nothing(url: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _ADDS, url, prefix, AT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for prefix in ("a", "b")
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0, 0]
    store = open_store(url)
    assert len(store.papers("mine")) == 40
    store.close()


def test_opening_an_up_to_date_file_needs_no_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    open_store(url).close()
    program = (
        "import sys; from myscholar.gateways.storage.store import open_store; "
        f"open_store({url!r}); print('alembic' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "False"
    )


def test_an_address_that_is_none_is_not_repeated_with_its_password() -> None:
    with pytest.raises(
        StorageError, match="What is set as the database's address is none"
    ) as caught:
        open_store("postgresql//me:secret@127.0.0.1/papers")
    assert "secret" not in str(caught.value)
