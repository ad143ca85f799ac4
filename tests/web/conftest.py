"""The web app over real services in a home of its own; Semantic Scholar's address is a closed port
of this machine.

For tests in a browser: the app as a user starts it, which can be killed and started again, and
models that answer it.
"""

import asyncio
import functools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.testing.v1 import AppTest

from myscholar.domain.engine import Engine
from myscholar.domain.evidence import Evidence
from myscholar.domain.inquiry import InquiryId
from myscholar.domain.orders import AnswerOrder, ProfileOrder, TableOrder
from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind, Relation, TextSource
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    PaperSupport,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, ignore
from myscholar.errors import BadSettings
from myscholar.settings import Settings, load_settings
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.part import Mailbox
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.inquiries import keep_inquiry, new_inquiry
from myscholar.workflows.jobs import open_services, start, wait_for_end
from myscholar.workflows.my_scholar import MyScholar
from myscholar.workflows.profile.profiles import profile_of
from myscholar.workflows.report.shares import share
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.work import work
from tests.conftest import heed_interrupts

from .replay_server import Replay, replay_server

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app.py"
PAGES = "myscholar/surfaces/web/pages"
NOWHERE = "http://127.0.0.1:9"
NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
"""No test looks into the keyring of whoever runs it."""
PATIENCE_S = 120.0
"""For what a test expects to happen: so long only something that hangs takes, however busy the
machine is."""
_scanned = functools.cache(manifest_scanner.scan_component_manifests)
HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(2)> <b>bold</b>",
    "![picture](http://evil.example/x.png) [click](javascript:alert(3)) <javascript:alert(4)>",
    "*stars* _lines_ ~~struck~~ `code` # heading > quote 1. one - item | cell |",
    ":red[colour] :blue-badge[badge] :smile: :material/delete: :streamlit: $x^2$ $$y$$",
    "https://evil.example www.evil.example me@evil.example -> <- -- >= \\ & &lt; &amp;lt; [^1] "
    "==mark==",
)


@pytest.fixture(autouse=True)
def the_main_module_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """`AppTest` puts the app in its place, and a process that a later test spawns would run the
    app."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(autouse=True)
def components_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `AppTest` looks through everything that is installed for components of its own."""
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", _scanned)


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """The services that the app in this test uses."""
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MYSCHOLAR_S2_URL", NOWHERE)
    monkeypatch.delenv("S2_API_KEY", raising=False)
    monkeypatch.delenv("MYSCHOLAR_DATABASE_URL", raising=False)
    made = session.services()
    assert made.store  # its folder is there
    with at_work(made.settings):
        yield made
    made.close()
    with suppress(BadSettings):
        session.services().close()


@contextmanager
def at_work(settings: Settings) -> Iterator[None]:
    """A worker in this process; what runs need is loaded when they begin."""
    stop = threading.Event()
    how: dict[str, Any] = {"leave_s": 0, "prepare": ignore}
    worker = threading.Thread(target=work, args=(settings, stop), kwargs=how)
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()


@pytest.fixture
def open_page(services: Services) -> Callable[[str], AppTest]:
    """Opens the app at `profile`, `ask` or `report` in a new browser session."""

    def open_at(page: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=PATIENCE_S).run()
        return app if page == "profile" else app.switch_page(f"{PAGES}/{page}_page.py").run()

    return open_at


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, Report]:
    """The sample's profile and a report for it with its default actions, made once."""
    settings = load_settings(
        {"MYSCHOLAR_HOME": str(tmp_path_factory.mktemp("made")), "MYSCHOLAR_S2_URL": NOWHERE}
    )
    scholar = MyScholar(open_services(settings))
    profile = scholar.infer_profile(sample_papers().papers, name="Mira")
    actions = scholar.propose_actions(SAMPLE_QUESTION, profile=profile)
    report = scholar.write_report(
        SAMPLE_QUESTION, actions=actions.chosen, profile=profile, sources=("sample",)
    )
    scholar.services.store.close()
    return profile, report


@pytest.fixture
def profile(made: tuple[Profile, Report]) -> Profile:
    return made[0]


@pytest.fixture
def report(made: tuple[Profile, Report]) -> Report:
    return made[1]


