"""A run in memory, a look at papers made by hand, and the bundled sample with its reader."""

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.evidence import Hit, SearchQuery, Source
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.profile import Profile
from myscholar.domain.report import QueryResult
from myscholar.domain.runs import RunId
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.search.retrieve import retrieve
from myscholar.settings import Settings
from myscholar.text.background import Background
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import SAMPLE, open_sources
from tests.profile.llm.test_sample import inferred

CASSETTES = Path(__file__).resolve().parents[1] / "cassettes"


class MemoryRun:
    """Steps are done once; a question is answered by the next of `answers`."""

    run_id = RunId("r")

    def __init__(self, *answers: str) -> None:
        self.steps: dict[str, Any] = {}
        self.asked: list[str] = []
        self._answers = list(answers)

    async def step(self, name: str, kind: Any, work: Callable[[], Awaitable[Any]]) -> Any:
        if name not in self.steps:
            self.steps[name] = await work()
        return self.steps[name]

    async def ask(self, question_id: str, question: Question) -> Answer:
        self.asked.append(question_id)
        return question.read(self._answers.pop(0))


@pytest.fixture
def run() -> MemoryRun:
    return MemoryRun()


@pytest.fixture(scope="session")
def background() -> Background:
    return Background(n_documents=10_000, frequencies={})


def hit(n: int, text: str, year: int | None = None) -> Hit:
    paper_id = PaperId(f"h{n}")
    passage = Passage(
        passage_id=PassageId(f"h{n}:1"), paper_id=paper_id, kind=PassageKind.ABSTRACT, text=text
    )
    title = f"Songs of wrens {n}"
    return Hit(
        paper=Paper(paper_id=paper_id, title=title, year=year, passages=(passage,)), score=1.0
    )


SIDES = ("the street noise is loud", "the nest boxes are warm", "people listen")


@pytest.fixture(scope="session")
def hits() -> tuple[Hit, ...]:
    """24 papers on songs of wrens: eight on street noise, eight on nest boxes, eight on neither; of
    each eight, four from 2010 on and four from 2020 on."""
    return tuple(
        hit(n, f"We see that {SIDES[n % 3]} for wrens.", 2010 + 10 * (n // 12)) for n in range(24)
    )


def cassette(name: str) -> Any:
    """What a careful reader of a prompt replied to it: they saw nothing else."""
    return json.loads((CASSETTES / f"{name}.json").read_text(encoding="utf-8"))


class SampleAnswers(ScriptedLLM):
    """A model that answers each prompt of a room from its cassette."""

    def __init__(self, room: str) -> None:
        names = [path.stem for path in CASSETTES.glob(f"{room}_*.json")]
        super().__init__({name.replace("_", "/", 1): cassette(name) for name in names})

    def _next(self, role: Any, prompt: Prompt) -> Any:
        """A cassette names papers by their titles; the model by the numbers that it is shown."""
        said = super()._next(role, prompt)
        if prompt.name == "steer/learn":
            return _numbered(said, "learnings", "paper", "\nPaper {}, “{}” (", prompt)
        if prompt.name == "team/reflect":
            return _numbered(said, "findings", "passage", "\n[{}] {} (", prompt)
        return said


def _numbered(said: Any, items: str, key: str, line: str, prompt: Prompt) -> Any:
    def number(title: str) -> int:
        return next(n for n in range(1, 99) if line.format(n, title) in prompt.task)

    return said | {items: [each | {key: number(each[key])} for each in said[items]]}


class SampleSearch:
    """The bundled sample, searched as the product does."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources

    async def results(self, text: str, limit: int) -> tuple[QueryResult, ...]:
        return (await retrieve((SearchQuery(text=text),), self._sources, limit=limit)).results

    async def search(self, text: str, limit: int) -> tuple[Hit, ...]:
        (result,) = await self.results(text, limit)
        return result.hits


@pytest.fixture(scope="session")
def answers() -> Callable[[str], ScriptedLLM]:
    return SampleAnswers


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleSearch]:
    services = open_services(Settings(home=tmp_path_factory.mktemp("sample")))
    yield SampleSearch(open_sources(services, (SAMPLE,)).sources)
    services.close()


@pytest.fixture(scope="session")
def mira() -> Profile:
    """The sample's reader."""
    return inferred()[0]
