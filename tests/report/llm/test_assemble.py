"""From drafts to a report that holds its own rules; and the whole sample report from recorded
answers."""

from collections.abc import Callable

import pytest

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Cell, Doubt, Findings, OutcomeStatus, Report, ReportId, Table
from myscholar.errors import EvidenceMismatch
from myscholar.report.llm.across import across
from myscholar.report.llm.assemble import Assembled, assemble, notice
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.llm.reader import AboutReader
from myscholar.report.llm.sections import write_section
from myscholar.report.llm.table import make_table
from myscholar.report.llm.verify import Checked, verify_section
from myscholar.report.outcomes import mendable, outcomes
from myscholar.views.markdown import to_markdown

from .conftest import READER, Sample, cassette

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]


def marked(made: Assembled, section: int = 0) -> list[str]:
    return [made.sections[section].text[h.start : h.end] for h in made.sections[section].highlights]


def test_references_are_numbered_by_first_citation_and_neighbours_of_one_paper_merge(
    drafted: Drafted, few: Papers
) -> None:
    made = assemble(
        [drafted("Judges fail [3]. They agree [1][2]. Both [2][3][1]. Again [1] [2].")], few
    )
    assert made.sections[0].text == "Judges fail [1]. They agree [2]. Both [2][1]. Again [2]."
    assert [(r.number, r.paper.paper_id) for r in made.references] == [(1, "p2"), (2, "p1")]
    cited = made.sections[0].citations
    assert [(c.number, made.sections[0].text[c.start : c.end], len(c.evidence)) for c in cited] == [
        (1, "[1]", 1),
        (2, "[2]", 2),
        (2, "[2]", 2),
        (1, "[1]", 1),
        (2, "[2]", 2),
    ]
    assert {p.passage_id for p in made.passages} == {"p1:1", "p1:2", "p2:3"}
    assert all(not r.paper.passages for r in made.references)


def test_numbering_goes_on_through_the_sections(drafted: Drafted, few: Papers) -> None:
    made = assemble([drafted("Agree [1]."), drafted(" \n"), drafted("Fail [3], agree [2].")], few)
    assert [s.text for s in made.sections] == ["Agree [1].", "Fail [2], agree [1]."]


def test_highlights_and_doubts_keep_their_words(drafted: Drafted, few: Papers) -> None:
    text = "They agree [1][2]. Judges fail [3] often [3]."
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="why")
    doubt = Doubt(start=text.index("Judges"), end=len(text), flag=flag)
    made = assemble(
        [drafted(text, ("a", "agree [1]"), ("b", "[2]. Judges fail [3]"), doubts=(doubt,))], few
    )
    section = made.sections[0]
    assert section.text == "They agree [1]. Judges fail [2] often [2]."
    assert marked(made) == ["agree [1]", "[1]. Judges fail [2]"]
    assert (
        section.text[section.doubts[0].start : section.doubts[0].end]
        == "Judges fail [2] often [2]."
    )


def test_brackets_of_formulas_and_code_are_no_citations(drafted: Drafted, few: Papers) -> None:
    made = assemble([drafted("Take `b[3]` and $x[1]$ as in [3].")], few)
    assert made.sections[0].text == "Take `b[3]` and $x[1]$ as in [1]."
    assert len(made.sections[0].citations) == 1


def test_a_tables_cells_are_numbered_after_the_text(drafted: Drafted, few: Papers) -> None:
    def cell(number: int, text: str) -> Cell:
        paper = few[PaperId("p1" if number < 3 else "p2")]
        passage = paper.passages[0 if number != 2 else 1]
        return Cell(text=text, evidence=(Evidence.of_passage(passage),))

    rows = (
        (Cell(text="Kim, 2021"), cell(2, "labels")),
        (Cell(text="Ruiz, 2023"), cell(3, "conflict")),
    )
    made = assemble([drafted("Fail [3].", table=Table(columns=("Paper", "Tests"), rows=rows))], few)
    table = made.sections[0].table
    assert table is not None
    assert [[c.number for c in row] for row in table.rows] == [[2, 2], [1, 1]]
    assert [r.paper.paper_id for r in made.references] == ["p2", "p1"]


def test_a_section_without_a_tldr_gets_its_first_sentence(drafted: Drafted, few: Papers) -> None:
    assert (
        assemble([drafted("Judges agree [1]. Others fail [3].")], few).sections[0].tldr
        == "Judges agree."
    )
    assert (
        assemble([drafted("Judges agree [1].", tldr="They do.")], few).sections[0].tldr
        == "They do."
    )


