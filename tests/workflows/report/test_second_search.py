"""What the outline says is missing is searched for while the other sections are being written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.runs import RunId
from myscholar.errors import LLMNoCredit, LLMRefusal, NoEvidenceFound
from myscholar.gateways.llm.prompts import Prompt
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, made_by, resume, wait_for_end
from myscholar.workflows.report import material, second_search
from myscholar.workflows.report.records import LlmReportRecord
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.report.second_search import PAPERS_A_GAP, STEP
from myscholar.workflows.sample import SAMPLE_QUESTION

from . import writer

MISSING = "abstention of question answering systems"


def lacking(*numbers: int, missing: str = MISSING) -> Any:
    """An outline whose sections of these numbers, from 1, lack something."""

    def outline(prompt: Prompt) -> dict[str, Any]:
        planned = writer.outline(prompt)
        for number in numbers:
            planned["sections"][number - 1]["missing"] = missing
        return planned

    return outline


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Services of which a report reads ten papers of the sample at first."""
    monkeypatch.setattr(material, "MOST_READ", 10)
    opened: list[writer.Written] = []

    def make(**steps: Any) -> writer.Written:
        opened.append(writer.Written(Settings(home=tmp_path), **steps))
        return opened[-1]

    yield make
    for services in opened:
        services.runner.close()
        services.store.close()


async def record(services: writer.Written, **options: Any) -> LlmReportRecord:
    order = ReportOrder(
        question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM, with_tables=False
    )
    report = await carry_out(services, order, **options)
    kept = report_record(services, RunId(report.report_id))
    assert isinstance(kept, LlmReportRecord)
    return kept


def papers_of(kept: LlmReportRecord, number: int) -> set[PaperId]:
    return {q.evidence.paper_id for q in kept.material.outline.sections[number - 1].quotes}


async def test_a_section_gets_quotes_of_new_papers_for_what_it_lacks(made: Any) -> None:
    services = made(**{"report/outline": lacking(2)})
    kept = await record(services)
    assert services.n_papers_read == 10 + PAPERS_A_GAP
    new = set(kept.material.quotes.read[10:])
    assert len(new) == PAPERS_A_GAP
    assert new <= papers_of(kept, 2)
    assert not new & (papers_of(kept, 1) | papers_of(kept, 3))
    assert new <= set(kept.material.papers)
    assert [q.quote_id for q in kept.material.citable] == [
        q.quote_id for q in kept.material.quotes.quotes
    ]
    assert kept.report.searches[-1].query.text == MISSING
    assert {r.paper.paper_id for r in kept.report.references} & new


async def test_papers_found_before_and_not_read_fill_what_a_second_search_cannot(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object, **__: object) -> None:
        raise NoEvidenceFound(MISSING, ("sample",))

    monkeypatch.setattr(second_search, "search", nothing)
    services = made(**{"report/outline": lacking(2, missing="hallucination detection")})
    kept = await record(services)
    new = kept.material.quotes.read[10:]
    assert 0 < len(new) <= PAPERS_A_GAP
    assert set(new) <= papers_of(kept, 2)
    for paper_id in new:
        paper = kept.material.papers[paper_id]
        told = " ".join([paper.title, *(p.text for p in paper.passages)]).casefold()
        assert "hallucinat" in told
        assert "detect" in told


@pytest.mark.parametrize(
    ("missing", "is_on"),
    [
        ("citation quality of long answers", True),  # 3 of 4 stems
        ("citation quality of spoken dialogue systems", False),  # 2 of 5
    ],
)
def test_a_paper_speaks_of_what_is_missing_from_three_fifths_of_its_words(
    missing: str, is_on: bool
) -> None:
    paper = Paper(paper_id=PaperId("p"), title="Citation Quality of Answers")
    assert second_search.is_on(missing, paper) is is_on


async def test_nothing_is_searched_where_nothing_is_named_or_only_the_first_section_lacks_it(
    made: Any,
) -> None:
    services = made(**{"report/outline": lacking(1)})
    kept = await record(services)
    assert services.n_papers_read == 10
    assert STEP not in services.runs.info(RunId(kept.report.report_id)).steps


async def test_what_two_sections_lack_alike_is_read_once(made: Any) -> None:
    services = made(**{"report/outline": lacking(2, 3)})
    kept = await record(services)
    assert [r.query.text for r in kept.report.searches].count(MISSING) == 1
    reading = [name for name in services.asked if name == "report/extract_quotes"]
    assert services.n_papers_read <= 10 + 2 * PAPERS_A_GAP
    assert len(reading) == 10 + 1  # the ten best are read alone


async def test_a_model_that_fails_at_what_was_found_costs_the_report_nothing_and_is_told(
    made: Any,
) -> None:
    def quote(prompt: Prompt) -> Any:
        if "Still sought" in prompt.text:
            raise LLMRefusal("test:model", prompt.label)
        return writer.quote(prompt)

    services = made(**{"report/outline": lacking(2), "report/extract_quotes": quote})
    kept = await record(services)
    assert len(kept.report.sections) == 3
    (note,) = kept.report.notes
    assert note.startswith("What was found for what is missing could not be read: ")


async def test_a_failed_run_keeps_what_was_found_for_a_section(made: Any) -> None:
    broke = iter([True])

    def section(prompt: Prompt) -> str:
        if "Write section 2 of" in prompt.task and next(broke, False):
            raise LLMNoCredit("test:model")
        return writer.section(prompt)

    services = made(**{"report/outline": lacking(2), "report/section": section})
    run_id = RunId("again")
    with pytest.raises(LLMNoCredit):
        await record(services, run_id=run_id)
    assert STEP in services.runs.info(run_id).steps
    services.forget()
    await wait_for_end(services, resume(services, run_id))
    assert services.n_papers_read == 0
    assert len(made_by(services, run_id).sections) == 3
