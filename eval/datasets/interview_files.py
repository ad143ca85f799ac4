"""The files of the user study -> its nouns (`interviews`), with every id resolved."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from eval.datasets.interviews import (
    InterviewPaper,
    InterviewProfile,
    InterviewReport,
    Interviews,
    InterviewUser,
    JudgedAction,
    JudgedInference,
    JudgedReport,
    Label,
    Span,
    SpanTrust,
    TextKind,
)
from eval.datasets.rows import FileRow, Items, Words, bad_row, read_rows
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import ProfileAspect


class _PaperRow(FileRow):
    paper_id: str
    title: str
    authors: Annotated[tuple[str, ...], Items] = ()
    venue: str | None = None
    text: Words = ""
    text_kind: TextKind


class _UserRow(FileRow):
    user_id: str
    profile_id: str | None = None
    query_ids: Annotated[tuple[str, ...], Items] = ()
    papers: Annotated[tuple[_PaperRow, ...], Items] = ()


class _SectionRow(FileRow):
    category: str
    statements: tuple[str, ...]


class _ProfileRow(FileRow):
    profile_id: str
    user_id: str
    text: str
    sections: tuple[_SectionRow, ...]


class _ReportRow(FileRow):
    report_id: str
    user_id: str
    query_id: str
    query: str
    plain_text: str
    highlights: Annotated[tuple[Span, ...], Items] = ()


class _JudgedRow(FileRow):
    judgment_id: str
    triplet_id: str
    user_id: str
    text: str = Field(min_length=1)
    category: str
    metric_paper_name: str
    label: Label
    satisfied: bool


class _InferenceRow(_JudgedRow):
    cited_paper_ids: Annotated[tuple[str, ...], Items] = ()


class _ActionRow(_JudgedRow):
    query_id: str
    query: str
    also_under_query_ids: Annotated[tuple[str, ...], Items] = ()


class _ExecutionRow(_JudgedRow):
    query_id: str
    query: str
    report_id: str
    highlight_color: int | None = None
    color_shared_by_other_action: bool = False
    also_under_report_ids: Annotated[tuple[str, ...], Items] = ()


def read_interviews(folder: Path) -> Interviews:
    """Raises UnreadableFile for a missing file, a bad row, or an id that leads nowhere."""
    users = {u.user_id: _user(u) for u in read_rows(folder / "users.jsonl", _UserRow)}
    reports = {r.report_id: _report(r) for r in read_rows(folder / "reports.jsonl", _ReportRow)}
    return Interviews(
        users=tuple(users.values()),
        profiles=_profiles(folder / "profiles.jsonl"),
        reports=tuple(reports.values()),
        inferences=_inferences(folder / "inference_judgments.jsonl", users),
        actions=_actions(folder / "action_judgments.jsonl"),
        executions=_executions(folder / "report_judgments.jsonl", reports),
    )


def _user(row: _UserRow) -> InterviewUser:
    papers = (InterviewPaper(**p.model_dump() | {"venue": p.venue or None}) for p in row.papers)
    return InterviewUser(**row.model_dump() | {"papers": tuple(papers)})


def _report(row: _ReportRow) -> InterviewReport:
    own = row.model_dump(exclude={"plain_text", "highlights"})
    return InterviewReport(**own, text=row.plain_text, spans=row.highlights)


def _profiles(path: Path) -> tuple[InterviewProfile, ...]:
    profiles = []
    for number, row in enumerate(read_rows(path, _ProfileRow), start=1):
        statements = tuple(
            (_aspect(path, number, section.category), said)
            for section in row.sections
            for said in section.statements
        )
        own = row.model_dump(exclude={"sections"})
        profiles.append(InterviewProfile(**own, statements=statements))
    return tuple(profiles)


def _inferences(path: Path, users: dict[str, InterviewUser]) -> tuple[JudgedInference, ...]:
    found = []
    for number, row in enumerate(read_rows(path, _InferenceRow), start=1):
        if row.user_id not in users:
            raise bad_row(path, number, f"user_id: there is no user {row.user_id}.")
        user = users[row.user_id]
        # of a user without papers nothing that is cited is known
        ids = row.cited_paper_ids if user.papers else ()
        cited = tuple(user.paper(paper_id) for paper_id in ids)
        if None in cited:
            raise bad_row(path, number, f"cited_paper_ids: user {row.user_id} has no such paper.")
        own = _read_judged(path, number, "profile", row) | {"text": _without_numbers(row.text)}
        aspect = _aspect(path, number, row.category)
        found.append(JudgedInference(**own, aspect=aspect, cited=tuple(p for p in cited if p)))
    return tuple(found)


def _actions(path: Path) -> tuple[JudgedAction, ...]:
    found = []
    for number, row in enumerate(read_rows(path, _ActionRow), start=1):
        own = _read_judged(path, number, "action", row)
        found.append(JudgedAction(**own, also_under=row.also_under_query_ids))
    return tuple(found)


def _executions(path: Path, reports: dict[str, InterviewReport]) -> tuple[JudgedReport, ...]:
    found = []
    for number, row in enumerate(read_rows(path, _ExecutionRow), start=1):
        if row.report_id not in reports:
            raise bad_row(path, number, f"report_id: there is no report {row.report_id}.")
        report = reports[row.report_id]
        found.append(
            JudgedReport(
                **_read_judged(path, number, "report", row),
                report=report,
                color=row.highlight_color,
                span_trust=_span_trust(row, report),
                also_under=row.also_under_report_ids,
            )
        )
    return tuple(found)


def _read_judged(path: Path, number: int, kind: str, row: _JudgedRow) -> dict[str, Any]:
    names = {"judgment_id", "triplet_id", "user_id", "text", "label"}
    own = row.model_dump(include=names) | {"error_type": _error_type(path, number, kind, row)}
    if isinstance(row, _ActionRow | _ExecutionRow):
        category = _category(path, number, row.category)
        own |= {"query_id": row.query_id, "query": row.query, "category": category}
    return own


def _span_trust(row: _ExecutionRow, report: InterviewReport) -> SpanTrust:
    if row.highlight_color is None or not report.of_color(row.highlight_color):
        return SpanTrust.MISSING
    if row.color_shared_by_other_action:
        return SpanTrust.SHARED
    return SpanTrust.LISTED_ELSEWHERE if row.also_under_report_ids else SpanTrust.OWN


def _without_numbers(text: str) -> str:
    """ "Your papers ... [1, 3]" without its end: the cited papers are given by themselves."""
    head, bracket, tail = text.rstrip(" .").rpartition("[")
    numbers = tail.removesuffix("]").replace(",", " ").split()
    if not (bracket and tail.endswith("]") and numbers and all(n.isdecimal() for n in numbers)):
        return text.strip()
    return head.strip()


def _error_type(path: Path, number: int, kind: str, row: _JudgedRow) -> ErrorType:
    if row.satisfied is (row.label is Label.BAD):
        raise bad_row(path, number, f"satisfied: it contradicts the label {row.label}.")
    try:
        return ErrorType(f"{kind}.{row.metric_paper_name.lower()}")
    except ValueError as error:
        wrong = f"metric_paper_name: {row.metric_paper_name} is no type of error of the {kind}."
        raise bad_row(path, number, wrong) from error


def _aspect(path: Path, number: int, name: str) -> ProfileAspect:
    try:
        return ProfileAspect(name.lower().replace(" ", "_"))
    except ValueError as error:
        raise bad_row(path, number, f"category: {name} is no aspect of a profile.") from error


def _category(path: Path, number: int, name: str) -> Category:
    try:
        return Category(name.lower().replace(" ", "_"))
    except ValueError as error:
        raise bad_row(path, number, f"category: {name} is no category of actions.") from error
