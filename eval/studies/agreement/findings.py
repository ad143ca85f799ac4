"""What the meta-evaluation found, in sentences."""

from collections.abc import Iterator, Sequence

from eval.domain.agreement import (
    Agreement,
    AgreementRow,
    HumanGroup,
    JudgeDifference,
    RaterKind,
    ReportScore,
)
from eval.domain.results import Estimate
from eval.domain.words import interval, number, p_value, percent
from eval.studies.agreement.names import LABELS, LEVEL, WHO, is_apart, name_of
from myscholar.domain.text import counted

_WHOLE = (ReportScore.OVERALL, ReportScore.OVERALL_WITHOUT_RECALL, ReportScore.PREFERENCE, None)


def findings(found: Agreement) -> tuple[str, ...]:
    said = [
        sentence
        for group in HumanGroup
        for sentence in (*_best(group, found.rows), *_told_apart(group, found.differences))
    ]
    n = len(found.differences)
    if n:
        said.append(
            f"{counted(n, 'comparison')} of two judges were made in all: chance alone would bring "
            f"about {n * LEVEL:.0f} with p below {LEVEL}; corrected for their number (Bonferroni) "
            f"the bar is p below {LEVEL / n:.1g}, and {_passing(found.differences)}."
        )
    return tuple(said)


def _passing(differences: Sequence[JudgeDifference]) -> str:
    passing = [d for d in differences if d.p_value < LEVEL / len(differences)]
    named = [
        f"{name_of(d.b, d.score_b)} and {name_of(d.a, d.score_a)} by {WHO[d.group]}"
        for d in passing
    ]
    return f"{len(passing)} of them pass it: {'; '.join(named)}" if passing else "none passes it"


def _share(e: Estimate, *, signed: bool = False) -> str:
    """As percent with its interval; a difference has a sign, and points for its unit."""
    text = f"{number(100 * e.mean, 0, signed=signed)} {'points' if signed else '%'}"
    return f"{text} {interval(100 * e.low, 100 * e.high, 0, signed=signed)}"


def _best(group: HumanGroup, rows: Sequence[AgreementRow]) -> Iterator[str]:
    on_whole = (r for r in rows if r.target is ReportScore.PREFERENCE and r.score in _WHOLE)
    mine = [r for r in on_whole if r.group is group]
    shown = [
        f"{name_of(r.judge, r.score)} {_share(e)} ({e.n_instances})"
        for r in mine
        if (e := r.accuracy_without_ties)
    ]
    if shown:
        yield (
            f"The better report by {WHO[group]}, share of the pairs without ties (their number): "
            f"{'; '.join(shown)}."
        )


def _told_apart(group: HumanGroup, differences: Sequence[JudgeDifference]) -> Iterator[str]:
    """Judges' whole scores in any case; of the rest, those that differ by more than chance."""
    mine = [d for d in differences if d.group is group]
    judges = (d for d in mine if RaterKind.BASELINE not in (d.a.kind, d.b.kind))
    whole = [d for d in judges if {d.score_a, d.score_b} <= set(_WHOLE)]
    apart = [d for d in mine if d not in whole and is_apart(d)]
    for d in whole:
        verdict = "told apart" if is_apart(d) else "not told apart: 0 is within the interval"
        yield f"On the same {counted(d.difference.n_instances, 'pair')}, {_in_words(d)}: {verdict}."
    if apart:
        yield f"Told apart besides: {'; '.join(map(_in_words, apart))}."
    if rest := len(mine) - len(whole) - len(apart):
        yield (
            f"{counted(rest, 'other comparison')} of two judges by {WHO[group]}: 0 is within the "
            "interval of each difference."
        )


def _in_words(d: JudgeDifference) -> str:
    what = (
        f"{name_of(d.b, d.score_b)} {percent(d.accuracy_b.mean)} against "
        f"{name_of(d.a, d.score_a)} {percent(d.accuracy_a.mean)}"
    )
    return (
        f"{what} on {LABELS[d.target].lower()} by {WHO[d.group]}, difference "
        f"{_share(d.difference, signed=True)}, p {p_value(d.p_value)}"
    )
