"""What trained askers find of what somebody wants, beside what stands in their place. Source:
IntentRL §4.1, tables 1 and 3.

Every asker is held to the same held-back queries and users. Trained ones ask what they write
likeliest, whatever it is; the one `by the rules` asks as the product lets it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import TypeVar

from eval.domain.results import Estimate
from eval.metrics.intentrl import f1_of_sums, intent_precision, intent_recall
from eval.statistics.bootstrap import bootstrap_mean, bootstrap_sums
from eval.studies.intentrl.data import IntentData, Split
from eval.studies.intentrl.training import Ask, simulated
from eval.studies.lines import Lines
from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import Turn
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.interactive.clarify.replies import is_dismissed
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion
from myscholar.interactive.clarify.training.directions import directions_for
from myscholar.interactive.clarify.training.examples import QueryIntents, TurnExample
from myscholar.interactive.clarify.training.policy import Policy, ask_by_policy, load_policy
from myscholar.interactive.clarify.training.rewards import Thresholds, similarity_of
from myscholar.interactive.clarify.training.scoring import Scoring
from myscholar.interactive.clarify.training.train.lessons import WHICH, learned_from
from myscholar.interactive.clarify.training.train.rollouts import Start, converse
from myscholar.interactive.clarify.training.train.settings import Ablation
from myscholar.interactive.clarify.training.train.stages import CurvePoint
from myscholar.interactive.clarify.training.wording import Situation
from myscholar.text.likeness import LEXICAL, in_full

TURNS = 9
"""Source: IntentRL A.3."""
OFFLINE = 2
"""Experts' held-back turns of each query that the offline score is of; by hand."""
SHOWN = 8
"""Points of a learning curve that are shown; by hand."""
LEARNED = ("loss", "reward", "content", "form", "read", "repetition", "restating", "deviation")
HELD, SCORED = "dialogues.jsonl", "offline.jsonl"
BY_RULES = "stage-2 by the rules"
AT_ONCE = 24
"""Questions written side by side; by hand."""
N = TypeVar("N")
SIMILARITY = similarity_of(LEXICAL)


class Variant(StrEnum):
    """Folders of a training."""

    UNTRAINED = "base"
    SFT = "sft"
    STAGE_ONE = "stage-1"
    NO_PENALTY = "stage-2.no-penalty"
    NO_STAGE_ONE = "stage-2.no-stage-one"
    NO_SCALING = "stage-2.no-scaling"
    JUDGED_CONTENT = "stage-2.judged-content"
    BOTH = "stage-2"


class Control(StrEnum):
    """Directions two at a time, none twice."""

    RANDOM = "random directions"
    FIXED = "directions in order"
    """As they cover most of what was wanted of other queries; those of the papers last."""


class Told(Frozen):
    """A dialogue: of each question the intent that it led to, None where it was turned down."""

    asker: str
    seed: int
    query_id: str
    n_intents: int
    told: tuple[int | None, ...]


class Offline(Frozen):
    """2 R_con + R_fmt of what a trained asker writes at an expert's turn. Source: IntentRL §4.1."""

    asker: str
    seed: int
    example_id: str
    query: str
    score: float


class OfAsker(Frozen):
    """`quality`: offline; of trained ones alone."""

    asker: str
    n_seeds: int
    precision: Estimate | None
    recall: Estimate
    f1: Estimate | None
    asked: float
    quality: Estimate | None = None


class Learning(Frozen):
    """Means of neighbouring steps of a stage."""

    seed: int
    stage: str
    step: int
    values: Mapping[str, float]


class VariantResults(Frozen):
    """No text of the queries or intents is in it."""

    benchmark: str = "intentrl-variants"
    dataset: str
    corpus: str
    versions: Mapping[str, str]
    seeds: tuple[int, ...]
    askers: tuple[OfAsker, ...]
    curves: tuple[Learning, ...]


@dataclass(frozen=True)
class TrainedRun:
    """A folder of `intentrl train`, with what papers on each query differ in."""

    folder: Path
    seed: int
    labels: Mapping[str, Sequence[str]]

    @property
    def variants(self) -> list[Variant]:
        return [v for v in Variant if (self.folder / v.value / "asker.json").is_file()]


