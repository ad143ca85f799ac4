"""Turns of dialogues -> what a model is shown, and is to write."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby, islice
from random import Random

from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.rules import FEWEST_CHOICES, MOST_CHOICES
from myscholar.interactive.clarify.training.directions import AskableDirection, directions_for
from myscholar.interactive.clarify.training.examples import ClarifyingExchange, TurnExample
from myscholar.interactive.clarify.training.rewards import Similarity
from myscholar.interactive.clarify.training.train.settings import Ablation
from myscholar.interactive.clarify.training.wording import AskingSituation, named, written

WHICH = "Which matters most?"
"""What is asked where choices are directions: all that is to learn is which."""


class Lesson(Frozen):
    """`answer` is what fine-tuning has it write; reinforcement knows it not."""

    example: TurnExample
    situation: AskingSituation
    answer: str


def learned_from(
    examples: Sequence[TurnExample], ablation: Ablation, *, per_query: int = 0, seed: int = 0
) -> tuple[TurnExample, ...]:
    """All turns, or of each query those of dialogues drawn until there are `per_query`. Without
    scaling: the first of each query, with all that any of its dialogues wants as targets. Source:
    IntentRL §4.3."""
    if ablation is not Ablation.NO_SCALING:
        return _drawn(examples, per_query, seed) if per_query else tuple(examples)
    wanted, first = defaultdict[str, dict[str, None]](dict), dict[str, TurnExample]()
    for example in examples:
        wanted[example.query].update(dict.fromkeys((*example.targets, *example.intents)))
        if not example.history:
            first.setdefault(example.query, example)
    return tuple(
        example.model_copy(update={"targets": tuple(wanted[query])})
        for query, example in first.items()
    )


def _drawn(examples: Sequence[TurnExample], n: int, seed: int) -> tuple[TurnExample, ...]:
    """Whole dialogues: a turn is read with those before it."""
    dialogues = defaultdict[str, dict[str, list[TurnExample]]](lambda: defaultdict(list))
    for example in examples:
        dialogues[example.query][_dialogue_of(example)].append(example)
    kept = list[TurnExample]()
    for query, of_query in dialogues.items():
        order = sorted(of_query)
        Random(f"{seed}/{query}").shuffle(order)
        turns = (turn for name in order for turn in of_query[name])
        kept += islice(turns, n)
    return tuple(kept)


def _dialogue_of(example: TurnExample) -> str:
    return example.example_id.rpartition("/")[0]


def worded_lessons(examples: Sequence[TurnExample]) -> tuple[Lesson, ...]:
    """In the experts' own words."""
    return tuple(
        Lesson(
            example=example,
            situation=AskingSituation(query=example.query, history=example.history),
            answer=written(example.question, example.choices[:MOST_CHOICES]),
        )
        for example in examples
    )


def pointed_lessons(
    examples: Sequence[TurnExample],
    shown: Mapping[str, Sequence[str]],
    similarity: Similarity,
) -> tuple[Lesson, ...]:
    """Experts who name directions: those nearest to the targets that they have not named before.
    Their earlier questions stand in the history in the same form. `shown`: of each query. A turn
    for which no direction is like any target is left out."""
    found = list[Lesson]()
    for _, turns in groupby(examples, key=_dialogue_of):
        asked, before = list[str](), set[str]()
        for example in turns:
            directions = shown[example.query]
            chosen = _nearest(example, directions, before, similarity)
            before.update(chosen)
            now = [named(directions.index(choice)) for choice in chosen]
            history = _in_words(example.history, asked)
            if len(chosen) > 1:
                situation = AskingSituation(
                    query=example.query, history=history, directions=tuple(directions)
                )
                updated = example.model_copy(update={"history": history})
                found.append(
                    Lesson(example=updated, situation=situation, answer=written(WHICH, now))
                )
            asked.append(written(WHICH, chosen) if len(chosen) > 1 else "")
    return tuple(found)


def rollout_lessons(
    examples: Sequence[TurnExample], shown: Mapping[str, Sequence[str]]
) -> tuple[Lesson, ...]:
    """Turns of an asker's own dialogues: nobody knows what is best to write there."""
    return tuple(
        Lesson(
            example=example,
            situation=AskingSituation(
                query=example.query,
                history=example.history,
                directions=tuple(shown.get(example.query, ())),
            ),
            answer="",
        )
        for example in examples
    )


def directions_of(
    queries: Sequence[str],
    pool: Sequence[AskableDirection],
    own: Mapping[str, Sequence[str]],
    *,
    n: int,
    seed: int,
) -> dict[str, tuple[str, ...]]:
    return {q: directions_for(q, pool, own, n=n, seed=seed) for q in dict.fromkeys(queries)}


def _nearest(
    example: TurnExample, directions: Sequence[str], before: set[str], similarity: Similarity
) -> list[str]:
    """Two or three: those like a target first, then what else is wanted. None where no direction
    is like a target."""
    left = [d for d in directions if d not in before]
    if not left:
        return []
    near = similarity(left, list(example.targets)).max(axis=1)
    wanted = similarity(left, list(example.intents or example.targets)).max(axis=1)
    order = sorted(range(len(left)), key=lambda n: (-near[n], -wanted[n]))
    chosen = order[:FEWEST_CHOICES] + [n for n in order[FEWEST_CHOICES:MOST_CHOICES] if near[n] > 0]
    return [left[n] for n in chosen] if near[order[0]] > 0 else []


def _in_words(
    history: Sequence[ClarifyingExchange], asked: Sequence[str]
) -> tuple[ClarifyingExchange, ...]:
    """Their own question stays where no directions were named for it."""
    named_ones = (*asked, *("" for _ in history[len(asked) :]))
    return tuple(
        e.model_copy(update={"question": now}) if now else e
        for e, now in zip(history, named_ones, strict=False)
    )
