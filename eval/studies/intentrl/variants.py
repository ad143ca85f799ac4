"""What trained askers find of what somebody wants, beside what stands in their place. Source:
IntentRL §4.1, tables 1 and 3.

Every asker is held to the same held-back queries and users. Trained ones ask what they write
likeliest, whatever it is; the one `by the rules` asks as the product lets it.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeVar

from eval.studies.intentrl.data import IntentData, Split
from eval.studies.intentrl.telling import Ask, exchanges, nearest, simulated
from eval.studies.lines import Lines
from eval.studies.versions import study_version
from myscholar.domain.dialogue import Question
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.training.directions import directions_for
from myscholar.interactive.clarify.training.examples import QueryIntents, TurnExample
from myscholar.interactive.clarify.training.policy import (
    Policy,
    ask_by_policy,
    identity_of,
    load_policy,
)
from myscholar.interactive.clarify.training.rewards import Thresholds, similarity_of
from myscholar.interactive.clarify.training.scoring import Scoring
from myscholar.interactive.clarify.training.train.lessons import WHICH, learned_from
from myscholar.interactive.clarify.training.train.rollouts import Start, converse
from myscholar.interactive.clarify.training.train.settings import Ablation
from myscholar.interactive.clarify.training.wording import AskingSituation
from myscholar.text.likeness import LEXICAL

TURNS = 9
"""Source: IntentRL A.3."""
OFFLINE = 2
"""Experts' held-back turns of each query that the offline score is of; by hand."""
HELD, SCORED = "dialogues.jsonl", "offline.jsonl"
BY_RULES = "stage-2 by the rules"
AT_ONCE = 24
"""Questions written side by side; by hand."""
N = TypeVar("N")
Dialogued = tuple[QueryIntents, tuple[int | None, ...]]
"""Of each question the intent that it led to."""
Hold = Callable[[Sequence[QueryIntents]], AsyncIterator[Dialogued]]
SIMILARITY = similarity_of(LEXICAL)


class TrainedVariant(StrEnum):
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


class ToldDialogue(Frozen):
    """A dialogue: of each question the intent that it led to, None where it was turned down."""

    made_by: str = ""
    """Whatever it depends on."""
    asker: str
    seed: int
    query_id: str
    n_intents: int
    told: tuple[int | None, ...]


class Offline(Frozen):
    """2 R_con + R_fmt of what a trained asker writes at an expert's turn. Source: IntentRL §4.1."""

    made_by: str = ""
    asker: str
    seed: int
    example_id: str
    query: str
    score: float


@dataclass(frozen=True)
class TrainedRun:
    """A folder of `intentrl train`, with what papers on each query differ in."""

    folder: Path
    seed: int
    labels: Mapping[str, Sequence[str]]

    @property
    def variants(self) -> list[TrainedVariant]:
        return [v for v in TrainedVariant if (self.folder / v.value / "asker.json").is_file()]


@dataclass(frozen=True)
class VariantAsker:
    """Who asks, and all that its dialogues depend on."""

    name: str
    seed: int
    made_by: str


