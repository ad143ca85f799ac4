"""Files and folders of reports, ours and anybody's -> ScholarReports, tied by their question.

    name=path, or path alone, which names a system after the file or folder

- a report of this product (`myscholar report --out report.json`), or a folder with such in it, at
  whatever depth
- a Markdown file, or a folder of such, each named after its question's id (`cs2-004.md`)
- rows in ScholarQA's form, of several systems (`scholarqa`); rows with `plain_text` in Markdown
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from eval.datasets.rows import FileRow, read_rows
from eval.datasets.scholarqa import from_report, read_reports
from eval.domain.report import ScholarReport
from eval.studies.blind.markdown import from_markdown
from eval.studies.listed import list_unlisted, only_own_markers
from myscholar.domain.report import Report
from myscholar.domain.text import fold, listed, shorten
from myscholar.errors import InputError, UnreadableFile

SHOWN_CHARS = 80
_OUR_EXPORT = '<a id="ref-1"></a>'


class _InterviewRow(FileRow):
    query_id: str = Field(min_length=1)
    query: str = Field(min_length=1)
    plain_text: str = Field(min_length=1)


class _AnyRow(FileRow):
    plain_text: str | None = None


def read_inputs(
    inputs: Sequence[str], *, only: Sequence[str] = (), questions: Sequence[str] = ()
) -> tuple[ScholarReport, ...]:
    """In order. Reports on one question have one `query_id`, however the files call it; a Markdown
    file has the question of the id that it is named after. `only`: of data files, these systems;
    `questions`: these ids.

    Raises InputError, UnreadableFile: one clear sentence on the first file that can't be used.
    """
    found = [r for given in inputs for r in _with_text(given, only)]
    tied = [r for r in _tie(found) if not questions or r.query_id in questions]
    if missing := [q for q in questions if q not in {r.query_id for r in tied}]:
        raise InputError(f"No report answers {missing[0]}: there is no such question among them.")
    seen: dict[tuple[str, str], ScholarReport] = {}
    for report in tied:
        key = report.query_id, report.system
        if key in seen:
            raise InputError(
                f"There are two reports of {report.system} on {report.query_id}. Name one of them "
                "otherwise: NAME=PATH."
            )
        seen[key] = report
    return tuple(list_unlisted(r) for r in seen.values())


def _with_text(given: str, only: Sequence[str]) -> tuple[ScholarReport, ...]:
    found = tuple(r for r in _read(*_named(given), only) if r.sections)
    if not found:
        raise InputError(f"{given} holds no report with any text.")
    return found


def _named(given: str) -> tuple[str, Path]:
    name, sign, path = given.partition("=")
    if sign and name and path and not Path(given).exists():
        return name, Path(path)
    return Path(given).stem, Path(given)


def _read(name: str, path: Path, only: Sequence[str]) -> Iterator[ScholarReport]:
    if path.is_dir():
        ours = (f for f in sorted(path.rglob("*.json")) if _is_ours(f))
        reports = [r for f in (*ours, *sorted(path.glob("*.md"))) for r in _read_one(name, f)]
        if not reports:
            raise InputError(f"The folder {path} holds no report: no report.json, no Markdown.")
        yield from reports
    elif not path.is_file():
        raise InputError(f"There is no file or folder {path}.")
    elif path.suffix == ".md" or (path.suffix == ".json" and _is_ours(path)):
        yield from _read_one(name, path)
    elif any(row.plain_text for row in read_rows(path, _AnyRow)[:1]):
        for row in read_rows(path, _InterviewRow):
            yield from_markdown(
                row.plain_text, query_id=row.query_id, question=row.query, system=name
            )
    else:
        yield from _of_systems(path, only)


def _of_systems(path: Path, only: Sequence[str]) -> Iterator[ScholarReport]:
    reports = read_reports(path)
    systems = tuple(dict.fromkeys(r.system for r in reports))
    if only and not set(only) & set(systems):
        raise InputError(f"{path} holds nothing of {listed(only)}. It holds {listed(systems)}.")
    yield from (r for r in reports if not only or r.system in only)


def _is_ours(path: Path) -> bool:
    """Other files may lie beside the reports, as a profile or a trace."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(value, dict) and {"report_id", "sections", "references"} <= value.keys()


def _read_one(name: str, path: Path) -> Iterator[ScholarReport]:
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md" and _OUR_EXPORT in text:
            raise InputError(
                f"{path} is an export of this product, with what was done for whom and what was "
                "searched. Give the report's JSON: report --out report.json."
            )
        if path.suffix == ".md":
            yield from_markdown(text, query_id=path.stem, question="", system=name)
        else:
            report = only_own_markers(Report.model_validate_json(text))
            yield from_report(report, query_id="", system=name)
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(path, f"it can't be read ({error}).") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise UnreadableFile(path, f"it is no report: {where}: {first['msg']}.") from error


def _tie(reports: Sequence[ScholarReport]) -> Iterator[ScholarReport]:
    ids: dict[str, str] = {}
    texts: dict[str, str] = {}
    for report in (r for r in reports if r.query_id and r.question):
        ids.setdefault(fold(report.question), report.query_id)
        other = texts.setdefault(report.query_id, report.question)
        if fold(other) != fold(report.question):
            raise InputError(
                f"{report.query_id} of {report.system} asks {_shown(report.question)}, but "
                f"elsewhere {_shown(other)}. Mend query_id or question in the file."
            )
    for report in reports:
        yield _named_question(report, ids, texts)


def _named_question(
    report: ScholarReport, ids: dict[str, str], texts: Mapping[str, str]
) -> ScholarReport:
    if not report.question and report.query_id not in texts:
        raise InputError(
            f"Nothing says which question {report.query_id}.md answers. Name the file after the "
            f"query_id of another report; there are {listed(list(texts)[:10]) or 'none'}."
        )
    question = report.question or texts[report.query_id]
    query_id = ids.setdefault(fold(question), report.query_id or f"q{len(ids) + 1}")
    return report.model_copy(update={"query_id": query_id, "question": question})


def _shown(question: str) -> str:
    return repr(shorten(question, SHOWN_CHARS))