@pytest.fixture(scope="session")
def hostile_profile() -> Profile:
    """Every text in it tries to be more than text; one quote is a paper's, one this project's
    summary."""
    passages = tuple(
        Passage(
            passage_id=PassageId(f"x#{n}"),
            paper_id=PaperId("x"),
            kind=kind,
            text=" ".join(HOSTILE),
            section=HOSTILE[0],
        )
        for n, kind in enumerate((PassageKind.BODY, PassageKind.SUMMARY))
    )
    support = PaperSupport(
        paper_id=PaperId("x"),
        explanation=HOSTILE[1],
        evidence=tuple(Evidence.of_passage(p) for p in passages),
    )
    return Profile(
        profile_id=ProfileId("hostile"),
        name=HOSTILE[3],
        created_at="2026-01-02T03:04:05Z",
        passages=passages,
        notes=(HOSTILE[0],),
        papers=(
            ProfilePaper(
                paper_id=PaperId("x"),
                number=1,
                title=HOSTILE[2],
                authors=(HOSTILE[0],),
                venue=HOSTILE[1],
                relation=Relation.MINE,
                text_source=TextSource.FULL_TEXT,
            ),
        ),
        inferences=tuple(
            Inference(
                inference_id=InferenceId(f"h{n}"),
                aspect=ProfileAspect.POSITIONS,
                text=text,
                supports=(support,),
                basis=text,
            )
            for n, text in enumerate(HOSTILE)
        ),
    )


def part_data(page: AppTest, key: str) -> dict[str, Any]:
    """What the browser's part of this key was given."""
    (part,) = (e for e in page.main if e.type == "bidi_component" and e.key == key)
    data: dict[str, Any]
    (data,) = json.loads(part.proto.json)
    return data


def send(page: AppTest, key: str, *messages: dict[str, Any]) -> AppTest:
    """The browser's part of this key sends these, all at once: each has the next number."""
    mail = page.session_state["held"][Mailbox]
    first = mail.taken.get(key, 0) + 1
    numbered = [{"n": n, **message} for n, message in enumerate(messages, start=first)]
    page.session_state[key] = {"outbox": {"session": mail.session, "messages": numbered}}
    return page.run()


def ask_again() -> None:
    """As a browser that asks for the page anew while the page is at work: its run ends at the next
    call of Streamlit."""
    ctx = get_script_run_ctx()
    assert ctx
    assert ctx.script_requests
    assert ctx.script_requests.request_rerun(RerunData())


def until(look: Callable[[], T], page: Page | None = None) -> T:
    """What it sees, as soon as that is anything. What is drawn at once is stored a moment later; a
    `page` goes on meanwhile."""
    give_up = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < give_up, f"still {found!r}"
        page.wait_for_timeout(20) if page else time.sleep(0.02)
    return found


# In a browser


def free_port() -> int:
    """One that no connection is given by chance while its server is killed and comes back: below
    those that systems choose from."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as free:
            if free.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no port is free")


CLI = "myscholar.surfaces.cli"
_ENVIRONMENT = ("PATH", "HOME", "TMPDIR", "LANG")


class Server:
    """`myscholar app`, or another script's page, in a process of its own. It keeps its port and its
    home folder over a restart. `module`: what is run in the place of `myscholar`."""

    def __init__(self, home: Path, script: Path | None = None, module: str = CLI) -> None:
        self.port = free_port()
        self.home, self.script, self.module = home, script, module
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        own = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        home = {"MYSCHOLAR_HOME": str(self.home), "MYSCHOLAR_S2_URL": NOWHERE}
        return own | home | {"PYTHONPATH": str(ROOT)} | NO_KEYRING

    def start(self, *options: str, program: Sequence[str] = ()) -> None:
        """With these options; `program`: by Python's command line in the place of the module."""
        port = str(self.port)
        started = [
            *(program or ("-m", self.module)),
            "app",
            "--no-browser",
            "--port",
            port,
            *options,
        ]
        if self.script:
            started = ["-m", "streamlit", "run", str(self.script), "--server.port", port]
            started += ["--server.headless", "true"]
        with (self.home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *started],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=heed_interrupts,
            )
        until(lambda: self.answers() or self._process.poll() is not None)
        if self._process.poll() is not None:
            raise AssertionError(f"the app did not start: {self.log[-2000:]}")

    def kill(self) -> None:
        """As by `kill -9`."""
        self._send(signal.SIGKILL)
        self.wait()

    def stop(self) -> int | None:
        """The exit status."""
        self._send(signal.SIGTERM)
        return self.wait()

    def press_control_c(self) -> None:
        """As at a terminal: all processes in its foreground hear it."""
        assert self._process
        os.killpg(self._process.pid, signal.SIGINT)

    def wait(self) -> int | None:
        """The exit status, once it ends."""
        if self._process is None:
            return None
        try:
            return self._process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    @property
    def workers(self) -> list[int]:
        """The processes that it has begun."""
        assert self._process
        command = ["pgrep", "-P", str(self._process.pid)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        return [int(line) for line in found.stdout.split()]

    @property
    def log(self) -> str:
        return (self.home / "server.log").read_text(encoding="utf-8", errors="replace")

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=PATIENCE_S).close()
        except OSError:
            return False
        return True

    def _send(self, number: signal.Signals) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(number)


