"""Who says what of which pair of reports, people and judges in the same form."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from eval.datasets.human_pairs import HumanPair, PairScores
from eval.domain.agreement import HumanGroup, Rater, RaterKind, ReportScore
from eval.domain.blind import ReportCounts
from eval.domain.report import ScholarReport
from eval.metrics.counts import count
from eval.studies.listed import list_unlisted

Two = tuple[float, float]
PairKey = tuple[str, str, str]
"""Question and the two systems."""
ReportKey = tuple[str, str]
"""Question and system."""

PUBLISHED = Rater(name="published judge", kind=RaterKind.PUBLISHED)
_WITHOUT_RECALL = (
    ReportScore.ANSWER_PRECISION,
    ReportScore.CITATION_PRECISION,
    ReportScore.CITATION_RECALL,
)


@dataclass(frozen=True)
class ScoreTable:
    """A rater's scores of the two reports of each pair; what is missing was not scored."""

    rater: Rater
    scores: Mapping[PairKey, Mapping[ReportScore, Two]]

    def of(self, pair: PairKey, score: ReportScore) -> Two | None:
        return self.scores.get(pair, {}).get(score)


@dataclass(frozen=True)
class Baseline:
    rater: Rater
    values: Mapping[PairKey, Two]


def people(pairs: Sequence[HumanPair]) -> Mapping[HumanGroup, ScoreTable]:
    """Who compared, each with the pairs compared. Groups without a pair are left out."""
    asked, first, second = (
        {p.compared: _human(p) for p in pairs if p.annotator == n} for n in (None, 1, 2)
    )
    agreeing = {p.compared for p in pairs if p.annotators_agree}
    both = {k: _mean(first[k], second[k]) for k in first if k in agreeing and k in second}
    groups = {
        HumanGroup.ASKER: asked,
        HumanGroup.ANNOTATOR_1: first,
        HumanGroup.ANNOTATOR_2: second,
        HumanGroup.AGREEING: both,
    }
    return {
        g: ScoreTable(Rater(name=g.value, kind=RaterKind.PERSON), scores)
        for g, scores in groups.items()
        if scores
    }


def published(pairs: Sequence[HumanPair]) -> ScoreTable:
    return ScoreTable(PUBLISHED, {p.compared: _with_mean(_scores(p.judge)) for p in pairs})


def from_reports(
    rater: Rater, scores: Mapping[ReportKey, Mapping[ReportScore, float]], pairs: Sequence[PairKey]
) -> ScoreTable:
    """A pair has the scores that both its reports have."""
    table = {}
    for pair in pairs:
        a, b = (scores.get((pair[0], system), {}) for system in pair[1:])
        table[pair] = {score: (a[score], b[score]) for score in a if score in b}
    return ScoreTable(rater, table)


def overalls(scores: Mapping[ReportScore, float]) -> dict[ReportScore, float]:
    """With the means of which all parts are there. Source: ScholarQA-CS2, its overall score."""
    parts = {
        ReportScore.OVERALL: (*_WITHOUT_RECALL, ReportScore.ANSWER_RECALL),
        ReportScore.OVERALL_CITATION: (ReportScore.CITATION_PRECISION, ReportScore.CITATION_RECALL),
        ReportScore.OVERALL_WITHOUT_RECALL: _WITHOUT_RECALL,
    }
    means = {
        name: fmean(scores[p] for p in of)
        for name, of in parts.items()
        if all(p in scores for p in of)
    }
    return {**scores, **means}


def text_baselines(
    reports: Mapping[ReportKey, ScholarReport], pairs: Sequence[PairKey]
) -> tuple[Baseline, ...]:
    """Longer, more cited, more divided reports, and what is counted of them without a judge. Lost
    citations have no number; papers and sentences that cite are counted by their markers."""
    texts: Mapping[str, Callable[[ScholarReport], int | None]] = {
        "length in words": lambda r: len(r.text.split()),
        "number of citations": lambda r: sum(len(s.citations) for s in r.sections) or None,
        "number of sections": lambda r: len(r.sections),
    }
    counted: Mapping[str, Callable[[ReportCounts], float | None]] = {
        "papers cited": lambda c: c.n_papers,
        "measured figures": lambda c: c.n_figures,
        "sentences that cite": lambda c: c.cited_share,
    }
    counts = {key: count(list_unlisted(report)) for key, report in reports.items()}
    columns: dict[str, Mapping[ReportKey, float | None]] = {
        name: {key: of(report) for key, report in reports.items()} for name, of in texts.items()
    } | {name: {key: of(c) for key, c in counts.items()} for name, of in counted.items()}
    baselines = []
    for name, values in columns.items():
        found = {}
        for pair in pairs:
            a, b = (values.get((pair[0], system)) for system in pair[1:])
            if a is not None and b is not None:
                found[pair] = (float(a), float(b))
        baselines.append(Baseline(Rater(name=name, kind=RaterKind.BASELINE), found))
    return tuple(baselines)


def system_baseline(humans: ScoreTable) -> Baseline:
    """How much people prefer the system elsewhere: the mean preference of its reports on the other
    questions of the same people.

    It knows nothing of the report. A judge that doesn't beat it may have learned no more than which
    systems are good.
    """
    said: defaultdict[ReportKey, list[float]] = defaultdict(list)
    for (question, *systems), scores in humans.scores.items():
        if two := scores.get(ReportScore.PREFERENCE):
            for system, value in zip(systems, two, strict=True):
                said[question, system].append(value)
    values = {}
    for question, a, b in humans.scores:
        elsewhere = [
            [v for (q, s), found in said.items() if s == system and q != question for v in found]
            for system in (a, b)
        ]
        if all(elsewhere):
            values[question, a, b] = (fmean(elsewhere[0]), fmean(elsewhere[1]))
    return Baseline(Rater(name="system's name", kind=RaterKind.BASELINE), values)


def _human(pair: HumanPair) -> Mapping[ReportScore, Two]:
    return _with_mean({ReportScore.PREFERENCE: pair.preference, **_scores(pair.human)})


def _scores(of: PairScores) -> dict[ReportScore, Two]:
    return {ReportScore(name): two for name, two in of if two is not None}


def _with_mean(scores: Mapping[ReportScore, Two]) -> Mapping[ReportScore, Two]:
    """With our mean of three; the means of the file stay as they are there."""
    if not all(s in scores for s in _WITHOUT_RECALL):
        return scores
    first, second = (fmean(scores[s][i] for s in _WITHOUT_RECALL) for i in (0, 1))
    return {**scores, ReportScore.OVERALL_WITHOUT_RECALL: (first, second)}


def _mean(a: Mapping[ReportScore, Two], b: Mapping[ReportScore, Two]) -> Mapping[ReportScore, Two]:
    return {s: ((a[s][0] + b[s][0]) / 2, (a[s][1] + b[s][1]) / 2) for s in a if s in b}
