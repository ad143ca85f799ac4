"""What `myscholar doctor` finds on a machine where something is wrong, and what it says to do."""

import json
import os
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from pathlib import Path

import psycopg
import pytest

from myscholar.gateways.storage.condition import server_condition
from myscholar.gateways.storage.store import open_store
from myscholar.settings import load_settings
from myscholar.text import lexicons
from myscholar.views.doctor_view import doctor_view
from myscholar.workflows.doctor import examine as examination
from myscholar.workflows.doctor import installation
from myscholar.workflows.doctor.configuration import check_environment, check_settings
from myscholar.workflows.doctor.database import check_database
from myscholar.workflows.doctor.diagnosis import Check, Command, Diagnosis, Machine, State
from myscholar.workflows.doctor.examine import NamedCheck, examine
from myscholar.workflows.doctor.home import check_home, check_kept_answers
from myscholar.workflows.doctor.models import check_models
from myscholar.workflows.doctor.runs import check_runs
from myscholar.workflows.doctor.scholar import check_scholar
from myscholar.workflows.doctor.web import check_web_app
from myscholar.workflows.jobs import open_services

SECRET = "sk-very-secret-123"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def found(check: Check, home: Path, *, port: int = 8501, **variables: str) -> list[Diagnosis]:
    settings = load_settings({"MYSCHOLAR_HOME": str(home), **variables})
    services = open_services(settings)
    try:
        return [*check(Machine(home, port, services))]
    finally:
        services.close()


def one(check: Check, home: Path, **variables: str) -> Diagnosis:
    (diagnosis,) = found(check, home, **variables)
    return diagnosis


def worst(diagnoses: list[Diagnosis]) -> Diagnosis:
    order = [State.OK, State.UNCHECKED, State.WARNING, State.FAULT]
    return max(diagnoses, key=lambda f: order.index(f.state))


