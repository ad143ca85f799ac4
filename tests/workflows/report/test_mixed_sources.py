"""Reports over sources that know the same papers, after a head start and changed afterwards: what
was quoted once can be cited to the end."""

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, Evidence, SearchFilters
from myscholar.domain.orders import HeadStartOrder, ReportOrder, RewriteOrder
from myscholar.domain.papers import Paper, PassageKind
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import EvidenceMismatch, NoEvidenceFound
from myscholar.gateways.llm.prompts import Prompt
from myscholar.report.llm.verify import Checked
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, made_by, open_services, resume, start, wait_for_end
from myscholar.workflows.library.corpora import build_corpus
from myscholar.workflows.report import material, more_material
from myscholar.workflows.report import mending as report_mending
from myscholar.workflows.report.records import SearchResult
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers

from . import writer

SEEDS = int(os.environ.get("HEAD_STARTS", "6"))
"""More with HEAD_STARTS=20; those take half a minute."""
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
        self._seed, self._random = seed, random.Random(seed)

    @property
    def steps(self) -> dict[str, Any]:
        return {
            "report/plan_search": self.plan,
            "report/plan_actions": self.plan,
            "report/extract_quotes": self.quote,
        }

    def plan(self, prompt: Prompt) -> dict[str, Any]:
        planned = writer.plan(prompt)
        for query, topic in zip(
            planned["queries"], self._random.sample(TOPICS, len(planned["queries"])), strict=True
        ):
            query["query"] = topic
        return planned

    def quote(self, prompt: Prompt) -> dict[str, Any]:
        """The beginnings of some of the passages, word for word."""
        return {
            "papers": [
                {"paper": n, "quotes": [self._beginnings(passages)]}
                for n, passages in writer.papers_in(prompt).items()
            ]
        }

    def _beginnings(self, passages: list[str]) -> str:
        chance = random.Random(f"{self._seed} {passages}")  # whatever is asked first
        some = chance.sample(passages, chance.randint(1, len(passages)))
        return " ... ".join(" ".join(p.split()[:18]) for p in passages if p in some)

    def actions(self) -> tuple[Action, ...]:
        """One to four, one of which at least searches."""
        kinds = [
            (Stage.SEARCH_ADD, Verb.SEARCH),
            *self._random.sample(KINDS, self._random.randint(0, 3)),
        ]
        return tuple(action(self._random.randint(1, 99), *kind) for kind in kinds)


KINDS = (
    (Stage.SEARCH_ADD, Verb.SEARCH),
    (Stage.SEARCH_REFINE, Verb.LIMIT),
    (Stage.GENERATION, Verb.FREE),
    (Stage.ORGANIZATION, Verb.ADD_SECTION),
    (Stage.GENERATION, Verb.COMPARE),
)


async def changed_by(services, order):
    """What the change leaves, with what became of each section."""
    return report_record(services, (await carry_out(services, order)).report_id)


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
    """The four manuscripts with their full text as the library, and again, under other ids, in a
    corpus."""
    folder = tmp_path_factory.mktemp("home")
    services = open_services(Settings(home=folder))
    papers = sample_papers().papers
    services.store.add("default", papers, at=AT)
    rows = [row for n, paper in enumerate(papers, 1) for row in _rows(n, paper)]
    (folder / "mine.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    build_corpus(services, [str(folder / "mine.jsonl")], name="mine")
    services.store.close()
    return folder


def _rows(n: int, paper: Paper) -> Iterator[dict[str, Any]]:
    """Every second paragraph as a snippet of its own."""
    facts = {
        "paper_id": str(n),
        "title": paper.title,
        "authors": list(paper.authors),
        "year": paper.year,
    }
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


async def begun(services: writer.Written) -> RunId:
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=SOURCES, engine=Engine.LLM)
    )
    assert head
    await services.runner.wait(head)
    return head


