"""Reports over sources that know the same papers, after a head start and changed afterwards: what was quoted once can be cited to the end."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.papers import Paper, PassageKind
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.gateways.llm.prompts import Prompt
from myscholar.settings import Settings
from myscholar.workflows.change_report import rewrite_report
from myscholar.workflows.corpora import build_corpus
from myscholar.workflows.engines import Engine
from myscholar.workflows.head_start import begin_head_start
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.write_report import write_report

from . import writer

SEEDS = 20
AT = "2026-01-01T00:00:00+00:00"
SOURCES = ("library:default", "corpus:mine", "sample")
TOPICS = (
    "abstention when a passage is removed",
    "automatic support judges",
    "expert agreement",
    "margin tool for long answers",
    "claims and citations",
    "field study with scholars",
    "what readers check",
    "hallucination in generated answers",
    "limits of the study",
    "how annotators were paid",
)
LIMITED = SearchFilters(year_min=2024)


class Model:
    """Quotes, plans and actions as a seed has it; everything else as the writer does."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    @property
    def steps(self) -> dict[str, Any]:
        return {"report/plan_search": self.plan, "report/plan_actions": self.plan, "report/extract_quotes": self.quote}

    def plan(self, prompt: Prompt) -> dict[str, Any]:
        planned = writer.plan(prompt)
        for query, topic in zip(planned["queries"], self._random.sample(TOPICS, len(planned["queries"])), strict=True):
            query["query"] = topic
        return planned

    def quote(self, prompt: Prompt) -> dict[str, Any]:
        """The beginnings of some of the passages, word for word."""
        passages = re.findall(r"(?m)^\[\d+\] (.+)$", prompt.task)
        some = self._random.sample(passages, self._random.randint(1, len(passages)))
        return {"quote": " ... ".join(" ".join(p.split()[:18]) for p in passages if p in some)}

    def actions(self) -> tuple[Action, ...]:
        """One to four, one of which at least searches."""
        kinds = [(Stage.SEARCH_ADD, Verb.SEARCH), *self._random.sample(KINDS, self._random.randint(0, 3))]
        return tuple(action(self._random.randint(1, 99), *kind) for kind in kinds)


KINDS = (
    (Stage.SEARCH_ADD, Verb.SEARCH),
    (Stage.SEARCH_REFINE, Verb.LIMIT),
    (Stage.GENERATION, Verb.FREE),
    (Stage.ORGANIZATION, Verb.ADD_SECTION),
    (Stage.GENERATION, Verb.COMPARE),
)


def action(number: int, stage: Stage, verb: Verb) -> Action:
    filters = LIMITED if verb is Verb.LIMIT else SearchFilters()
    return Action(
        action_id=ActionId(f"x{number}{verb}"),
        tldr=f"Do thing {number}",
        text=f"I can do thing {number}, which might help you see it.",
        stage=stage,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=verb, terms=("abstention",), filters=filters),
        enabled=True,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The four manuscripts with their full text as the library, and again, under other ids, in a corpus."""
    folder = tmp_path_factory.mktemp("home")
    services = Services(Settings(home=folder))
    papers = sample_papers().papers
    services.store.add("default", papers, at=AT)
    rows = [row for n, paper in enumerate(papers, 1) for row in _rows(n, paper)]
    (folder / "mine.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    build_corpus(services, [str(folder / "mine.jsonl")], name="mine")
    services.store.close()
    return folder


def _rows(n: int, paper: Paper) -> Iterator[dict[str, Any]]:
    """Every second paragraph as a snippet of its own."""
    facts = {"paper_id": str(n), "title": paper.title, "authors": list(paper.authors), "year": paper.year}
    for i, passage in enumerate(p for p in paper.passages[::2] if p.kind is PassageKind.BODY):
        yield {**facts, "snippet_id": f"{n}:{i}", "kind": "passage", "text": passage.text}


@pytest.fixture
def opened(home: Path) -> Iterator[Callable[[Model], writer.Written]]:
    made: list[writer.Written] = []

    def services(model: Model) -> writer.Written:
        made.append(writer.Written(Settings(home=home), **model.steps))
        return made[-1]

    yield services
    for each in made:
        each.runner.close()
        each.store.close()


def unresolved(report: Report) -> list[str]:
    """Quotes that are not word for word in the passage that they name."""
    passages = {p.passage_id: p for p in report.passages}
    evidence = [e for s in report.sections for c in s.citations for e in c.evidence]
    assert evidence
    return [e.text for e in evidence if passages[e.passage_id].text[e.start : e.end] != e.text]


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_a_report_after_a_head_start_over_mixed_sources_is_finished_and_so_is_its_rewrite(opened, seed):
    model = Model(seed)
    services = opened(model)
    head = begin_head_start(services, SAMPLE_QUESTION, sources=SOURCES, engine=Engine.LLM)
    assert head
    await services.runner.wait(head)
    report = await write_report(
        services, SAMPLE_QUESTION, actions=model.actions(), sources=SOURCES, engine=Engine.LLM, head_start=head
    )
    assert unresolved(report) == []
    assert [n for n in report.notes if "left out" in n] == []
    work = await rewrite_report(services, RunId(report.report_id), actions=model.actions())
    assert unresolved(work.report) == []
