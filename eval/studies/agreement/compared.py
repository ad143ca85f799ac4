"""Two raters on the same pairs of reports: counts and figures with intervals by question."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from eval.domain.agreement import AgreementRow, HumanGroup, JudgeDifference, Rater, ReportScore
from eval.domain.results import Estimate
from eval.statistics.bootstrap import bootstrap_mean, paired_difference
from eval.statistics.correlation import Point, pearson_estimate, spearman_estimate
from eval.statistics.pairwise import (
    Pair,
    Ties,
    accuracy_estimate,
    accuracy_out_of_sample,
    counts,
    kendall_estimate,
    pairwise_accuracy,
)
from eval.studies.agreement.tables import Baseline, PairKey, ReportKey, ScoreTable, Two

N_RESAMPLES = 1_000


class Said:
    def __init__(self, source: ScoreTable | Baseline, score: ReportScore | None = None) -> None:
        if isinstance(source, ScoreTable) and score is None:
            raise ValueError("which of the table's scores?")
        self.rater: Rater = source.rater
        self.score = score if isinstance(source, ScoreTable) else None
        self._source = source

    def of(self, pair: PairKey) -> Two | None:
        if isinstance(self._source, Baseline):
            return self._source.values.get(pair)
        return self._source.of(pair, self.score) if self.score else None


@dataclass(frozen=True)
class HeldAgainst:
    """What judges are held against: a score of a group of people, resampled `n` times by seed."""

    humans: ScoreTable
    group: HumanGroup
    target: ReportScore
    seed: int
    n: int = N_RESAMPLES
    """Of questions, for Spearman's correlation; what is faster gets ten times as many."""


def agreement(judge: Said, held: HeldAgainst) -> AgreementRow | None:
    """How far the judge's differences between two reports go with the people's. None where people
    compared nothing by `target`.

    Correlations are over each pair in both orders, since which report is named first means nothing:
    for Pearson's this is the correlation within questions. Where people's ties are left out, a tie
    of the judge is half right, as a coin would be; Bragg et al. (2026) count it as wrong, which
    would hold a person's five steps against a judge's fine ones. Those over reports put all
    questions together, so that a judge who is kinder to some questions loses by it.
    """
    people, seed, n = held.humans, held.seed, held.n
    asked = {key: two for key in people.scores if (two := people.of(key, held.target)) is not None}
    if not asked:
        return None
    answered = {key: two for key in asked if (two := judge.of(key)) is not None}
    pairs = [_pair(key, asked[key], two) for key, two in answered.items()]
    untied = [p for p in pairs if p.human]
    tied = counts(pairs)
    turned = defaultdict[str, list[Point]](list)
    for p in pairs:
        turned[p.question] += [(p.human, p.judge), (-p.human, -p.judge)]
    points = _reports(asked, answered)
    reports = _of_questions(points)
    return AgreementRow(
        judge=judge.rater,
        score=judge.score,
        target=held.target,
        group=held.group,
        n_pairs=len(pairs),
        n_unscored=len(asked) - len(answered),
        n_human_ties=tied.human_ties + tied.both_tie,
        n_judge_ties=tied.judge_ties + tied.both_tie,
        accuracy=accuracy_estimate(pairs, seed=seed, n=10 * n),
        accuracy_calibrated=accuracy_out_of_sample(pairs, seed=seed),
        accuracy_without_ties=accuracy_estimate(untied, seed=seed, ties=Ties.HALF, n=10 * n),
        kendall=kendall_estimate(pairs, seed=seed, n=10 * n),
        spearman=_of_pairs(spearman_estimate(turned, seed=seed, n=n)),
        pearson=_of_pairs(pearson_estimate(turned, seed=seed, n=10 * n)),
        reports_spearman=spearman_estimate(reports, seed=seed, n=n),
        reports_pearson=pearson_estimate(reports, seed=seed, n=10 * n),
        within_systems=spearman_estimate(_of_questions(_above_mean(points)), seed=seed, n=n),
    )


def difference(a: Said, b: Said, held: HeldAgainst) -> JudgeDifference | None:
    """Accuracy of `b` minus `a` on pairs that both scored and people told apart; None for none."""
    right_a, right_b = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for key in held.humans.scores:
        human, of_a, of_b = held.humans.of(key, held.target), a.of(key), b.of(key)
        if human is None or of_a is None or of_b is None or human[0] == human[1]:
            continue
        for right, said in ((right_a, of_a), (right_b, of_b)):
            pair = _pair(key, human, said)
            right[key[0]].append(pairwise_accuracy([pair], ties=Ties.HALF) or 0.0)
    if not right_a:
        return None
    seed, n = held.seed, 10 * held.n
    found = paired_difference(right_a, right_b, seed=seed, n=n)
    return JudgeDifference(
        a=a.rater,
        b=b.rater,
        score_a=a.score,
        score_b=b.score,
        target=held.target,
        group=held.group,
        accuracy_a=bootstrap_mean(right_a, seed=seed, n=n),
        accuracy_b=bootstrap_mean(right_b, seed=seed, n=n),
        difference=found.difference,
        p_value=found.p_value,
    )


def _pair(key: PairKey, human: Two, judge: Two) -> Pair:
    return Pair(question=key[0], human=human[0] - human[1], judge=judge[0] - judge[1])


def _reports(
    asked: Mapping[PairKey, Two], answered: Mapping[PairKey, Two]
) -> Mapping[ReportKey, Point]:
    """Each report once, though it stands in several pairs."""
    return {
        (key[0], system): (asked[key][i], answered[key][i])
        for key in answered
        for i, system in enumerate(key[1:])
    }


def _above_mean(points: Mapping[ReportKey, Point]) -> Mapping[ReportKey, Point]:
    """Of each report what both scores are above its system's mean."""
    of_system = defaultdict[str, list[Point]](list)
    for (_, system), point in points.items():
        of_system[system].append(point)
    means = {s: (fmean(x for x, _ in of), fmean(y for _, y in of)) for s, of in of_system.items()}
    return {
        key: (round(x - means[key[1]][0], 9), round(y - means[key[1]][1], 9))
        for key, (x, y) in points.items()
    }


def _of_questions(points: Mapping[ReportKey, Point]) -> Mapping[str, list[Point]]:
    grouped = defaultdict[str, list[Point]](list)
    for (question, _), point in sorted(points.items()):
        grouped[question].append(point)
    return grouped


def _of_pairs(found: Estimate | None) -> Estimate | None:
    """Counts each pair once, though it stands there in both orders."""
    return found and found.model_copy(update={"n_instances": found.n_instances // 2})
