"""Reports side by side, names revealed: who was preferred and why, what each holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from eval.domain.blind import BlindResults, CountedReport, Opinion, ReportCounts
from eval.domain.judgment import Unscored
from eval.domain.words import NONE, number, percent, price_of, short
from eval.show.document import Cell, Document, Part, Table, definitions_of, share_cell, table_of
from eval.studies.blind.figures import (
    PairVerdict,
    Preference,
    ReadersAgreement,
    agreements_of,
    coverages_of,
    n_faults_of,
    preferences_of,
    share_for_first,
    verdicts_of,
)
from myscholar.domain.text import counted, listed

_HOW = {1.0: "prefers {a} to {b}", 0.0: "prefers {b} to {a}", 0.5: "prefers neither {a} nor {b}"}


class _Group(NamedTuple):
    """A row: the reports of a system, on one question or all."""

    name: str
    question: str
    counts: tuple[ReportCounts, ...]
    coverage: tuple[float, ...]
    n_faults: tuple[int, ...]


def blind_document(found: BlindResults) -> Document:
    parts = (
        *_preferred(found),
        Part(
            heading="What the reports hold",
            text=tuple(_left_out(found)),
            tables=(_by_system(found),),
        ),
        *_by_question(found),
        *_reasons(found),
        *_faults(found),
        *_readers(found),
        Part(heading="How to read this", definitions=definitions_of("blind")),
        *((Part(heading="Notes", points=found.notes),) if found.notes else ()),
        Part(
            heading="How it was made",
            points=(
                f"Seed {found.seed}; {counted(found.model_calls, 'model call')}, "
                f"{price_of(found.dollars)}",
                *(f"{name} {version}" for name, version in sorted(found.versions.items())),
            ),
            aside=True,
        ),
    )
    lead = (
        f"{counted(len(found.counted), 'report')} on {counted(len(_asked(found)), 'question')} by "
        f"{counted(len(_systems(found)), 'system')}"
        f"{'; names were hidden from whoever read them' if found.opinions else ''}."
    )
    return Document(
        title="Reports side by side, blind",
        lead=(lead,),
        warnings=tuple(_warnings(found)),
        conclusion=tuple(_conclusion(found)),
        parts=parts,
    )


def _systems(found: BlindResults) -> tuple[str, ...]:
    """Those asked about first, then by name."""
    names = {c.system for c in found.counted}
    return tuple([n for n in found.of if n in names] + sorted(names - set(found.of)))


def _asked(found: BlindResults) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.query_id for c in found.counted))


def _warnings(found: BlindResults) -> Iterator[str]:
    """Readers who could not say anything of any pair, with the first reason."""
    for reader in sorted({o.reader for o in found.opinions}):
        mine = [o for o in found.opinions if o.reader == reader]
        if all(o.better is None for o in mine):
            yield f"{reader} could not judge any pair: {mine[0].reason}"


def _conclusion(found: BlindResults) -> Iterator[str]:
    for p in preferences_of(found):
        if p.win_rate:
            yield (
                f"{p.reader} prefers {short(p.a)} to {short(p.b)} on {p.n_wins} of "
                f"{counted(p.n_wins + p.n_ties + p.n_losses, 'question')}, {short(p.b)} on "
                f"{p.n_losses}, neither on {p.n_ties}."
            )
    for name in _systems(found):
        mine = [c.counts for c in found.counted if c.system == name]
        yield (
            f"{short(name)}: {_mean(mine, lambda c: c.n_papers)} papers and "
            f"{_mean(mine, lambda c: c.n_figures)} measured figures in "
            f"{_mean(mine, lambda c: c.n_words, 0)} words, by report."
        )


def _preferred(found: BlindResults) -> Iterator[Part]:
    if rows := preferences_of(found):
        shown = sorted({o.reader for o in found.opinions})
        shares = [(r, share_for_first([o for o in found.opinions if o.reader == r])) for r in shown]
        said = (f"{reader} {percent(share)}" for reader, share in shares if share is not None)
        yield Part(
            heading="Which report readers prefer",
            points=(f"Decided for the report shown first: {listed(list(said)) or 'none'}.",),
            tables=(table_of("By pair of systems and reader", rows, _PREFERRED, n_keys=3),),
        )


def _rate(p: Preference) -> Cell | str:
    e = p.win_rate
    if e is None:
        return NONE
    return share_cell(e.mean, e.low, e.high) if e.has_interval else Cell(text=percent(e.mean))


_PREFERRED: Mapping[str, Callable[[Preference], Cell | str]] = {
    "System": lambda p: short(p.a),
    "Beside": lambda p: short(p.b),
    "Reader": lambda p: p.reader,
    "Preferred": lambda p: str(p.n_wins),
    "Neither": lambda p: str(p.n_ties),
    "Other preferred": lambda p: str(p.n_losses),
    "Win rate": _rate,
    "Changed with order": lambda p: str(p.n_inconsistent),
    "Unscored": lambda p: str(p.n_unscored),
}


def _mean(
    values: Sequence[ReportCounts], of: Callable[[ReportCounts], float | None], digits: int = 1
) -> str:
    known = [v for each in values if (v := of(each)) is not None]
    return number(fmean(known), digits) if known else NONE


_GROUP: Mapping[str, Callable[[_Group], Cell | str]] = {
    "Reports": lambda g: str(len(g.counts)),
    "Papers cited": lambda g: _mean(g.counts, lambda c: c.n_papers),
    "Measured figures": lambda g: _mean(g.counts, lambda c: c.n_figures),
    "Figures by 1,000 words": lambda g: _mean(g.counts, lambda c: c.figures_per_1000),
    "Words": lambda g: _mean(g.counts, lambda c: c.n_words, 0),
    "Sentences that cite": lambda g: _cited(g.counts),
    "Coverage": lambda g: percent(fmean(g.coverage)) if g.coverage else NONE,
    "Errors found": lambda g: number(fmean(g.n_faults), 1) if g.n_faults else NONE,
}


def _cited(values: Sequence[ReportCounts]) -> str:
    known = [share for each in values if (share := each.cited_share) is not None]
    return percent(fmean(known)) if known else NONE


def _group(found: BlindResults, system: str, query_id: str | None = None) -> _Group:
    mine = [c for c in found.counted if c.system == system and query_id in (None, c.query_id)]
    return _Group(
        name=short(system),
        question=query_id or "",
        counts=tuple(c.counts for c in mine),
        coverage=tuple(coverages_of(found, system, query_id)),
        n_faults=tuple(n_faults_of(found, system, query_id)),
    )


def _by_system(found: BlindResults) -> Table:
    columns = {"System": lambda g: g.name, **_GROUP}
    groups = [_group(found, name) for name in _systems(found)]
    return table_of("Means over reports; coverage and errors also over readers", groups, columns)


def _left_out(found: BlindResults) -> Iterator[str]:
    """How much the figures of readers leave out."""
    criteria = [isinstance(c.judgment, Unscored) for of in found.coverage for c in of.criteria]
    readings = [isinstance(f.faults, Unscored) for f in found.faults]
    if any(criteria) or any(readings):
        yield (
            f"Left unscored, and in no figure: {sum(criteria)} of "
            f"{counted(len(criteria), 'verdict')} on what an answer must hold, {sum(readings)} of "
            f"{counted(len(readings), 'reading')} for errors."
        )


def _by_question(found: BlindResults) -> Iterator[Part]:
    groups = [
        _group(found, system, query_id)
        for query_id in _asked(found)
        for system in _systems(found)
        if any(_is_of(c, query_id, system) for c in found.counted)
    ]
    columns = {"Question": lambda g: g.question, "System": lambda g: g.name, **_GROUP}
    del columns["Reports"]
    asked = tuple((q, found.questions.get(q, "")) for q in _asked(found))
    yield Part(
        heading="Question by question",
        definitions=asked,
        tables=(table_of("Of each report", groups, columns, n_keys=2),),
        aside=len(asked) > 10,
    )


def _is_of(counted_report: CountedReport, query_id: str, system: str) -> bool:
    return counted_report.query_id == query_id and counted_report.system == system


def _reasons(found: BlindResults) -> Iterator[Part]:
    if points := [point for v in verdicts_of(found) for point in _said(v, found.opinions)]:
        yield Part(heading="Reasons", points=tuple(points))


def _said(verdict: PairVerdict, opinions: Sequence[Opinion]) -> Iterator[str]:
    """With the letters of what was shown resolved."""
    a, b = short(verdict.a), short(verdict.b)
    what = "can't say" if verdict.score is None else _HOW[verdict.score].format(a=a, b=b)
    turned = ", but not in both orders" if verdict.is_inconsistent else ""
    mine = [
        f"(A: {short(o.first)}) {o.reason}"
        for o in opinions
        if (o.query_id, o.reader) == (verdict.query_id, verdict.reader)
        and {o.first, o.second} == {verdict.a, verdict.b}
        and o.reason
    ]
    if mine:
        yield f"{verdict.query_id}: {verdict.reader} {what}{turned}. {' '.join(mine)}"


def _faults(found: BlindResults) -> Iterator[Part]:
    points = [
        f"{f.query_id}, {short(f.system)}, {fault.kind.value.replace('_', ' ')} ({f.reader}): "
        f"“{fault.sentence}” {fault.why}"
        for f in found.faults
        if not isinstance(f.faults, Unscored)
        for fault in f.faults
    ]
    if points:
        yield Part(heading="Errors found", points=tuple(points))


def _readers(found: BlindResults) -> Iterator[Part]:
    if rows := agreements_of(found):
        table = table_of("Pairs that both scored", rows, _AGREEMENT, n_keys=2)
        yield Part(heading="Readers among themselves", tables=(table,))


_AGREEMENT: Mapping[str, Callable[[ReadersAgreement], Cell | str]] = {
    "Reader": lambda a: a.one,
    "And": lambda a: a.other,
    "Pairs": lambda a: str(a.n_pairs),
    "Say the same": lambda a: str(a.n_same),
    "Say the opposite": lambda a: str(a.n_opposite),
}