@contextmanager
def answering(status: int, body: object = None) -> Iterator[str]:
    """A server that gives every request this answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that takes connections and says nothing."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


# the checks side by side


def test_a_check_that_hangs_or_breaks_is_a_fault_of_its_own_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(home))
    release = threading.Event()

    def hangs(_: Machine) -> Iterator[Diagnosis]:
        yield Diagnosis("Hangs", State.OK, "So far.")
        release.wait()

    def breaks(_: Machine) -> list[Diagnosis]:
        raise RuntimeError(SECRET)

    def works(_: Machine) -> list[Diagnosis]:
        return [Diagnosis("Works", State.OK, "Well.")]

    checks = [NamedCheck(f.__name__, f) for f in (hangs, breaks, works)]
    before = time.monotonic()
    diagnoses = examine(8501, checks=checks, patience_s=0.3)
    took_s = time.monotonic() - before
    release.set()
    assert took_s < 60
    states = [(f.name, f.state) for f in diagnoses]
    assert states == [
        ("Hangs", State.OK),
        ("hangs", State.FAULT),
        ("breaks", State.FAULT),
        ("Works", State.OK),
    ]
    assert "RuntimeError" in diagnoses[2].said
    assert SECRET not in str(diagnoses)
    assert doctor_view(diagnoses).closing.startswith("2 faults. ")


def test_all_limits_together_leave_the_answer_within_ten_seconds() -> None:
    assert examination.PATIENCE_S + examination._SETTINGS_S < 8


def test_settings_that_cant_be_used_leave_out_what_needs_them(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    (home / "settings.toml").write_text("engine = = 1")
    monkeypatch.setenv("MYSCHOLAR_HOME", str(home))
    checks = [c for c in examination.CHECKS if c.name in ("Settings", "Database", "Runs")]
    settings, left_out = examine(8501, checks=checks)
    assert settings.state is State.FAULT
    assert "line 1, column 10" in settings.said
    assert left_out == Diagnosis(
        "Not looked at",
        State.UNCHECKED,
        "Database, Runs: they need the settings.",
        "Mend that first.",
    )


# the home folder


def test_a_file_in_the_place_of_the_home_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    diagnosis = one(check_home, file)
    assert (diagnosis.state, diagnosis.said) == (State.FAULT, f"{file} is a file, not a folder.")
    monkeypatch.setenv("MYSCHOLAR_HOME", str(file))
    checks = [c for c in examination.CHECKS if c.name in ("Database", "Runs", "Kept answers")]
    (left_out,) = examine(8501, checks=checks)
    assert left_out.said == "Database, Runs, Kept answers: they need the home folder."


def test_a_home_folder_that_cant_be_made_or_written_is_told() -> None:
    nowhere = one(check_home, Path("/proc/nowhere/home"))
    assert (nowhere.state, "can't be made" in nowhere.said) == (State.FAULT, True)
    full = worst(found(check_home, Path("/proc/self")))
    assert full.state is State.FAULT
    assert "can't be written" in full.said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a folder away")
def test_a_home_folder_of_another_user_is_told(home: Path) -> None:
    os.chown(home, 65534, 65534)
    diagnosis = worst(found(check_home, home))
    assert diagnosis.state is State.WARNING
    assert diagnosis.said.startswith("It belongs to ")


def test_little_room_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 50_000_000})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    diagnosis = found(check_home, home)[-1]
    assert (diagnosis.name, diagnosis.state) == ("Disk", State.FAULT)
    assert diagnosis.said.startswith("50 MB are free at ")


def test_a_cache_that_keeps_nothing_is_told(home: Path) -> None:
    (home / "cache").touch()
    assert one(check_kept_answers, home).state is State.WARNING


# settings


def test_each_fault_of_the_settings_is_told_with_its_line_or_variable(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    (home / "settings.toml").write_text(
        'enigne = "llm"\n[models]\nreprot = "a:b"\n[providers.mine]\n\nbase_url = "ftp://x"\n'
    )
    monkeypatch.setenv("MYSCHOLAR_HOME", str(home))
    monkeypatch.setenv("MYSCHOLAR_S2_RATE", "fast")
    machine = examination._machine(8501)
    said = [f.said for f in check_settings(machine)]
    assert len(said) == 4
    assert any("enigne. Is it engine?" in s and s.endswith("It is line 1.") for s in said)
    assert any("Is it models.report?" in s and s.endswith("It is line 3.") for s in said)
    assert any("mine.base_url" in s and s.endswith("It is line 6.") for s in said)
    assert any("Mend MYSCHOLAR_S2_RATE in the environment." in s for s in said)


def test_a_variable_that_nobody_reads_is_told_with_the_nearest(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODLE", SECRET)
    odd, used = found(check_environment, home)
    assert (odd.state, odd.mend) == (State.WARNING, "Is it MYSCHOLAR_MODEL?")
    assert (used.state, used.said) == (State.OK, "No variable of ours is set.")
    assert SECRET not in str((odd, used))


def test_a_key_in_a_file_that_others_can_read_is_told(home: Path) -> None:
    file = home / "settings.toml"
    file.write_text(f'scholar_key = "{SECRET}"')
    file.chmod(0o644)
    assert worst(found(check_settings, home)).mend == f"Close it: chmod 600 {file}"
    file.chmod(0o600)
    assert worst(found(check_settings, home)).state is State.OK


# the database


def test_a_database_that_is_whole_and_of_this_version_is_well(home: Path) -> None:
    open_store(f"sqlite:///{home}/library.sqlite").close()
    assert {f.state for f in found(check_database, home)} == {State.OK}
    assert [f.state for f in found(check_runs, home)] == [State.OK, State.OK]


@pytest.mark.parametrize(
    ("version", "state"), [("9999", State.FAULT), ("0001", State.WARNING)], ids=["newer", "older"]
)
def test_a_schema_of_another_version_is_told_and_stays(
    home: Path, version: str, state: State
) -> None:
    path = home / "library.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE alembic_version (version_num)")
        database.execute("INSERT INTO alembic_version VALUES (?)", (version,))
    database.close()
    diagnosis = worst(found(check_database, home))
    assert (diagnosis.name, diagnosis.state) == ("Schema", state)
    assert one(check_runs, home).state is State.UNCHECKED
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (version,)
    database.close()


def test_a_damaged_file_is_told_with_what_to_do(home: Path) -> None:
    path = home / "library.sqlite"
    path.write_bytes(b"no database at all" * 1000)
    diagnosis = worst(found(check_database, home))
    assert (diagnosis.state, "move it away" in diagnosis.said) == (State.FAULT, True)
    path.unlink()
    open_store(f"sqlite:///{path}").close()
    pages = bytearray(path.read_bytes())
    for start in range(3 * 4096, len(pages), 4096):
        pages[start : start + 200] = b"\xff" * 200
    path.write_bytes(pages)
    assert worst(found(check_database, home)).state is State.FAULT


def test_a_database_that_another_process_writes_to_all_the_time_is_told(home: Path) -> None:
    path = home / "library.sqlite"
    open_store(f"sqlite:///{path}").close()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    diagnosis = worst(found(check_database, home))
    writer.close()
    assert (diagnosis.state, f"fuser {path}" in diagnosis.mend) == (State.WARNING, True)


def test_a_server_that_is_down_or_no_address_is_told_with_what_to_do(home: Path) -> None:
    def asked(url: str) -> Diagnosis:
        return one(check_database, home, MYSCHOLAR_DATABASE_URL=url)

    down = asked(f"postgresql://me:{SECRET}@127.0.0.1:1/x")
    assert (down.state, down.mend[:17]) == (State.FAULT, "Start the server,")
    assert SECRET not in str(down)
    assert "connect_timeout" not in down.said
    assert "is none" in asked("nonsense").said
    assert asked("mysql://h/x").mend.startswith("Install that driver")


@pytest.mark.postgres
def test_a_server_is_looked_at_for_tables_encoding_rights_and_connections(
    home: Path, postgres_server: str
) -> None:
    def asked(address: str) -> list[Diagnosis]:
        return found(check_database, home, MYSCHOLAR_DATABASE_URL=address)

    def at(name: str, user: str = "tester") -> str:
        return postgres_server.replace("/postgres?", f"/{name}?").replace("tester@", f"{user}@")

    with psycopg.connect(postgres_server, autocommit=True) as server:
        for statement in (
            "CREATE DATABASE doctor_good",
            "CREATE DATABASE doctor_latin ENCODING 'LATIN1' TEMPLATE template0",
            "CREATE ROLE doctor_guest LOGIN",
            "CREATE DATABASE doctor_read",
            "ALTER DATABASE doctor_read SET default_transaction_read_only = on",
        ):
            server.execute(statement)
    assert {f.state for f in asked(at("doctor_good"))} == {State.OK}
    open_store(at("doctor_good")).close()
    assert asked(at("doctor_good"))[-1].said.endswith("as this version of myscholar wants.")
    behind = server_condition(at("doctor_good"), patience_s=4, clock=lambda: time.time() + 3600)
    assert -3700 < behind.ahead_s < -3500
    assert "can't hold every text" in worst(asked(at("doctor_latin"))).said
    assert "no writes" in worst(asked(at("doctor_read"))).said
    guest = worst(asked(at("doctor_read", "doctor_guest")))
    assert guest.state is State.FAULT
    assert worst(asked(at("doctor_gone"))).command is Command.MAKE_DATABASE
    stranger = asked(at("doctor_good", "nobody_of_that_name"))
    assert worst(stranger).command is Command.MAKE_USER


# models


def with_model(model_host, name: str = "small", **variables: str) -> dict[str, str]:
    return {
        "MYSCHOLAR_MODEL": f"compatible:{name}",
        "MYSCHOLAR_MODEL_URL": model_host.url,
    } | variables


def test_a_model_that_answers_is_asked_nothing_that_costs(home: Path, model_host) -> None:
    roles, server = found(check_models, home, **with_model(model_host))
    assert roles.said == "compatible:small for profile, quotes, report, actions, judge."
    assert (server.state, server.said.endswith("answers, has small.")) == (State.OK, True)
    assert model_host.asked == []


def test_a_key_that_is_refused_or_missing_and_a_model_that_is_not_there_are_told(
    home: Path, model_host
) -> None:
    absent = found(check_models, home, **with_model(model_host, "smal"))[-1]
    assert (absent.state, absent.mend) == (State.WARNING, "Is it compatible:small?")
    model_host.key = "another"
    refused = found(check_models, home, **with_model(model_host, MYSCHOLAR_MODEL_KEY=SECRET))[-1]
    assert (refused.state, "refuses the key (status 401)" in refused.said) == (State.FAULT, True)
    missing = found(check_models, home, MYSCHOLAR_MODEL="openai:gpt-5")[-1]
    assert (missing.state, missing.said) == (State.FAULT, "No key for OpenAI is found.")
    wrong = {"MYSCHOLAR_MODEL": "openai:gpt-5", "OPENAI_API_KEY": "sk-ant-of-another-vendor"}
    assert "This is a key of Anthropic" in found(check_models, home, **wrong)[-1].said
    assert SECRET not in str(refused)


def test_a_model_server_that_is_broken_down_or_silent_is_told(
    home: Path, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(address: str) -> Diagnosis:
        variables = {"MYSCHOLAR_MODEL": "ollama:qwen3", "OLLAMA_BASE_URL": f"{address}/v1"}
        return found(check_models, home, **variables)[-1]

    with answering(500) as broken:
        assert "an error of its own (status 500)" in asked(broken).said
    with answering(429) as busy:
        assert asked(busy).state is State.WARNING
    down = asked("http://127.0.0.1:9")
    assert "Is the server started?" in down.said
    assert "extractive engine works" in down.mend
    monkeypatch.setattr("myscholar.workflows.doctor.models._KNOCK_S", 0.2)
    assert "no answer came" in asked(silent).said


def test_a_model_that_cant_be_asked_at_all_is_told(home: Path) -> None:
    diagnosis = one(check_models, home, MYSCHOLAR_MODEL="anthropc:claude-sonnet-5-5")
    assert diagnosis.state is State.FAULT
    assert "Is it anthropic:claude-sonnet-5-5?" in diagnosis.said


def test_an_engine_that_wants_a_model_where_none_is_set_is_a_fault(home: Path) -> None:
    diagnosis = one(check_models, home, MYSCHOLAR_ENGINE="llm")
    assert (diagnosis.state, "nothing can be begun" in diagnosis.said) == (State.FAULT, True)


# Semantic Scholar


@pytest.mark.parametrize(
    ("status", "key", "state", "said"),
    [
        (200, "", State.OK, "answers, without a key"),
        (404, SECRET, State.OK, "takes the key"),
        (403, SECRET, State.FAULT, "refuses the key in S2_API_KEY (status 403)"),
        (429, "", State.WARNING, "asks for fewer requests"),
        (503, SECRET, State.WARNING, "can't be reached (status 503)"),
    ],
)
def test_what_semantic_scholar_answers_is_told(
    home: Path, status: int, key: str, state: State, said: str
) -> None:
    with answering(status, {"paperId": "p", "title": "A paper"}) as address:
        diagnosis = one(check_scholar, home, MYSCHOLAR_S2_URL=address, S2_API_KEY=key)
    assert (diagnosis.state, said in diagnosis.said) == (state, True), diagnosis
    assert SECRET not in str(diagnosis)


def test_semantic_scholar_that_hangs_is_told(
    home: Path, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("myscholar.workflows.doctor.scholar._ASK_S", 0.2)
    diagnosis = one(check_scholar, home, MYSCHOLAR_S2_URL=silent)
    assert (diagnosis.state, "gave no answer" in diagnosis.said) == (State.WARNING, True)


# the web app


def test_a_port_of_another_program_is_told_with_one_to_take(home: Path) -> None:
    with answering(200, {"other": 1}) as address:
        port = int(address.rpartition(":")[2])
        diagnosis = one(check_web_app, home, port=port)
        assert (diagnosis.state, diagnosis.command) == (State.WARNING, Command.START_APP)
        assert diagnosis.subject == str(port + 1)
    with answering(503, {"myscholar": "0.1.0"}) as address:
        diagnosis = one(check_web_app, home, port=int(address.rpartition(":")[2]))
        assert (diagnosis.state, diagnosis.said) == (State.OK, f"It runs at {address}.")


# the installation


def test_files_that_are_missing_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine = Machine(tmp_path, 8501)
    assert [f.state for f in installation.check_files(machine)] == [State.OK]
    monkeypatch.setattr(installation, "prompt_names", lambda: ())
    monkeypatch.setattr(installation, "LEXICONS", tmp_path)
    monkeypatch.setattr(installation, "SAMPLE_CORPUS", tmp_path / "corpus.jsonl")
    (diagnosis,) = installation.check_files(machine)
    assert diagnosis.state is State.FAULT
    assert diagnosis.said.startswith(f"Missing: {tmp_path / 'corpus.jsonl'}, prompts, lexicons.")


def test_a_broken_word_list_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text("= = 1")
    monkeypatch.setattr(installation, "LEXICONS", tmp_path)
    monkeypatch.setattr(lexicons, "FOLDER", tmp_path)
    (diagnosis,) = installation.check_files(Machine(tmp_path, 8501))
    assert diagnosis.said == "The lexicon odd can't be read."


def test_packages_of_another_version_are_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = ["numpy~=1.0", "no-such-package>=2", 'matplotlib>=3; extra == "eval"']
    monkeypatch.setattr(metadata, "requires", lambda _: lines)
    (diagnosis,) = installation.check_packages(Machine(tmp_path, 8501))
    assert diagnosis.state is State.FAULT
    assert "2 of 2" in diagnosis.said
    assert "no-such-package>=2 (missing)" in diagnosis.said
    assert diagnosis.command is Command.INSTALL
    assert diagnosis.subject == '"numpy~=1.0" "no-such-package>=2"'


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "ends Python with signal 4"),
        ("raise ImportError('libodd.so.1: cannot open')", "libodd.so.1: cannot open"),
    ],
    ids=["crash", "missing library"],
)
def test_a_library_that_cant_be_loaded_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, said: str
) -> None:
    (tmp_path / "oddlib.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(installation, "NATIVE", ["json", "oddlib", "csv"])
    (diagnosis,) = installation.check_libraries(Machine(tmp_path, 8501))
    assert diagnosis.state is State.FAULT
    assert diagnosis.said.startswith("oddlib can't be loaded")
    assert said in diagnosis.said


def test_an_extra_that_the_settings_ask_for_and_that_is_missing_is_a_fault(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _: ['no-such-package; extra == "gritlm"'])
    diagnosis = worst(found(installation.check_extras, home, MYSCHOLAR_EMBEDDER="gritlm:/x"))
    assert diagnosis.state is State.FAULT
    assert (diagnosis.command, diagnosis.subject) == (Command.INSTALL, "'myscholar[gritlm]'")


def test_an_old_python_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installation, "OLDEST", (sys.version_info[0], sys.version_info[1] + 1))
    (diagnosis,) = installation.check_python(Machine(tmp_path, 8501))
    assert diagnosis.state is State.FAULT