async def hold_all(
    folder: Path,
    runs: Sequence[TrainedRun],
    data: IntentData,
    rule_based: Mapping[str, Ask],
    *,
    limit: int | None = None,
    progress: Progress = ignore,
) -> tuple[OfAsker, ...]:
    """Goes on with what is in the folder: a change of `limit` belongs in another one."""
    lines, scored = Lines(folder / HELD, Told), Lines(folder / SCORED, Offline)
    known, scores = list(lines.read()), list(scored.read())
    done = {(each.asker, each.seed) for each in known}
    queries = [query for query in data.queries.of(Split.TEST) if query.shallow or query.deep]
    queries = Random("variants").sample(queries, len(queries))[:limit]

    def keep(found: Sequence[Told]) -> None:
        for each in found:
            lines.append(each)
        known.extend(found)
        progress(Event(step="Holding dialogues", message=found[0].asker if found else ""))

    for name, ask in rule_based.items():
        if (name, 0) not in done:
            keep([await _dialogue(name, 0, query, ask) for query in queries])
    for run in runs:
        for variant in run.variants:
            if (variant.value, run.seed) in done:
                continue
            policy = load_policy(run.folder / variant.value)
            keep(await _by_policy(variant.value, run, policy, queries))
            found = _offline(variant.value, run, policy, data, {query.query for query in queries})
            for score in found:
                scored.append(score)
            scores += found
            if variant is Variant.BOTH:
                asking = {q.query: run.labels.get(q.query, ()) for q in queries}
                keep(
                    [
                        await _dialogue(BY_RULES, run.seed, q, _ruled(policy, asking[q.query]))
                        for q in queries
                    ]
                )
                for control in Control:
                    keep(
                        [
                            await _dialogue(
                                control.value, run.seed, q, _control(control, run, policy, q)
                            )
                            for q in queries
                        ]
                    )
    return figures(known, scores)


async def _by_policy(
    name: str, run: TrainedRun, policy: Policy, queries: Sequence[QueryIntents]
) -> list[Told]:
    found = list[Told]()
    asking = policy.facts
    for some in _at_once(queries):
        starts = [
            Start(
                start_id=query.query_id,
                query=query.query,
                intents=intents_of(query),
                directions=directions_for(
                    query.query,
                    asking.pool,
                    run.labels,
                    n=asking.asking.n_directions,
                    seed=asking.seed,
                ),
            )
            for query in some
        ]
        held = await converse(
            starts, model=policy, user_of=lambda i: simulated(i, LEXICAL), turns=TURNS
        )
        for each in held:
            told = tuple(
                None if asked.is_turned_down else nearest(asked.question, each.start.intents)
                for asked in each.exchanges
            )
            found.append(_told(name, run.seed, each.start.start_id, each.start.intents, told))
    return found


async def _dialogue(name: str, seed: int, query: QueryIntents, ask: Ask) -> Told:
    """Until it asks no more."""
    intents = intents_of(query)
    user, dialogue = simulated(intents, LEXICAL), Dialogue(question=query.query)
    told = list[int | None]()
    while len(told) < TURNS:
        question = (await ask(dialogue)).question
        if question is None:
            break
        answer = await user.reply(f"clarify-{len(told) + 1}", question)
        dialogue = dialogue.with_turn(Turn(stage="clarify", question=question, answer=answer))
        told.append(None if is_dismissed(answer) else nearest(in_full(question), intents))
    return _told(name, seed, query.query_id, intents, tuple(told))


def _told(
    name: str, seed: int, query_id: str, intents: Sequence[str], told: tuple[int | None, ...]
) -> Told:
    return Told(asker=name, seed=seed, query_id=query_id, n_intents=len(intents), told=told)


def _ruled(policy: Policy, labels: Sequence[str]) -> Ask:
    async def ask(dialogue: Dialogue) -> NextQuestion:
        return ask_by_policy(dialogue, labels, policy=policy, facts=policy.facts)

    return ask


