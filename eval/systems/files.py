"""Another system's reports or whole outputs, from a file. Source: MySQA A.3."""

import hashlib
from collections import Counter
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
    instance_id: str | None = None


class _OutputRow(FileRow, extra="allow"):
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
    """The file's own questions, judged where no dataset is given; none of whole outputs."""

    async def answer(self, instance: Instance) -> Output:
        found = self.outputs.get(instance.instance_id) or self.outputs.get(instance.query_id)
        error = ""
        if found is None:
            error = f"NoAnswer: {self.name} has none for {instance.instance_id} in its file"
        elif found.report and fold(found.report.question) != fold(instance.query):
            other = shorten(found.report.question, SHOWN_CHARS)
            error = f"OtherQuestion: {self.name} answers {other!r} there"
        if found is None or error:
            return Output(instance_id=instance.instance_id, system=self.name, error=error)
        return found.model_copy(update={"instance_id": instance.instance_id})

    def close(self) -> None:
        """The file is read and closed."""

    def covers(self, instance: Instance) -> bool:
        return instance.instance_id in self.outputs or instance.query_id in self.outputs

    def refuse_other_questions(self, known: Mapping[str, str], whose: str) -> None:
        """By query_id or instance_id of `known`. Raises InputError for what answers another."""
        reports = [(key, o.report) for key, o in self.outputs.items() if o.report]
        others = [
            (key, r) for key, r in reports if key in known and fold(r.question) != fold(known[key])
        ]
        if others:
            key, report = others[0]
            more = f" So do {len(others) - 1} more reports." if len(others) > 1 else ""
            raise InputError(
                f"The report for {key} of {self.name} answers "
                f"{shorten(report.question, SHOWN_CHARS)!r}, but {key} of {whose} asks "
                f"{shorten(known[key], SHOWN_CHARS)!r}.{more} Mend query_id or question in the "
                "file."
            )

    def unused(self, instances: Iterable[Instance]) -> tuple[str, ...]:
        asked = {i for instance in instances for i in (instance.instance_id, instance.query_id)}
        return tuple(key for key in self.outputs if key not in asked)


def read_system(path: Path, *, only: str | None = None, split: str | None = None) -> FiledSystem:
    """The one system of a file, or the one named by `only`. A report without sections is an answer
    that failed.

    Raises UnreadableFile; InputError where several systems are in the file and none is named, or
    nothing is left.
    """
    if any(row.instance_id for row in read_rows(path, _Kind)[:1]):
        rows = _of_system(read_rows(path, _OutputRow), path, only)
        outputs = {row.instance_id: _whole(path, row) for row in rows}
        return _system(path, rows[0].system, outputs)
    reports = [r for r in _of_system(read_reports(path), path, only) if split in (None, r.split)]
    if not reports:
        raise InputError(f"{path} holds no report of the split {split!r}.")
    ids = Counter(r.query_id for r in reports)
    if twice := next((r for r in reports if ids[r.query_id] > 1), None):
        raise InputError(
            f"{path} holds two reports of {twice.system} for {twice.query_id}. Keep one; see also "
            "--split."
        )
    instances = tuple(
        Instance(instance_id=r.query_id, query_id=r.query_id, query=r.question, split=r.split)
        for r in reports
    )
    outputs = {r.query_id: output_of(r.query_id, r) for r in reports}
    return _system(path, reports[0].system, outputs, instances)


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


def output_of(instance_id: str, report: ScholarReport) -> Output:
    """A report without sections is an answer that failed."""
    system, written = report.system, report if report.sections else None
    error = "" if written else "EmptyReport: the file has a report without sections"
    return Output(instance_id=instance_id, system=system, report=written, error=error)


def _system(
    path: Path, name: str, outputs: Mapping[str, Output], instances: tuple[Instance, ...] = ()
) -> FiledSystem:
    identity = f"{name} of {path.name} ({digest(o.model_dump_json() for o in outputs.values())})"
    return FiledSystem(name=name, identity=identity, outputs=outputs, instances=instances)


def digest(texts: Iterable[str]) -> str:
    """Twelve hexadecimal digits."""
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:12]