async def written(services: writer.Written, *actions: Action, **options: Any) -> Report:
    listeners = {n: options.pop(n) for n in ("run_id", "progress", "on_text") if n in options}
    return await carry_out(
        services,
        ReportOrder(
            question=SAMPLE_QUESTION, actions=actions, sources=SOURCES, engine=Engine.LLM, **options
        ),
        **listeners,
    )


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_a_report_after_a_head_start_over_mixed_sources_is_finished_and_so_is_its_rewrite(
    opened, seed
):
    model = Model(seed)
    services = opened(model)
    report = await written(services, *model.actions(), head_start=await begun(services))
    assert unresolved(report) == []
    assert [n for n in report.notes if "left out" in n] == []
    work = await changed_by(
        services, RewriteOrder(base=RunId(report.report_id), actions=model.actions())
    )
    assert unresolved(work.report) == []
    assert [n for n in work.report.notes if "left out" in n] == []


def as_found(found: SearchResult, *_: Any) -> SearchResult:
    """What versions did that died of it: a search brings what it brings."""
    return found


def unchecked(checked: Sequence[Checked], _: Any) -> tuple[tuple[Checked, ...], tuple[str, ...]]:
    return tuple(checked), ()


async def died(services: writer.Written, model: Model, run_id: RunId) -> None:
    """A report's run whose stored steps are those of a version that lost quoted passages."""
    head = await begun(services)
    with pytest.MonkeyPatch.context() as old:
        for place in (material, more_material):
            old.setattr(place, "with_known", as_found)
        old.setattr(report_mending, "without_untraceable", unchecked)
        old.setattr(Evidence, "is_in", lambda piece, papers: piece.paper_id in papers)
        with pytest.raises(EvidenceMismatch, match="is not part of its paper"):
            await written(services, *model.actions(), head_start=head, run_id=run_id)
    assert services.runs.info(run_id).status is RunStatus.FAILED
    services.forget()


async def test_a_run_that_died_of_a_passage_that_its_second_search_lost_goes_on(
    opened,
):
    model, run_id = Model(0), RunId("died")
    services = opened(model)
    await died(services, model, run_id)
    await wait_for_end(services, resume(services, run_id))
    report = made_by(services, run_id)
    assert unresolved(report) == []
    assert [n for n in report.notes if "left out" in n] == []
    assert set(services.asked) <= {"report/repair"}, "what was paid for is used"


async def test_a_passage_that_is_nowhere_any_more_costs_what_quotes_it_and_a_note_says_so(
    opened, monkeypatch
):
    model, run_id = Model(0), RunId("lost")
    services = opened(model)
    await died(services, model, run_id)
    for place in (material, more_material):
        monkeypatch.setattr(place, "with_known", as_found)
    await wait_for_end(services, resume(services, run_id))
    report = made_by(services, run_id)
    assert unresolved(report) == []
    assert [n for n in report.notes if "left out because the quoted words" in n]
    work = await changed_by(services, RewriteOrder(base=run_id, section=0))
    assert unresolved(work.report) == [], "what was left out does not come back"


async def test_papers_that_a_filter_shuts_out_are_told_and_read_again_when_it_goes(
    opened,
):
    services = opened(Model(3))
    more, limit = action(1, *KINDS[0]), action(2, Stage.SEARCH_REFINE, Verb.LIMIT)
    report = await written(services, more, limit, head_start=await begun(services))
    assert {r.paper.year >= 2024 for r in report.references if r.paper.year} == {True}
    assert [n for n in report.notes if "that had been read no longer count: from 2024" in n]
    work = await changed_by(services, RewriteOrder(base=RunId(report.report_id), actions=(more,)))
    assert unresolved(work.report) == []
    assert not [n for n in work.report.notes if "no longer count" in n]
    quoted = {q.evidence.paper_id for q in work.material.citable}
    assert {work.material.papers[i].year >= 2024 for i in quoted} == {True, False}


async def test_actions_that_shut_every_paper_out_end_in_one_message_also_after_a_head_start(opened):
    services = opened(Model(3))
    limit = action(2, Stage.SEARCH_REFINE, Verb.LIMIT)
    never = limit.model_copy(
        update={
            "directive": limit.directive.model_copy(
                update={"filters": SearchFilters(year_min=2030)}
            )
        }
    )
    with pytest.raises(NoEvidenceFound, match=r"Do thing 2.* leaves 0 of"):
        await written(services, never, head_start=await begun(services))
