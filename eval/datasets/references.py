"""Texts that answer a question, to set others beside: experts' answers, a system's reports, those
of DeepResearch Bench (Du et al. 2025)."""

from pathlib import Path

from pydantic import Field

from eval.datasets.rows import FileRow, read_rows
from eval.datasets.rubrics import read_rubrics
from eval.datasets.scholarqa import read_reports
from eval.domain.reference import Reference

ANSWERS = Path("data") / "reports" / "human_answers.jsonl"
REPORTS = Path("data") / "reports" / "scholarqa_cs_reports.parquet"
BENCH = Path("data") / "deep_research_bench"
OF_SYSTEM = "nora"
"""The system whose reports are references: of the two in the file the one with passages of its
own."""
_DIMENSIONS = ("comprehensiveness", "insight", "instruction_following")
"""Of the criteria, those that are about what is told."""


class _AnswerRow(FileRow):
    query_id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)


class _ArticleRow(FileRow):
    id: str
    prompt: str = Field(min_length=1)
    article: str = Field(min_length=1)


class _CriterionRow(FileRow):
    criterion: str


class _CriteriaRow(FileRow):
    id: str
    criterions: dict[str, tuple[_CriterionRow, ...]]


def read_expert_answers(shared: Path) -> tuple[Reference, ...]:
    """Raises UnreadableFile, as all of these do."""
    return tuple(
        Reference(query_id=row.query_id, question=row.question, text=row.answer)
        for row in read_rows(shared / ANSWERS, _AnswerRow)
    )


def read_system_reports(
    shared: Path, rubrics: Path, system: str = OF_SYSTEM
) -> tuple[Reference, ...]:
    """Of one system, with what experts want in an answer where there is a rubric; of two annotators
    the first one's."""
    wanted = read_rubrics(shared / rubrics)
    return tuple(
        Reference(
            query_id=report.query_id,
            question=report.question,
            text=report.text,
            wanted=tuple(c.text for c in wanted[report.query_id][0].criteria)
            if report.query_id in wanted
            else (),
        )
        for report in read_reports(shared / REPORTS)
        if report.system == system and report.text
    )


def read_bench_articles(shared: Path) -> tuple[Reference, ...]:
    """With the benchmark's criteria on what is told."""
    criteria = {
        row.id: tuple(c.criterion for d in _DIMENSIONS for c in row.criterions.get(d, ()))
        for row in read_rows(shared / BENCH / "criteria.jsonl", _CriteriaRow)
    }
    return tuple(
        Reference(
            query_id=f"drb-{row.id}",
            question=row.prompt,
            text=row.article,
            wanted=criteria.get(row.id, ()),
        )
        for row in read_rows(shared / BENCH / "reports.jsonl", _ArticleRow)
    )
