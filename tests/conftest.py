"""What all tests share."""

import gc
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import FrameType

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked
from playwright.sync_api import Browser, sync_playwright

from myscholar.domain.profile import Profile

from .model_host import ModelHost
from .set_up import browser_program

# workers of pytest-xdist are given one, and a console keeps the width that it was made with
os.environ.pop("COLUMNS", None)

# a checkout is compiled once: each worker, and each process that a test begins, would do it anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ["PYTHON_KEYRING_BACKEND"] = (
    "keyring.backends.fail.Keyring"  # nor does a test look into a real keyring
)

gc.disable()  # what is collected stays: looking through it again and again takes a third of it

SHARED = Path(__file__).resolve().parents[2] / "shared"

_in_browser: set[Path] = set()
"""Files with tests in a browser."""

VARIABLES = ("MYSCHOLAR_", "ANTHROPIC_", "OPENAI_", "GOOGLE_", "GEMINI_", "S2_API_KEY")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of tests in a browser begin first: one of them as the last keeps all others waiting."""
    _in_browser.update(i.path for i in items if "browser" in getattr(i, "fixturenames", ()))
    items.sort(key=lambda item: item.path not in _in_browser)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)  # as the command line has it
    gc.enable()


@pytest.fixture(autouse=True)
def a_bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings, addresses and keys of whoever runs it."""
    for name in [name for name in os.environ if name.startswith(VARIABLES)]:
        monkeypatch.delenv(name)


class MemoryKeyring(KeyringBackend):
    """A keyring that can be locked, and that can lose what is put in."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, str] = {}
        self.is_locked = self.loses = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.is_locked:
            raise KeyringLocked("words of the system")
        return self.keys.get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.loses:
            self.keys[f"{service}/{username}"] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.keys[f"{service}/{username}"]


@pytest.fixture
def memory_keyring() -> Iterator[MemoryKeyring]:
    """The system's keyring in this test."""
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture
def runs_that_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of actions, in this process, as of `asking.py`."""
    from .asking import stories

    monkeypatch.setattr("myscholar.workflows.jobs.stories", stories)


@pytest.fixture
def model_host() -> Iterator[ModelHost]:
    with ModelHost() as running:
        yield running


_kept = ExitStack()


@cache
def _browser() -> Browser:
    program = browser_program()
    if program is None:
        pytest.skip("needs the program chromium-headless-shell or chromium")
    playwright = _kept.enter_context(sync_playwright())
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for files that follow each other."""
    browser = _browser()
    yield browser
    for context in browser.contexts:
        context.close()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """While Playwright runs, no other event loop can: it ends before a file without a browser."""
    if nextitem is None or (item.path != nextitem.path and nextitem.path not in _in_browser):
        _kept.close()
        _browser.cache_clear()


@pytest.fixture
def n_calls() -> Callable[[Callable[[], object]], int]:
    """Counts the functions, Python's own included, that a piece of work calls: what it costs,
    however busy the machine is."""

    def counted(work: Callable[[], object]) -> int:
        count = 0

        def heard(frame: FrameType, event: str, called: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(heard)
        try:
            work()
        finally:
            sys.setprofile(None)
        return count

    return counted


def heed_interrupts() -> None:
    """For a process that is begun: it hears Ctrl-C also where the one that begins it was told not
    to, as shells do in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared research data beside the checkout; the test is skipped where it is
    absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the shared research data beside the checkout")
    return SHARED


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    on_path = shutil.which("initdb")
    return found[0].parent if found else Path(on_path).parent if on_path else None


def _user() -> str | None:
    """PostgreSQL refuses to run as root: then the system's `postgres` user is taken."""
    if os.getuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        pytest.skip("PostgreSQL can't run as root, and there is no user postgres")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server of its own for the tests that need one: the URL of a fresh server on a
    socket in a temporary folder."""
    programs = _programs()
    if programs is None:
        pytest.skip("the PostgreSQL server programs are not installed")
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="myscholar-pg-", dir="/tmp"))
    if user:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, *arguments],
            check=True,
            capture_output=True,
            user=user,
            cwd="/",
            env={"LC_ALL": "C"},
        )

    try:
        run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        )
        options = f"-k {folder} -c listen_addresses= -c fsync=off"
        run(
            "pg_ctl",
            "-D",
            str(folder / "data"),
            "-w",
            "-o",
            options,
            "-l",
            str(folder / "log"),
            "start",
        )
        yield f"postgresql://tester@/postgres?host={folder}"
        run("pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'library.sqlite'}"
    import psycopg

    server = request.getfixturevalue("postgres_server")
    name = f"t{os.getpid()}_{abs(hash(request.node.name)) % 10**8}"
    with psycopg.connect(
        server.replace("postgresql+psycopg", "postgresql"), autocommit=True
    ) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return str(server).replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def sample_profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """The extractive profile of the sample, inferred once."""
    from myscholar.settings import Settings
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.my_scholar import MyScholar
    from myscholar.workflows.sample import sample_papers

    scholar = MyScholar(open_services(Settings(home=tmp_path_factory.mktemp("sample"))))
    return scholar.infer_profile(sample_papers().papers, name="Mira")


@pytest.fixture(scope="session")
def sample_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `cache` of a home in which the sample was searched before: its index takes a third of a
    second to make."""
    from myscholar.settings import Settings
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.corpora import open_sample_corpus

    services = open_services(Settings(home=tmp_path_factory.mktemp("searched")))
    open_sample_corpus(services)
    services.close()
    return services.settings.cache_folder
