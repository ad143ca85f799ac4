"""The web app over real services in a home of its own; Semantic Scholar's address is a closed port of this machine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind, Relation, TextSource
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfileId, ProfilePaper, Support
from myscholar.domain.report import Report
from myscholar.settings import load_settings
from myscholar.surfaces.web import session
from myscholar.workflows.my_scholar import MyScholar
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services

APP = Path(__file__).resolve().parents[2] / "app.py"
PAGES = "myscholar/surfaces/web/pages"
NOWHERE = "http://127.0.0.1:9"
HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(2)> <b>bold</b>",
    "![picture](http://evil.example/x.png) [click](javascript:alert(3)) <javascript:alert(4)>",
    "*stars* _lines_ ~~struck~~ `code` # heading > quote 1. one - item | cell |",
    ":red[colour] :blue-badge[badge] :smile: :material/delete: :streamlit: $x^2$ $$y$$",
    "https://evil.example www.evil.example me@evil.example -> <- -- >= \\ & &lt; &amp;lt; [^1] ==mark==",
)


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """The services that the app in this test uses."""
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MYSCHOLAR_S2_URL", NOWHERE)
    monkeypatch.delenv("S2_API_KEY", raising=False)
    monkeypatch.delenv("MYSCHOLAR_DATABASE_URL", raising=False)
    made = session.services()
    yield made
    made.runner.close()
    made.store.close()


@pytest.fixture
def open_page(services: Services) -> Callable[[str], AppTest]:
    """Opens the app at `profile`, `ask` or `report` in a new browser session."""

    def open_at(page: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=30).run()
        return app if page == "profile" else app.switch_page(f"{PAGES}/{page}_page.py").run()

    return open_at


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, Report]:
    """The sample's profile and a report for it with its default actions, made once."""
    settings = load_settings({"MYSCHOLAR_HOME": str(tmp_path_factory.mktemp("made")), "MYSCHOLAR_S2_URL": NOWHERE})
    scholar = MyScholar(Services(settings))
    profile = scholar.infer_profile(sample_papers().papers, name="Mira")
    actions = scholar.propose_actions(SAMPLE_QUESTION, profile=profile)
    report = scholar.write_report(SAMPLE_QUESTION, actions=actions.chosen, profile=profile, sources=("sample",))
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
    """Every text in it tries to be more than text; one quote is a paper's, one this project's summary."""
    passages = tuple(
        Passage(passage_id=PassageId(f"x#{n}"), paper_id=PaperId("x"), kind=kind, text=" ".join(HOSTILE), section=HOSTILE[0])
        for n, kind in enumerate((PassageKind.BODY, PassageKind.SUMMARY))
    )
    support = Support(paper_id=PaperId("x"), explanation=HOSTILE[1], evidence=tuple(Evidence.of_passage(p) for p in passages))
    return Profile(
        profile_id=ProfileId("hostile"), name=HOSTILE[3], created_at="2026-01-02T03:04:05Z", passages=passages, notes=(HOSTILE[0],),
        papers=(ProfilePaper(paper_id=PaperId("x"), number=1, title=HOSTILE[2], authors=(HOSTILE[0],), venue=HOSTILE[1], relation=Relation.MINE, text_source=TextSource.FULL_TEXT),),
        inferences=tuple(
            Inference(inference_id=InferenceId(f"h{n}"), aspect=ProfileAspect.POSITIONS, text=text, supports=(support,), basis=text)
            for n, text in enumerate(HOSTILE)
        ),
    )  # fmt: skip
