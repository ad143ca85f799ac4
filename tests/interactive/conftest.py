"""A run in memory, and a look at papers made by hand."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.runs import RunId
from myscholar.text.background import Background


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
