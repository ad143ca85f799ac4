"""Filled forms -> what their readers said."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from eval.domain.blind import (
    Better,
    Coverage,
    CriterionJudgment,
    FaultKind,
    FaultsFound,
    ReportFault,
)
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.studies.blind.judging import Read, ToRead, opinion_of
from eval.studies.blind.pairs import ReportPair, Shown
from eval.studies.blind.sheets import FORM
from myscholar.domain.text import one_line
from myscholar.errors import InputError, UnreadableFile
from myscholar.text.toml import read_toml

LEFT_EMPTY = Unscored(reason="LeftEmpty: the reader could not tell.")
Mark = Annotated[
    Literal["", "0", "0.5", "1"],
    BeforeValidator(lambda v: f"{v:g}" if isinstance(v, int | float) else v),
]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Criterion(_Row):
    text: str
    a: Mark = ""
    b: Mark = ""


class _Error(_Row):
    report: Literal["A", "B"]
    sentence: str = Field(min_length=1)
    kind: FaultKind
    why: str = ""


class _Form(_Row):
    pair: str
    reader: str = ""
    better: Literal["", "A", "B", "tie"] = ""
    reason: str = ""
    errors_sought: bool = False
    criteria: tuple[_Criterion, ...] = ()
    errors: tuple[_Error, ...] = ()


def read_forms(folder: Path, task: ToRead) -> Read:
    """All filled forms in the folder and those below it, each beside its pair.

    Raises UnreadableFile for a form that is none, InputError where there is no filled form, or one
    is about other texts than are to be read now (another seed, another state of a report), or two
    are one reader's.
    """
    pairs = {pair.pair_id: pair for pair in task.pairs}
    found, seen = Read(), dict[tuple[str, str], Path]()
    files = [f for f in sorted(folder.rglob("*.toml")) if f.name != FORM]
    if not files:
        raise InputError(
            f"{folder} holds no filled form. Copy each {FORM} to verdict-NAME.toml beside it and "
            "fill that in."
        )
    for path in files:
        form = _read(path)
        if form.pair not in pairs:
            raise InputError(
                f"{path} is about a pair {form.pair!r} that is not to be read now: reports, seed "
                "or rubrics are others. Give those with which the sheets were written."
            )
        reader = one_line(form.reader) or path.stem.removeprefix("verdict-")
        first = seen.setdefault((form.pair, reader), path)
        if first != path:
            raise InputError(
                f"{first} and {path} are both what {reader} says of one pair. Take one away, or "
                "name another reader."
            )
        found = found.joined(_said(path, form, reader, pairs[form.pair], task))
    return found


def _read(path: Path) -> _Form:
    try:
        return _Form.model_validate(read_toml(path.read_text(encoding="utf-8-sig")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise UnreadableFile(path, f"{where}: {first['msg']}.") from error
    except (OSError, ValueError) as error:
        raise UnreadableFile(path, f"it can't be read as TOML ({error}).") from error


def _said(path: Path, form: _Form, reader: str, pair: ReportPair, task: ToRead) -> Read:
    better = Better(form.better) if form.better else None
    reason = one_line(form.reason) if better else LEFT_EMPTY.reason
    sides = (("A", pair.a), ("B", pair.b))
    rubrics = task.rubrics.get(pair.query_id, ())
    weights = {one_line(c.text): c.weight / len(rubrics) for r in rubrics for c in r.criteria}
    return Read(
        opinions=(opinion_of(pair, reader, better, reason),),
        coverage=tuple(_coverage(form, letter, of, reader, weights) for letter, of in sides),
        faults=tuple(_faults(path, form, letter, of, reader) for letter, of in sides),
    )


def _coverage(
    form: _Form, letter: str, of: Shown, reader: str, weights: Mapping[str, float]
) -> Coverage:
    return Coverage(
        query_id=of.report.query_id,
        system=of.system,
        reader=reader,
        criteria=tuple(
            CriterionJudgment(
                text=one_line(c.text),
                weight=weights.get(one_line(c.text), 1.0),
                judgment=_judgment(c.a if letter == "A" else c.b),
            )
            for c in form.criteria
            if c.text.strip()
        ),
    )


def _judgment(mark: str) -> Judgment:
    return Scored(score=float(mark)) if mark else LEFT_EMPTY


def _faults(path: Path, form: _Form, letter: str, of: Shown, reader: str) -> FaultsFound:
    faults = tuple(_found(path, form, letter, of)) if form.errors_sought else LEFT_EMPTY
    return FaultsFound(query_id=of.report.query_id, system=of.system, reader=reader, faults=faults)


def _found(path: Path, form: _Form, letter: str, of: Shown) -> Iterator[ReportFault]:
    text = one_line(of.plain.text)
    for error in form.errors:
        if error.report != letter:
            continue
        if one_line(error.sentence) not in text:
            raise UnreadableFile(
                path,
                f"errors: {one_line(error.sentence)!r} does not stand in {letter}.md. Copy it word "
                "for word.",
            )
        yield ReportFault(
            sentence=one_line(error.sentence), kind=error.kind, why=one_line(error.why)
        )
