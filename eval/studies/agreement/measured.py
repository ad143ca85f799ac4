"""Everything that is compared with everything else, and on which pairs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from eval.datasets.human_pairs import HumanPair
from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, ReportScore
from eval.studies.agreement.compared import N_RESAMPLES, HeldAgainst, Said, agreement, difference
from eval.studies.agreement.tables import (
    Baseline,
    ScoreTable,
    people,
    published,
    system_baseline,
)
from myscholar.domain.runs import Event, Progress, ignore

STEP = "Comparing judges with people"
JUDGED: tuple[ReportScore, ...] = tuple(s for s in ReportScore if s is not ReportScore.PREFERENCE)


@dataclass(frozen=True)
class Sources:
    """Held against people beside the published judge: our judges and baselines."""

    judges: tuple[ScoreTable, ...] = ()
    baselines: tuple[Baseline, ...] = ()

    def on(self, humans: ScoreTable) -> "Sources":
        """Those that were asked about any of what these people compared."""
        pairs = humans.scores.keys()
        return Sources(
            tuple(j for j in self.judges if j.scores.keys() & pairs),
            tuple(b for b in self.baselines if b.values.keys() & pairs),
        )


def measure_agreement(
    pairs: Sequence[HumanPair],
    sources: Sources,
    *,
    dataset: str,
    versions: Mapping[str, str],
    seed: int,
    notes: Sequence[str] = (),
    n: int = N_RESAMPLES,
    progress: Progress = ignore,
) -> Agreement:
    """The same pairs and scores give the same bytes, in whatever order the pairs come.

    Rows: each judge's score against the people's score of the same name, and against their
    preference; the published judge also on the pairs alone that ours scored; baselines against
    preference; the annotators against each other.
    """
    pairs = sorted(pairs, key=lambda p: (p.compared, p.annotator or 0))
    humans, judge = people(pairs), published(pairs)
    wanted = [w for group in humans for w in _wanted(group, humans, judge, sources)]
    rows = tuple(row for row in _rows(wanted, seed, n, progress) if row)
    differences = (
        difference(a, b, HeldAgainst(table, group, target, seed, n))
        for group, table in humans.items()
        for a, b, target in _compare(group, humans, judge, sources)
    )
    return Agreement(
        dataset=dataset,
        seed=seed,
        n_resamples=n,
        versions=versions,
        rows=rows,
        differences=tuple(d for d in differences if d),
        notes=tuple(notes),
    )


Humans = Mapping[HumanGroup, ScoreTable]
Wanted = tuple[Said, ReportScore, HumanGroup, ScoreTable]
"""What a judge says, what it is held against, and the people with the pairs that count."""


def _rows(
    wanted: Sequence[Wanted], seed: int, n: int, progress: Progress
) -> Iterator[AgreementRow | None]:
    for done, (said, target, group, by) in enumerate(wanted):
        message = f"{said.rater.name}, {group.value}"
        progress(Event(step=STEP, message=message, done=done, total=len(wanted)))
        yield agreement(said, HeldAgainst(by, group, target, seed, n))
    progress(Event(step=STEP, done=len(wanted), total=len(wanted)))


def _wanted(
    group: HumanGroup, all_humans: Humans, judge: ScoreTable, sources: Sources
) -> Iterator[Wanted]:
    humans = all_humans[group]
    sources = sources.on(humans)
    for table in (judge, *sources.judges):
        yield from ((said, target, group, humans) for said, target in _scores_of(table, humans))
    for ours in sources.judges:
        # the same scores, held against people on the pairs that another judge scored
        name = f"{judge.rater.name} where {ours.rater.name} scores"
        renamed = ScoreTable(judge.rater.model_copy(update={"name": name}), judge.scores)
        for said, target in _scores_of(renamed, humans):
            scored = {
                key: found
                for key, found in humans.scores.items()
                if said.score and ours.of(key, said.score)
            }
            if 0 < len(scored) < len(humans.scores):
                yield said, target, group, ScoreTable(humans.rater, scored)
    for baseline in (system_baseline(humans), *sources.baselines):
        yield Said(baseline), ReportScore.PREFERENCE, group, humans
    if group is HumanGroup.ANNOTATOR_1 and (second := all_humans.get(HumanGroup.ANNOTATOR_2)):
        for score in ReportScore:
            if any(second.of(key, score) for key in second.scores):
                yield Said(second, score), score, group, humans


def _scores_of(table: ScoreTable, humans: ScoreTable) -> Iterator[tuple[Said, ReportScore]]:
    """Each against the people's score of the same name, where given, and their preference."""
    for score in JUDGED:
        if any(humans.of(key, score) for key in humans.scores):
            yield Said(table, score), score
    for score in JUDGED:
        yield Said(table, score), ReportScore.PREFERENCE


def _compare(
    group: HumanGroup, humans: Humans, judge: ScoreTable, sources: Sources
) -> Iterator[tuple[Said, Said, ReportScore]]:
    """Against preference: each of ours and each baseline minus the published judge; a second person
    minus the published judge. On each score: ours minus the published judge."""
    preference, whole = ReportScore.PREFERENCE, Said(judge, ReportScore.OVERALL)
    sources = sources.on(humans[group])
    for ours in sources.judges:
        for score in JUDGED:
            yield Said(judge, score), Said(ours, score), preference
        for score in JUDGED:
            yield Said(judge, score), Said(ours, score), score
    for baseline in (system_baseline(humans[group]), *sources.baselines):
        yield whole, Said(baseline), preference
        for ours in sources.judges:
            yield Said(baseline), Said(ours, ReportScore.OVERALL_WITHOUT_RECALL), preference
    if group is HumanGroup.ANNOTATOR_1 and (second := humans.get(HumanGroup.ANNOTATOR_2)):
        yield whole, Said(second, preference), preference
