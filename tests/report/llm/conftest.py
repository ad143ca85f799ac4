"""The bundled sample as a model answered it, step by step: what the second half of the report
starts from."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.evidence import ActionId, Evidence, Hit, Quote, QuoteId
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Highlight
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.library.jsonl import read_jsonl
from myscholar.report.llm.outline import make_outline
from myscholar.report.llm.quotes import gather
from myscholar.report.llm.reading import Reading
from myscholar.report.llm.replies import PaperQuotes
from myscholar.report.llm.shown import number_actions
from myscholar.text.wishes import wishes_in
from tests.parted import parted

ROOT = Path(__file__).resolve().parents[3]
READER = (
    "Their paper “Does the Citation Carry the Claim?” (2022) says: We describe the 331 deficient "
    "claims.\n"
    "Their paper “Who Checks the Checker?” (2024) says: When we remove one supporting passage "
    "from 97 claims, the best judge still calls 22 of "
    "them supported."
)


def cassette(name: str) -> Any:
    return json.loads((ROOT / "tests" / "cassettes" / f"{name}.json").read_text(encoding="utf-8"))


def written(name: str) -> str:
    return (ROOT / "tests" / "cassettes" / f"{name}.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Sample:
    question: str
    actions: tuple[Action, ...]
    outline: Outline
    quotes: tuple[Quote, ...]
    papers: Mapping[PaperId, Paper]

    def llm(self, **more: Any) -> ScriptedLLM:
        """Answers from the cassettes; the section is told by its number in the prompt."""
        judge = "report/judge_section" in more
        return ScriptedLLM(
            {"report/section": section_text, "report/table": cassette("report_table"), **more},
            judge=judge,
        )


def section_text(prompt: Prompt) -> str:
    return written(f"report_section_{prompt.task.split()[2]}")


@pytest.fixture
async def sample() -> Sample:
    plan, said, outlined = (cassette(f"report_{name}") for name in ("plan", "quotes", "outline"))
    papers = {
        p.paper_id: p for p in parted(read_jsonl(ROOT / "myscholar" / "sample" / "corpus.jsonl"))[0]
    }
    hits = [Hit(paper=papers[name], score=1.0) for name in said["replies"]]
    actions = tuple(Action.model_validate(a) for a in plan["actions"])
    readings = [Reading(reply=PaperQuotes(paper=1, **r)) for r in said["replies"].values()]
    quotes = gather(hits, readings, number_actions(actions, Stage.SEARCH_ADD)).quotes
    llm = ScriptedLLM({"report/outline": outlined["reply"]})
    outline = await make_outline(outlined["question"], quotes, hits, actions, llm=llm)
    return Sample(outlined["question"], actions, outline, tuple(quotes), papers)


TEXTS = {
    1: "We tested 40 judges on BenchQA. The best judge agrees with experts in 81 percent of 1,234 "
    "cases.",
    2: "Sentence labels change in 12 percent of the cases when a passage is removed from the "
    "evidence.",
    3: "Judges fail when passages conflict. No judge of the study notices a removed passage.",
}


@pytest.fixture
def few() -> dict[PaperId, Paper]:
    """Two papers by Ada Kim (2021, quotes 1 and 2) and Ben Ruiz (2023, quote 3)."""
    one = [passage("p1", n) for n in (1, 2)]
    kim = Paper(
        paper_id=PaperId("p1"),
        title="Judges of Answers",
        authors=("Ada Kim",),
        year=2021,
        venue="ACL",
        passages=tuple(one),
    )
    ruiz = Paper(
        paper_id=PaperId("p2"),
        title="When Evidence Goes",
        authors=("Ben Ruiz",),
        year=2023,
        passages=(passage("p2", 3),),
    )
    return {kim.paper_id: kim, ruiz.paper_id: ruiz}


def passage(paper_id: str, number: int) -> Passage:
    return Passage(
        passage_id=PassageId(f"{paper_id}:{number}"),
        paper_id=PaperId(paper_id),
        kind=PassageKind.BODY,
        text=TEXTS[number],
    )


@pytest.fixture
def quote(few: dict[PaperId, Paper]) -> Callable[[int], Quote]:
    passages = [p for paper in few.values() for p in paper.passages]

    def make(number: int) -> Quote:
        return Quote(
            quote_id=QuoteId(f"q{number}"),
            evidence=Evidence.of_passage(passages[number - 1]),
            relevance=0.5,
        )

    return make


@pytest.fixture
def drafted(quote: Callable[[int], Quote]) -> Callable[..., Draft]:
    """A draft of this text with the three quotes; marks are pairs of an action and the words that
    it covers."""

    def make(
        text: str,
        *marks: tuple[str, str],
        title: str = "Judges",
        action_ids: tuple[str, ...] = (),
        **more: Any,
    ) -> Draft:
        plan = SectionPlan(
            title=title,
            quotes=tuple(map(quote, (1, 2, 3))),
            action_ids=tuple(map(ActionId, action_ids)),
        )
        highlights = tuple(
            Highlight(
                action_id=ActionId(a), start=text.index(words), end=text.index(words) + len(words)
            )
            for a, words in marks
        )
        return Draft(plan=plan, text=text, highlights=highlights, **more)

    return make


@pytest.fixture
def act() -> Callable[..., Action]:
    def make(
        name: str, verb: Verb = Verb.FREE, *terms: str, stage: Stage = Stage.GENERATION, **more: Any
    ) -> Action:
        words = {
            "tldr": name,
            "text": f"I can {name}, which might help you.",
            "category": Category.CONTENT,
            **more,
        }
        return Action(
            action_id=ActionId(name),
            stage=stage,
            personalized=False,
            directive=Directive(verb=verb, terms=terms, **words.pop("directive", {})),
            wishes=wishes_in(words["tldr"], words["text"]),
            enabled=True,
            **words,
        )

    return make
