"""The meta-evaluation in a few plain sentences that follow from its figures."""

from collections.abc import Iterable, Iterator, Sequence

from eval.domain.agreement import Agreement, AgreementRow, JudgeDifference, RaterKind, ReportScore
from eval.domain.results import Estimate
from eval.domain.words import percent
from eval.studies.agreement.names import LABELS, LEVEL, WHO, name_of
from myscholar.domain.text import counted, listed

_PREFERENCE = ReportScore.PREFERENCE
_OF_CITATIONS = (
    ReportScore.CITATION_PRECISION,
    ReportScore.CITATION_RECALL,
    ReportScore.OVERALL_CITATION,
)
_NO_JUDGES = (RaterKind.PERSON, RaterKind.BASELINE)
_COIN = 0.5
_MEANS = {
    ReportScore.OVERALL: "the mean of all four scores",
    ReportScore.OVERALL_CITATION: "the mean of both scores of citations",
    ReportScore.OVERALL_WITHOUT_RECALL: "the mean of the three without answer recall",
}


def conclusion(found: Agreement) -> tuple[str, ...]:
    """How often people agree among themselves, judges with people on the better report and on
    citations, what needs no judge, and what stands after correction."""
    judges = [r.judge for r in found.rows if r.judge.kind not in _NO_JUDGES]
    # who is held to another's pairs is the same judge again
    named = dict.fromkeys(judge.name for judge in judges if " where " not in judge.name)
    return (
        *_people(found.rows),
        *(said for name in named for said in _better_report(name, found.rows)),
        *(said for name in named for said in _citations(name, found.rows)),
        *_without_judge(found.rows),
        *_after_correction(found.differences),
    )


def _people(rows: Sequence[AgreementRow]) -> Iterator[str]:
    mine = [r for r in _defined(rows) if r.judge.kind is RaterKind.PERSON]
    of_citations = [r for r in mine if r.target in _OF_CITATIONS]
    for r in mine:
        if r.target is _PREFERENCE:
            more = f", and on citations in {_span(of_citations)}" if of_citations else ""
            yield (
                f"Two people ({WHO[r.group]} and {r.judge.name}) prefer the same report in "
                f"{_span([r])} of the pairs{more}: more than that can hardly be asked of a judge."
            )


def _better_report(name: str, rows: Sequence[AgreementRow]) -> Iterator[str]:
    """By each of the judge's scores, over all groups of people."""
    mine = [r for r in _defined(rows) if r.judge.name == name and r.target is _PREFERENCE]
    if said := _beside_a_coin(mine):
        yield f"Which report people prefer is told by the {name} {said}."


def _beside_a_coin(rows: Sequence[AgreementRow]) -> str:
    kinds: dict[str, list[str]] = {}
    for score in dict.fromkeys(r.score for r in rows):
        mine = [r for r in rows if r.score is score]
        verdict = _verdict([e for r in mine if (e := r.accuracy_without_ties)])
        kinds.setdefault(verdict, []).append(f"{_name(score)} ({_span(mine)})")
    return "; ".join(f"{how} by {listed(kinds[how])}" for how in _VERDICTS if how in kinds)


_ABOVE, _SOME, _LIKE, _BELOW = (
    "better than a coin",
    "better than a coin for some of the people only",
    "not told from a coin",
    "worse than a coin",
)
_VERDICTS = (_ABOVE, _SOME, _LIKE, _BELOW)


def _verdict(estimates: Sequence[Estimate]) -> str:
    above = [e.low > _COIN for e in estimates]
    if all(above):
        return _ABOVE
    if any(e.high < _COIN for e in estimates):
        return _BELOW
    return _SOME if any(above) else _LIKE


def _citations(name: str, rows: Sequence[AgreementRow]) -> Iterator[str]:
    """Beside a second person where there is one, else beside a coin."""
    same = [r for r in _defined(rows) if r.judge.name == name and r.score is r.target]
    mine = [r for r in same if r.target in _OF_CITATIONS]
    pairs = [(r, p) for r in mine if (p := _person(r, rows))]
    if pairs:
        kinds: dict[str, list[str]] = {}
        for judge, person in pairs:
            what = f"{_name(judge.target)} ({_span([judge])} beside {_span([person])})"
            kinds.setdefault(_beside(judge, person), []).append(what)
        each = (f"{how} as a second person does on {listed(of)}" for how, of in kinds.items())
        said = "; ".join(each)
        yield f"For citations, the {name} agrees with people {said}."
    elif said := _beside_a_coin(mine):
        yield f"For citations, the {name}, held to the same scores by people: {said}."


def _person(row: AgreementRow, rows: Iterable[AgreementRow]) -> AgreementRow | None:
    people = (r for r in _defined(rows) if r.judge.kind is RaterKind.PERSON)
    return next((r for r in people if (r.group, r.target) == (row.group, row.target)), None)


def _defined(rows: Iterable[AgreementRow]) -> list[AgreementRow]:
    return [r for r in rows if r.accuracy_without_ties]


def _beside(judge: AgreementRow, person: AgreementRow) -> str:
    """By whether the two intervals overlap."""
    a, b = judge.accuracy_without_ties, person.accuracy_without_ties
    if a is None or b is None or (a.low <= b.high and b.low <= a.high):
        return "about as often"
    return "not as often" if a.high < b.low else "at least as often"


def _without_judge(rows: Sequence[AgreementRow]) -> Iterator[str]:
    baselines = (r for r in _defined(rows) if r.judge.kind is RaterKind.BASELINE)
    mine = [r for r in baselines if r.target is _PREFERENCE]
    names = dict.fromkeys(r.judge.name for r in mine)
    if names:
        each = [f"{name} ({_span([r for r in mine if r.judge.name == name])})" for name in names]
        yield (
            f"Without any judge so many of the pairs are decided rightly by: {'; '.join(each)}; a "
            "coin has 50 %."
        )


def _after_correction(differences: Sequence[JudgeDifference]) -> Iterator[str]:
    if not differences:
        return
    bar = LEVEL / len(differences)
    passing = [d for d in differences if d.p_value < bar]
    each = (f"{_better(d)} on {LABELS[d.target].lower()} by {WHO[d.group]}" for d in passing)
    said = "; ".join(each)
    yield (
        f"Of {counted(len(differences), 'comparison')} of two judges {len(passing) or 'none'} "
        f"stand{'s' * (len(passing) < 2)} after correction for their "
        f"number (p below {bar:.2g}){f': {said}' if said else ''}."
    )


def _better(d: JudgeDifference) -> str:
    a = name_of(d.a, d.score_a), d.accuracy_a.mean
    b = name_of(d.b, d.score_b), d.accuracy_b.mean
    (first, high), (second, low) = (a, b) if a[1] >= b[1] else (b, a)
    return f"{first} ({percent(high)}) before {second} ({percent(low)})"


def _span(rows: Sequence[AgreementRow]) -> str:
    """One share, or the lowest and the highest of several groups of people."""
    means = sorted(r.accuracy_without_ties.mean for r in rows if r.accuracy_without_ties)
    low, high = percent(means[0]), percent(means[-1])
    return low if low == high else f"{low.removesuffix(' %')} to {high}"


def _name(score: ReportScore | None) -> str:
    return _MEANS.get(score, LABELS[score].lower()) if score else "its word"