def test_a_quote_of_a_passage_that_is_not_there_is_never_assembled(
    drafted: Drafted, few: Papers
) -> None:
    with pytest.raises(EvidenceMismatch):
        assemble(
            [drafted("Judges agree [1].")], {p: paper.without_text() for p, paper in few.items()}
        )


def test_the_notice_counts_quotes_and_papers_once_and_names_the_model(
    drafted: Drafted, few: Papers
) -> None:
    said = notice(
        "anthropic:claude",
        assemble([drafted("Agree [1][2]. Again [1]. Fail [3].")], few),
        "They were read.",
    )
    assert said == (
        "Written by anthropic:claude from 3 quotes of 2 papers. They were read. Read the quotes "
        "before you rely on a sentence."
    )
    assert "summaries" not in said


def report_of(made: Assembled, **more: object) -> Report:
    return Report(
        report_id=ReportId("r1"),
        question="Who judges?",
        title="Judges",
        engine="scripted:model",
        notice=notice("scripted:model", made, ""),
        created_at="2026-01-01T00:00:00+00:00",
        sections=made.sections,
        references=made.references,
        passages=made.passages,
        **more,  # type: ignore[arg-type]
    )


async def sample_drafts(sample: Sample) -> tuple[Draft, ...]:
    drafts = []
    llm = sample.llm()
    for index, plan in enumerate(sample.outline.sections):
        draft = await write_section(
            index, sample.outline, sample.papers, sample.actions, question=sample.question, llm=llm
        )
        if plan.format.value == "table":
            table = await make_table(
                plan, sample.papers, sample.actions, question=sample.question, llm=llm
            )
            draft = draft.model_copy(update={"table": table})
        drafts.append(
            (await verify_section(draft, sample.papers, reader=AboutReader(READER), llm=llm)).draft
        )
    assert llm.told == []
    return across(drafts)


async def test_the_whole_sample_report_is_made_of_recorded_answers(sample: Sample) -> None:
    drafts = await sample_drafts(sample)
    made = assemble(drafts, sample.papers)
    none, checked = Findings(hits=(), results=()), [Checked(draft=d) for d in drafts]
    done = outcomes(gather_evidence(sample.actions, made, checked, none, {}))
    report = report_of(made, actions=sample.actions, outcomes=done)
    assert len(report.sections) == 5
    assert len(report.references) == 21
    assert [round(len(s.text.split()), -1) for s in report.sections] == [370, 320, 150, 330, 240]
    assert [d.flag.reason for s in report.sections for d in s.doubts] == []
    assert {o.action_id: o.status for o in done} == dict.fromkeys(
        (a.action_id for a in sample.actions), OutcomeStatus.DONE
    )
    assert mendable(sample.actions, done) == ()
    table = report.sections[2].table
    assert table is not None
    assert [c.text for c in table.rows[1]] == [
        "Belyi et al., 2025",
        "Generated statements that the retrieved context does not support",
        "Fine-tuned DeBERTa-large encoder",
        "Surpasses GPT-3.5 and commercial evaluation frameworks",
        "Concerns grounding in the context, not truth in the world",
    ]
    assert "All of these quotes are from summaries" in report.notice
    assert "GroUSE: 144 unit tests cover seven ways" in to_markdown(report)
    assert Report.model_validate_json(report.model_dump_json()) == report


async def test_the_samples_judge_doubts_one_sentence_of_the_first_section(sample: Sample) -> None:
    llm = sample.llm(**{"report/judge_section": cassette("report_judge_section_1")})
    draft = await write_section(
        0, sample.outline, sample.papers, sample.actions, question=sample.question, llm=llm
    )
    made = await verify_section(draft, sample.papers, llm=llm)
    assert (made.n_cited, made.n_judged) == (11, 11)
    assert [
        (made.draft.text[d.start : d.start + 31], d.flag.severity) for d in made.draft.doubts
    ] == [("Citations need a measure of the", Severity.HINT)]


async def test_every_action_of_the_sample_is_highlighted_where_it_was_assigned(
    sample: Sample,
) -> None:
    drafts = await sample_drafts(sample)
    marks = [{str(h.action_id) for h in draft.highlights} for draft in drafts]
    assert marks == [{"g3", "g7"}, {"p7"}, {"g7"}, {"g5"}, {"g7"}]
    assert ActionId("p7") in drafts[1].plan.action_ids
