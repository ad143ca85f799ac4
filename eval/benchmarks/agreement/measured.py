"""Everything that is compared with everything else, and on which pairs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from eval.benchmarks.agreement.compared import N_RESAMPLES, Said, agreement, difference
from eval.benchmarks.agreement.tables import (
    Baseline,
    ScoreTable,
    people,
    published,
    system_baseline,
)
from eval.datasets.human_pairs import HumanPair
from eval.domain.agreement import Agreement, HumanGroup, JudgeDifference, ReportScore
from myscholar.domain.runs import Event, Progress, ignore

STEP = "Comparing judges with people"
JUDGED: tuple[ReportScore, ...] = tuple(s for s in ReportScore if s is not ReportScore.PREFERENCE)


@dataclass(frozen=True)
class Sources:
    """What is held against people beside the published judge: our judges and baselines, of the
    reports that are at hand."""

    judges: tuple[ScoreTable, ...] = ()
    baselines: tuple[Baseline, ...] = ()


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
    humans = people(pairs)
    wanted = [
        w
        for group, table in humans.items()
        for w in _wanted(group, table, humans, published(pairs), sources)
    ]
    rows = []
    for done, (said, target, group, by) in enumerate(wanted):
        progress(
            Event(
                step=STEP, message=f"{said.rater.name}, {group.value}", done=done, total=len(wanted)
            )
        )
        if row := agreement(said, by, target=target, group=group, seed=seed, n=n):
            rows.append(row)
    progress(Event(step=STEP, done=len(wanted), total=len(wanted)))
    return Agreement(
        dataset=dataset,
        seed=seed,
        n_resamples=n,
        versions=versions,
        rows=tuple(rows),
        differences=tuple(_differences(humans, published(pairs), sources, seed=seed, n=n)),
        notes=tuple(notes),
    )


Wanted = tuple[Said, ReportScore, HumanGroup, ScoreTable]
"""What a judge says, what it is held against, and the people with the pairs that count."""


def _wanted(
    group: HumanGroup,
    humans: ScoreTable,
    all_humans: Mapping[HumanGroup, ScoreTable],
    judge: ScoreTable,
    sources: Sources,
) -> Iterator[Wanted]:
    others = sources.judges if group is HumanGroup.ASKER else ()
    for table in (judge, *others):
        yield from ((said, target, group, humans) for said, target in _scores_of(table, humans))
    for ours in others:
        for said, target in _scores_of(_named_for(judge, ours), humans):
            scored = {
                key: found
                for key, found in humans.scores.items()
                if said.score and ours.of(key, said.score)
            }
            if 0 < len(scored) < len(humans.scores):
                yield said, target, group, ScoreTable(humans.rater, scored)
    for baseline in (
        system_baseline(humans),
        *(sources.baselines if group is HumanGroup.ASKER else ()),
    ):
        yield Said(baseline), ReportScore.PREFERENCE, group, humans
    if group is HumanGroup.ANNOTATOR_1 and (second := all_humans.get(HumanGroup.ANNOTATOR_2)):
        yield from (
            (Said(second, s), s, group, humans)
            for s in ReportScore
            if any(second.of(key, s) for key in second.scores)
        )


def _scores_of(table: ScoreTable, humans: ScoreTable) -> Iterator[tuple[Said, ReportScore]]:
    """Each score against the people's of the same name, where they gave it, and against their
    preference."""
    for score in JUDGED:
        if any(humans.of(key, score) for key in humans.scores):
            yield Said(table, score), score
    for score in JUDGED:
        yield Said(table, score), ReportScore.PREFERENCE


def _named_for(judge: ScoreTable, ours: ScoreTable) -> ScoreTable:
    """The same scores, to be held against people on the pairs that another judge scored."""
    name = f"{judge.rater.name} where {ours.rater.name} scores"
    return ScoreTable(judge.rater.model_copy(update={"name": name}), judge.scores)


def _differences(
    humans: Mapping[HumanGroup, ScoreTable],
    judge: ScoreTable,
    sources: Sources,
    *,
    seed: int,
    n: int,
) -> Iterator[JudgeDifference]:
    """Against preference: each of ours and each baseline minus the published judge; a second person
    minus the published judge.

    On each score: ours minus the published judge.
    """
    for group, table in humans.items():
        for a, b, target in _compared(group, table, humans, judge, sources):
            if found := difference(a, b, table, target=target, group=group, seed=seed, n=n):
                yield found


def _compared(
    group: HumanGroup,
    table: ScoreTable,
    humans: Mapping[HumanGroup, ScoreTable],
    judge: ScoreTable,
    sources: Sources,
) -> Iterator[tuple[Said, Said, ReportScore]]:
    preference = ReportScore.PREFERENCE
    asker = group is HumanGroup.ASKER
    whole = Said(judge, ReportScore.OVERALL)
    if asker:
        for ours in sources.judges:
            for score in JUDGED:
                yield Said(judge, score), Said(ours, score), preference
            for score in JUDGED:
                yield Said(judge, score), Said(ours, score), score
    for baseline in (system_baseline(table), *(sources.baselines if asker else ())):
        yield whole, Said(baseline), preference
        for ours in sources.judges if asker else ():
            yield Said(baseline), Said(ours, ReportScore.OVERALL_WITHOUT_RECALL), preference
    if group is HumanGroup.ANNOTATOR_1 and (second := humans.get(HumanGroup.ANNOTATOR_2)):
        yield whole, Said(second, preference), preference