def _control(control: Control, run: TrainedRun, policy: Policy, query: QueryIntents) -> Ask:
    pool = [d.text for d in policy.facts.pool]
    n = policy.facts.asking.n_directions
    shown = list(
        directions_for(query.query, policy.facts.pool, run.labels, n=n, seed=policy.facts.seed)
    )
    if control is Control.RANDOM:
        Random(f"{run.seed}/{query.query_id}").shuffle(shown)
    else:
        shown.sort(key=lambda text: pool.index(text) if text in pool else len(pool))

    async def ask(dialogue: Dialogue) -> NextQuestion:
        pair = shown[2 * len(dialogue.turns) :][:2]
        if len(pair) < 2:
            return NextQuestion(ended="Nothing is left to ask.")
        return NextQuestion(question=Question(text=WHICH, choices=tuple(pair), takes_several=True))

    return ask


def _offline(
    name: str, run: TrainedRun, policy: Policy, data: IntentData, queries: set[str]
) -> list[Offline]:
    turns = offline_turns([t for t in data.turns.of(Split.TEST) if t.query in queries])
    facts = policy.facts
    situations = [
        Situation(
            query=turn.query,
            history=turn.history,
            directions=directions_for(
                turn.query, facts.pool, run.labels, n=facts.asking.n_directions, seed=facts.seed
            ),
        )
        for turn in turns
    ]
    scoring = Scoring(SIMILARITY, Thresholds(), with_penalties=False)
    texts = [text for some in _at_once(situations) for text in policy.write(some)]
    return [
        Offline(
            asker=name,
            seed=run.seed,
            example_id=turn.example_id,
            query=turn.query,
            score=scoring.of(text, situation, turn).total,
        )
        for text, situation, turn in zip(texts, situations, turns, strict=True)
    ]


def _at_once(nouns: Sequence[N]) -> Iterator[Sequence[N]]:
    return (nouns[n : n + AT_ONCE] for n in range(0, len(nouns), AT_ONCE))


def offline_turns(turns: Sequence[TurnExample]) -> tuple[TurnExample, ...]:
    return learned_from(turns, Ablation.NONE, per_query=OFFLINE)


def intents_of(query: QueryIntents) -> tuple[str, ...]:
    return (*query.shallow, *query.deep)


def nearest(question: str, intents: Sequence[str]) -> int:
    """The intent that the user's reply is about."""
    return int(SIMILARITY([question], list(intents))[0].argmax())


def figures(held: Sequence[Told], scores: Sequence[Offline] = ()) -> tuple[OfAsker, ...]:
    """The best recall first."""
    by_asker = defaultdict[str, list[Told]](list)
    for each in held:
        by_asker[each.asker].append(each)
    found = [
        _figures(name, of, [s for s in scores if s.asker == name]) for name, of in by_asker.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.recall.mean))


def _figures(name: str, held: Sequence[Told], scores: Sequence[Offline]) -> OfAsker:
    recalls, precisions = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for each in held:
        recalls[each.query_id].append(intent_recall(each.told, each.n_intents, TURNS))
        precision = intent_precision(each.told, TURNS)
        if precision is not None:
            precisions[each.query_id].append(precision)
    sums = {
        q: (sum(precisions[q]), len(precisions[q]), sum(recalls[q]), len(recalls[q]))
        for q in recalls
    }
    qualities = defaultdict[str, list[float]](list)
    for score in scores:
        qualities[score.query].append(score.score)
    return OfAsker(
        asker=name,
        n_seeds=len({each.seed for each in held}),
        precision=bootstrap_mean(precisions, seed=0) if any(precisions.values()) else None,
        recall=bootstrap_mean(recalls, seed=0),
        f1=bootstrap_sums(sums, f1_of_sums, n_instances=len(held), seed=0),
        asked=sum(len(each.told) for each in held) / len(held),
        quality=bootstrap_mean(qualities, seed=0) if qualities else None,
    )


def curve_of(points: Sequence[CurvePoint], seed: int) -> Iterator[Learning]:
    """At most `SHOWN` of each stage."""
    by_stage = defaultdict[str, list[CurvePoint]](list)
    for point in points:
        by_stage[point.stage].append(point)
    for stage, all_of in by_stage.items():
        of = [p for p in all_of if not p.values.keys().isdisjoint(LEARNED)]
        size = max(1, -(-len(of) // SHOWN))
        for start in range(0, len(of), size):
            some = of[start : start + size]
            values = {
                name: sum(p.values.get(name, 0.0) for p in some) / len(some)
                for name in LEARNED
                if name in some[0].values
            }
            yield Learning(seed=seed, stage=stage, step=some[-1].step, values=values)