@contextmanager
def served_beside(home: Path, script: Path) -> Iterator[Server]:
    """The app, which leaves what is ordered to a worker of this script, a `myscholar` of the tests'
    own."""
    running = Server(home)
    with (home / "worker.log").open("wb") as log:
        worker = subprocess.Popen(
            [sys.executable, str(script), "worker"],
            env=running.environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        running.start("--no-worker")
        yield running
    finally:
        running.stop()
        worker.terminate()
        worker.wait()


@contextmanager
def served(
    home: Path,
    *,
    script: Path | None = None,
    module: str = CLI,
    settings: str = "",
    options: Sequence[str] = (),
) -> Iterator[Server]:
    """The app over a home folder with these settings, started with these options."""
    home.mkdir(parents=True, exist_ok=True)
    if settings:
        (home / "settings.toml").write_text(settings, encoding="utf-8")
    server = Server(home, script, module)
    try:
        server.start(*options)
        yield server
    finally:
        server.stop()


class Furnished(NamedTuple):
    """A home folder in which everything has been done once, on the sample."""

    home: Path
    profile: ProfileId
    inquiry: InquiryId
    report: RunId
    key: str
    """Of the shared report."""
    table: RunId


def waited(services: Services, run_id: RunId | None) -> RunId:
    assert run_id
    with ThreadPoolExecutor(1) as beside:  # Playwright's event loop runs in this thread
        beside.submit(asyncio.run, wait_for_end(services, run_id)).result()
    return run_id


def furnish(home: Path) -> Furnished:
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    )

    try:
        begun = waited(
            services, start(services, ProfileOrder(papers=sample_papers().papers, name="Mira"))
        )
        profile = profile_of(services, begun).profile_id
        inquiry = new_inquiry(services, SAMPLE_QUESTION, sources=("sample",), profile_id=profile)
        inquiry = asking.propose(services, inquiry)
        waited(services, inquiry.proposing)
        report = waited(services, asking.write(services, asking.take_in(services, inquiry)))
        order = TableOrder(report=report, columns=("Year", "Main result"))
        table = waited(services, start(services, order))
        asked = AnswerOrder(base=report, question="What do these papers leave open?")
        waited(services, start(services, asked))
        return Furnished(home, profile, inquiry.inquiry_id, report, share(services, report), table)
    finally:
        services.close()


def furnish_example(home: Path) -> InquiryId:
    """The sample's recording up to the report, which is ready to be written: a Replay has its
    answers."""
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    try:
        profile = profile_of(
            services,
            waited(
                services,
                start(
                    services,
                    ProfileOrder(
                        papers=sample_papers().papers, name="Mira", engine=Engine.RECORDED
                    ),
                ),
            ),
        )
        inquiry = asking.propose(services, asking.play_sample(services, profile.profile_id))
        waited(services, inquiry.proposing)
        inquiry = asking.take_in(services, inquiry)
        waited(services, inquiry.head_start)
        keep_inquiry(services, inquiry.model_copy(update={"recorded": False}))
        return inquiry.inquiry_id
    finally:
        services.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app as a user starts it, on the extractive engine."""
    with served(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    yield browser
    _context.cache_clear()


@functools.lru_cache(maxsize=8)
def _context(browser: Browser, address: str, wanted: str) -> BrowserContext:
    """One for all pages that want the same of it: what the first one has loaded they have."""
    context = browser.new_context(**json.loads(wanted))
    context.set_default_timeout(PATIENCE_S * 1000)
    return context


@contextmanager
def watched_page(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page of a person who was never there before; at the end, nothing was asked of another
    host, no script failed and none asked or told the person anything."""
    wanted = {
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
        "accept_downloads": True,
    } | options
    context = _context(browser, address, json.dumps(wanted))
    expect.set_options(timeout=PATIENCE_S * 1000)
    outside: list[str] = []
    failures: list[str] = []
    own = (address, address.replace("http", "ws"), "data:", "blob:")
    refused = "Content Security Policy"
    watches: dict[Any, Callable[[Any], object]] = {
        "console": lambda m: failures.append(m.text) if refused in m.text else None,
        "request": lambda r: None if r.url.startswith(own) else outside.append(r.url),
        "weberror": lambda error: failures.append(str(error.error)),
        "dialog": lambda dialog: (failures.append(dialog.message), dialog.dismiss()),
    }
    for event, watch in watches.items():
        context.on(event, watch)
    page = context.new_page()
    try:
        yield page
    finally:
        for event, watch in watches.items():
            context.remove_listener(event, watch)
        page.evaluate("try { localStorage.clear() } catch {}")  # a page of no origin has none
        for opened in context.pages:
            opened.close()
        context.clear_cookies()
    assert outside == []
    assert failures == []


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address) as opened:
        yield opened


@pytest.fixture(scope="module")
def stored(server: Server) -> Iterator[Services]:
    """What the app has stored."""
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(server.home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    yield services
    services.store.close()


@pytest.fixture(scope="module")
def replay() -> Iterator[Replay]:
    """A model that gives the kept answers of the sample's run."""
    with replay_server() as running:
        yield running
