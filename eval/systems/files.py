"""Another system's work from a file: reports in ScholarQA's form, or whole outputs in ours. Source:
MySQA A.3."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from eval.datasets.rows import FileRow, in_words, read_rows
from eval.datasets.scholarqa import read_reports
from eval.domain.instance import Instance
from eval.domain.output import Output
from eval.domain.report import ScholarReport
from myscholar.domain.text import fold, listed, shorten
from myscholar.errors import InputError, UnreadableFile

SHOWN_CHARS = 80
"""Of a question, in a message."""


class _Kind(FileRow):
    """What tells the two kinds of files apart."""

    instance_id: str | None = None


class _OutputRow(FileRow, extra="allow"):
    """An Output, as its file has it."""

    instance_id: str
    system: str


_T = TypeVar("_T", _OutputRow, ScholarReport)


@dataclass(frozen=True)
class FiledSystem:
    """Answers with what its file holds: by the instance's id where the file has it, else by the
    question's.

    An answer to another question under the same id is none: the instance has failed, and nothing of
    it is judged.
    """

    name: str
    identity: str
    outputs: Mapping[str, Output]
    """By instance_id or query_id."""
    instances: tuple[Instance, ...]
    """The file's own questions, without users: what is judged where no dataset is given. Empty for
    a file of whole outputs."""

    async def answer(self, instance: Instance) -> Output:
        found = self.outputs.get(instance.instance_id) or self.outputs.get(instance.query_id)
        if found is None:
            missing = f"NoAnswer: {self.name} has none for {instance.instance_id} in its file"
            return Output(instance_id=instance.instance_id, system=self.name, error=missing)
        if found.report and fold(found.report.question) != fold(instance.query):
            other = (
                f"OtherQuestion: {self.name} answers "
                f"{shorten(found.report.question, SHOWN_CHARS)!r} there"
            )
            return Output(instance_id=instance.instance_id, system=self.name, error=other)
        return found.model_copy(update={"instance_id": instance.instance_id})

    def close(self) -> None:
        """The file is read and closed."""

    def covers(self, instance: Instance) -> bool:
        return instance.instance_id in self.outputs or instance.query_id in self.outputs

    def refuse_other_questions(self, known: Mapping[str, str], whose: str) -> None:
        """`known` is by query_id or instance_id; case, blanks and punctuation may differ. Raises
        InputError for what answers another one."""
        others = [
            r
            for r in self._reports()
            if r.query_id in known and fold(r.question) != fold(known[r.query_id])
        ]
        if others:
            first, more = (
                others[0],
                f" So do {len(others) - 1} more reports." if len(others) > 1 else "",
            )
            raise InputError(
                f"The report for {first.query_id} of {self.name} answers "
                f"{shorten(first.question, SHOWN_CHARS)!r}, but {first.query_id} "
                f"of {whose} asks {shorten(known[first.query_id], SHOWN_CHARS)!r}.{more} Mend "
                "query_id or question in the file."
            )

    def unused(self, instances: Iterable[Instance]) -> tuple[str, ...]:
        """Ids of what the file holds for none of these."""
        asked = {i for instance in instances for i in (instance.instance_id, instance.query_id)}
        return tuple(key for key in self.outputs if key not in asked)

    def _reports(self) -> list[ScholarReport]:
        """As keyed in the file."""
        found = [(key, output.report) for key, output in self.outputs.items() if output.report]
        return [report.model_copy(update={"query_id": key}) for key, report in found]


def read_system(path: Path, *, only: str | None = None, split: str | None = None) -> FiledSystem:
    """The one system of a file, or the one named by `only`. A report without sections is an answer
    that failed.

    Raises UnreadableFile; InputError where several systems are in the file and none is named, or
    nothing is left.
    """
    if any(row.instance_id for row in read_rows(path, _Kind)[:1]):
        rows = _of_system(read_rows(path, _OutputRow), path, only)
        return _system(
            path, rows[0].system, {row.instance_id: _whole(path, row) for row in rows}, ()
        )
    reports = [r for r in _of_system(read_reports(path), path, only) if split in (None, r.split)]
    if not reports:
        raise InputError(f"{path} holds no report of the split {split!r}.")
    _refuse_twice(path, reports)
    return _system(
        path, reports[0].system, {r.query_id: _output(r) for r in reports}, _questions(reports)
    )


def _whole(path: Path, row: _OutputRow) -> Output:
    try:
        return Output.model_validate(row.model_dump())
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UnreadableFile(
            path,
            f"the output of {row.instance_id}: {field}: {in_words(first['type'], first['msg'])}.",
        ) from error


def _of_system(rows: Sequence[_T], path: Path, only: str | None) -> list[_T]:
    systems = tuple(dict.fromkeys(row.system for row in rows))
    if not systems:
        raise UnreadableFile(path, "it holds no report.")
    if only is not None and only not in systems:
        raise InputError(f"{path} holds nothing of {only!r}. It holds {listed(systems)}.")
    if only is None and len(systems) > 1:
        raise InputError(
            f"{path} holds several systems: {listed(systems)}. Name one with --only SYSTEM."
        )
    return [row for row in rows if row.system == (only or systems[0])]


def _refuse_twice(path: Path, reports: Iterable[ScholarReport]) -> None:
    seen: set[str] = set()
    for report in reports:
        if report.query_id in seen:
            raise InputError(
                f"{path} holds two reports of {report.system} for {report.query_id}. Keep one; "
                "see also --split."
            )
        seen.add(report.query_id)


def _output(report: ScholarReport) -> Output:
    error = "" if report.sections else "EmptyReport: the file has a report without sections"
    return Output(
        instance_id=report.query_id,
        system=report.system,
        report=report if report.sections else None,
        error=error,
    )


def _questions(reports: Iterable[ScholarReport]) -> tuple[Instance, ...]:
    return tuple(
        Instance(instance_id=r.query_id, query_id=r.query_id, query=r.question, split=r.split)
        for r in reports
    )


def _system(
    path: Path, name: str, outputs: Mapping[str, Output], instances: tuple[Instance, ...]
) -> FiledSystem:
    identity = f"{name} of {path.name} ({digest(o.model_dump_json() for o in outputs.values())})"
    return FiledSystem(name=name, identity=identity, outputs=outputs, instances=instances)


def digest(texts: Iterable[str]) -> str:
    """Twelve hexadecimal digits."""
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:12]