class Kept:
    """What is in the folder, a line for each dialogue and each scored turn."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self._held, self._scored = (
            Lines(folder / HELD, ToldDialogue),
            Lines(folder / SCORED, Offline),
        )
        self._progress = progress
        self._told = {(t.made_by, t.asker, t.seed, t.query_id): t for t in self._held.read()}
        self._scores = {(s.made_by, s.asker, s.seed, s.example_id): s for s in self._scored.read()}

    async def dialogues(
        self,
        by: VariantAsker,
        queries: Sequence[QueryIntents],
        hold: Hold,
    ) -> list[ToldDialogue]:
        """On all the queries; those that are missing are held."""
        keys = {q.query_id: (by.made_by, by.name, by.seed, q.query_id) for q in queries}
        left = [query for query in queries if keys[query.query_id] not in self._told]
        if left:
            self._progress(Event(step="Holding dialogues", message=by.name))
            async for query, told in hold(left):
                kept = ToldDialogue(
                    made_by=by.made_by,
                    asker=by.name,
                    seed=by.seed,
                    query_id=query.query_id,
                    n_intents=len(intents_of(query)),
                    told=told,
                )
                self._held.append(kept)
                self._told[keys[kept.query_id]] = kept
        return [self._told[key] for key in keys.values()]

    def offline(
        self,
        by: VariantAsker,
        turns: Sequence[TurnExample],
        score: Callable[[Sequence[TurnExample]], Iterator[float]],
    ) -> list[Offline]:
        """Of all the turns; those that are missing are scored."""
        keys = {t.example_id: (by.made_by, by.name, by.seed, t.example_id) for t in turns}
        left = [turn for turn in turns if keys[turn.example_id] not in self._scores]
        for turn, worth in zip(left, score(left) if left else (), strict=True):
            kept = Offline(
                made_by=by.made_by,
                asker=by.name,
                seed=by.seed,
                example_id=turn.example_id,
                query=turn.query,
                score=worth,
            )
            self._scored.append(kept)
            self._scores[keys[kept.example_id]] = kept
        return [self._scores[key] for key in keys.values()]


async def hold_all(
    folder: Path,
    runs: Sequence[TrainedRun],
    data: IntentData,
    rule_based: Mapping[str, Ask],
    *,
    corpus: str = "",
    limit: int | None = None,
    progress: Progress = ignore,
) -> tuple[list[ToldDialogue], list[Offline]]:
    """Goes on with what is in the folder. `corpus`: that all of them look through."""
    kept = Kept(folder, progress)
    test = data.queries.of(Split.TEST)
    queries = [query for query in test if query.shallow or query.deep]
    queries = Random("variants").sample(queries, len(queries))[:limit]
    turns = offline_turns(
        [t for t in data.turns.of(Split.TEST) if t.query in {q.query for q in queries}]
    )
    whole = "".join(noun.model_dump_json() for noun in (*test, *data.turns.of(Split.TEST)))
    of = f"{study_version('intentrl')} {corpus} {sha256(whole.encode()).hexdigest()[:12]}"
    held, scores = list[ToldDialogue](), list[Offline]()
    for name, ask in rule_based.items():
        hold = one_by_one(partial(_whatever, ask))
        held += await kept.dialogues(VariantAsker(name, 0, of), queries, hold)
    for run in runs:
        for variant in run.variants:
            place = run.folder / variant.value
            made_by, trained = f"{of} {identity_of(place)}", Trained(run, place)
            for name, hold in trained.ways(variant):
                held += await kept.dialogues(VariantAsker(name, run.seed, made_by), queries, hold)
            own = VariantAsker(variant.value, run.seed, made_by)
            scores += kept.offline(own, turns, trained.offline)
    return held, scores


@dataclass
class Trained:
    """An asker of a training, loaded when it is to ask."""

    run: TrainedRun
    place: Path

    @cached_property
    def policy(self) -> Policy:
        return load_policy(self.place)

    def ways(self, variant: TrainedVariant) -> Iterator[tuple[str, Hold]]:
        """In which it asks; of the whole training also what stands in its place."""
        yield variant.value, self._freely
        if variant is TrainedVariant.BOTH:
            yield BY_RULES, one_by_one(self._ruled)
            for control in Control:
                yield control.value, one_by_one(partial(self._controlled, control))

    def offline(self, turns: Sequence[TurnExample]) -> Iterator[float]:
        scoring = Scoring(SIMILARITY, Thresholds(), with_penalties=False)
        for some in _at_once(turns):
            situations = [
                AskingSituation(query=t.query, history=t.history, directions=self._shown(t.query))
                for t in some
            ]
            texts = self.policy.write(situations)
            for text, situation, turn in zip(texts, situations, some, strict=True):
                yield scoring.of(text, situation, turn).total

    async def _freely(self, queries: Sequence[QueryIntents]) -> AsyncIterator[Dialogued]:
        """Whatever it writes; many at once."""
        for some in _at_once(queries):
            starts = [
                Start(
                    start_id=query.query_id,
                    query=query.query,
                    intents=intents_of(query),
                    directions=self._shown(query.query),
                )
                for query in some
            ]
            held = await converse(starts, model=self.policy, user_of=simulated, turns=TURNS)
            for query, each in zip(some, held, strict=True):
                yield (
                    query,
                    tuple(
                        None if asked.is_turned_down else nearest(asked.question, intents_of(query))
                        for asked in each.exchanges
                    ),
                )

    def _ruled(self, query: QueryIntents) -> Ask:
        labels = self.run.labels.get(query.query, ())

        async def ask(dialogue: Dialogue) -> Question | None:
            facts = self.policy.facts
            return ask_by_policy(dialogue, labels, policy=self.policy, facts=facts).question

        return ask

    def _controlled(self, control: Control, query: QueryIntents) -> Ask:
        pool, shown = [d.text for d in self.policy.facts.pool], list(self._shown(query.query))
        if control is Control.RANDOM:
            Random(f"{self.run.seed}/{query.query_id}").shuffle(shown)
        else:
            shown.sort(key=lambda text: pool.index(text) if text in pool else len(pool))

        async def ask(dialogue: Dialogue) -> Question | None:
            pair = shown[2 * len(dialogue.turns) :][:2]
            if len(pair) < 2:
                return None
            return Question(text=WHICH, choices=tuple(pair), takes_several=True)

        return ask

    def _shown(self, query: str) -> tuple[str, ...]:
        facts, labels = self.policy.facts, self.run.labels
        n = facts.asking.n_directions
        return directions_for(query, facts.pool, labels, n=n, seed=facts.seed)


def one_by_one(ask_of: Callable[[QueryIntents], Ask]) -> Hold:
    """Each until it asks no more."""

    async def hold(queries: Sequence[QueryIntents]) -> AsyncIterator[Dialogued]:
        for query in queries:
            begun, intents = Dialogue(question=query.query), intents_of(query)
            held = exchanges(begun, intents, ask_of(query), most=TURNS)
            yield query, tuple([intent async for _, intent in held])

    return hold


def _whatever(ask: Ask, query: QueryIntents) -> Ask:  # noqa: ARG001
    return ask


def _at_once(nouns: Sequence[N]) -> Iterator[Sequence[N]]:
    return (nouns[n : n + AT_ONCE] for n in range(0, len(nouns), AT_ONCE))


def offline_turns(turns: Sequence[TurnExample]) -> tuple[TurnExample, ...]:
    return learned_from(turns, Ablation.NONE, per_query=OFFLINE)


def intents_of(query: QueryIntents) -> tuple[str, ...]:
    return (*query.shallow, *query.deep)
