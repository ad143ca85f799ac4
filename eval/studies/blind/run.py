"""The study from its inputs to its results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from eval.domain.blind import BlindResults, CountedReport
from eval.domain.report import ScholarReport
from eval.judges.shown import format_profile
from eval.metrics.counts import count
from eval.studies.blind.judging import Read
from eval.studies.blind.pairs import ReportPair, Shown
from eval.studies.versions import versions
from eval.systems.ours import inferences_of
from myscholar.domain.profile import Profile
from myscholar.domain.runs import ModelCall
from myscholar.domain.text import counted, listed
from myscholar.errors import InputError, UnreadableFile

T = TypeVar("T")


class Bill(NamedTuple):
    """What a model's reading took. `dollars` None: a price is unknown."""

    calls: int = 0
    dollars: float | None = 0.0


def bill_of(calls: Sequence[ModelCall]) -> Bill:
    known = [call.dollars for call in calls if call.dollars is not None]
    return Bill(len(calls), sum(known) if len(known) == len(calls) else None)


def systems_asked(reports: Sequence[ScholarReport], of: Sequence[str]) -> tuple[str, ...]:
    """Those of `of`; without any, the first report's system if it is not alone. Raises
    InputError."""
    systems = tuple(dict.fromkeys(r.system for r in reports))
    if unknown := [name for name in of if name not in systems]:
        raise InputError(f"There is no report of {unknown[0]!r}. There are {listed(systems)}.")
    return tuple(of) or systems[:1]


def read_profiles(folder: Path | None, query_ids: Iterable[str]) -> Mapping[str, str]:
    """Of `QUERY_ID.json` in the folder, as `profile infer --out` writes them, what they say.
    Raises UnreadableFile."""
    found = {}
    for query_id in dict.fromkeys(query_ids):
        path = folder / f"{query_id}.json" if folder else None
        if path and path.is_file():
            try:
                profile = Profile.model_validate_json(path.read_text(encoding="utf-8"))
            except (OSError, ValidationError) as error:
                raise UnreadableFile(path, "it is no profile of `profile infer --out`.") from error
            found[query_id] = format_profile(inferences_of(profile))
    return found


def in_pairs(shown: Sequence[Shown], pairs: Sequence[ReportPair]) -> tuple[Shown, ...]:
    """The reports that are set beside another; all, where none is."""
    chosen = {(s.report.query_id, s.system) for p in pairs for s in (p.a, p.b)}
    return tuple(s for s in shown if not pairs or (s.report.query_id, s.system) in chosen)


def results_of(
    shown: Sequence[Shown],
    pairs: Sequence[ReportPair],
    said: Read,
    *,
    of: Sequence[str],
    seed: int,
    bill: Bill = Bill(),
) -> BlindResults:
    """Of the reports shown; `of` is said only where anything is set side by side."""
    reports = [s.report for s in shown]
    return BlindResults(
        seed=seed,
        versions=versions(),
        questions={r.query_id: r.question for r in reports},
        of=tuple(of) if pairs else (),
        counted=tuple(
            CountedReport(query_id=r.query_id, system=r.system, counts=count(r)) for r in reports
        ),
        opinions=said.opinions,
        coverage=said.coverage,
        faults=said.faults,
        model_calls=bill.calls,
        dollars=bill.dollars,
        notes=notes_on(reports, pairs),
    )


def notes_on(reports: Sequence[ScholarReport], pairs: Sequence[ReportPair]) -> tuple[str, ...]:
    """What makes reports unequal beyond what they say."""
    silent = sorted({r.system for r in reports if not _shows_words(r)})
    said = (
        f"{listed(silent)}: words of what is cited are not shown in every report, so that fewer "
        "errors can be found there."
    )
    texts = (f"{counted(len(pairs), 'pair')} set side by side.",) if pairs else ()
    return (*texts, *((said,) if silent else ()))


def _shows_words(report: ScholarReport) -> bool:
    return any(c.snippets for s in report.sections for c in s.citations)


def merge(found: Sequence[BlindResults]) -> BlindResults:
    """Several results as one, for example of two states of the product; what stands in several
    counts once. Raises InputError where two say something else of one report."""
    first = found[0]
    counted_once = _once(found, lambda r: r.counted)
    keys = [(c.query_id, c.system) for c in counted_once]
    if len(set(keys)) < len(keys):
        twice = next(k for k in keys if keys.count(k) > 1)
        raise InputError(
            f"{twice[1]} has two different reports on {twice[0]} in these results. Name one of "
            "them otherwise when the study is run: NAME=PATH."
        )
    dollars = [r.dollars for r in found if r.dollars is not None]
    return first.model_copy(
        update={
            "questions": {q: text for r in found for q, text in r.questions.items()},
            "of": tuple(dict.fromkeys(name for r in found for name in r.of)),
            "counted": counted_once,
            "opinions": _once(found, lambda r: r.opinions),
            "coverage": _once(found, lambda r: r.coverage),
            "faults": _once(found, lambda r: r.faults),
            "model_calls": sum(r.model_calls for r in found),
            "dollars": sum(dollars) if len(dollars) == len(found) else None,
            "notes": _once(found, lambda r: r.notes),
        }
    )


def _once(
    found: Sequence[BlindResults], of: Callable[[BlindResults], tuple[T, ...]]
) -> tuple[T, ...]:
    return tuple(dict.fromkeys(item for result in found for item in of(result)))
