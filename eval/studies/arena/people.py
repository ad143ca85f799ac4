"""Whether a judge's figures go with what experts prefer. Source: Arena appendix B.

A figure by which a judge decides no more comparisons as people do than a coin would is no score:
it is not shown as one, but why it isn't. What is known of the judge without a model lies beside it
(`eval/judges/local/people.toml`), with the command that measured it; a run that measures it anew
goes by that.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import eval.judges.local as local
from eval.datasets.human_pairs import HumanPair
from eval.domain.agreement import AgreementRow, HumanGroup, Rater, RaterKind, ReportScore
from eval.domain.metric import FACTS, Metric
from eval.domain.results import Estimate
from eval.domain.words import interval, percent
from eval.judges.names import LOCAL
from eval.studies.agreement.compared import HeldAgainst, Said, agreement
from eval.studies.agreement.tables import Baseline, ReportKey, Two, people
from myscholar.domain.model import Frozen

COIN = 0.5
KEPT = Path(local.__file__).with_name("people.toml")


class KeptAgreement(Frozen):
    """Of the judge without a model: comparisons decided alike, where people prefer one report."""

    accuracy: float
    low: float
    high: float
    n_pairs: int
    n_questions: int
    measured: str
    """On what, when and by which command."""


def agreements_of(
    scores: Mapping[Metric, Mapping[ReportKey, float]],
    pairs: Sequence[HumanPair],
    *,
    judge: str,
    seed: int,
) -> Mapping[Metric, AgreementRow]:
    """Of each metric, turned so that higher is better, against the preference of the questions' own
    authors. Metrics that nothing compared was scored by are left out."""
    humans = people(pairs).get(HumanGroup.ASKER)
    if humans is None:
        return {}
    held = HeldAgainst(humans, HumanGroup.ASKER, ReportScore.PREFERENCE, seed)
    found = {}
    for metric, by_report in scores.items():
        values: dict[tuple[str, str, str], Two] = {}
        sign = -1 if FACTS[metric].higher_is_better is False else 1
        for question, a, b in humans.scores:
            if (question, a) in by_report and (question, b) in by_report:
                two = by_report[question, a], by_report[question, b]
                values[question, a, b] = (sign * two[0], sign * two[1])
        kind = RaterKind.LOCAL if judge == LOCAL else RaterKind.MODEL
        said = Said(Baseline(Rater(name=FACTS[metric].label, kind=kind), values))
        if values and (row := agreement(said, held)):
            found[metric] = row
    return found


def kept_agreements() -> Mapping[Metric, KeptAgreement]:
    entries = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    return {Metric(name): KeptAgreement(**entry) for name, entry in entries.items()}


def withheld(
    metrics: Sequence[Metric], judge: str, measured: Mapping[Metric, AgreementRow]
) -> Mapping[Metric, str]:
    """Metrics that are no scores by this judge, each with why. Of a model nothing is held against
    it before it is measured."""
    kept = kept_agreements() if judge == LOCAL else {}
    found = {}
    for metric in metrics:
        row, known = measured.get(metric), kept.get(metric)
        if row and row.accuracy_without_ties:
            e, n = row.accuracy_without_ties, row.accuracy_without_ties.n_instances
            if why := why_withheld(e):
                found[metric] = f"{_figure(e.mean, e.low, e.high, n)}, measured in this run: {why}"
        elif known and known.low <= COIN:
            said = _figure(known.accuracy, known.low, known.high, known.n_pairs)
            why = _why(known.high)
            found[metric] = f"{said} ({known.measured}): {why}"
    return found


def why_withheld(e: Estimate) -> str:
    """Empty for what is above a coin beyond doubt."""
    return _why(e.high) if e.low <= COIN else ""


def _why(high: float) -> str:
    if high < COIN:
        return "it goes against people."
    return "it can't be told from a coin."


def _figure(mean: float, low: float, high: float, n: int) -> str:
    span = interval(100 * low, 100 * high, 0)
    return f"it decides {percent(mean)} {span} of {n} comparisons as people do"
