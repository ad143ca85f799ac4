"""Dialogues of an asker with simulated users, side by side. Source: IntentRL §3.5, stage II."""

from collections.abc import Callable, Sequence

from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import User
from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.replies import is_dismissed
from myscholar.interactive.clarify.training.examples import ClarifyingExchange, TurnExample
from myscholar.interactive.clarify.training.policy import AskerModel
from myscholar.interactive.clarify.training.rewards import Similarity
from myscholar.interactive.clarify.training.wording import AskingSituation, read_question, written

NO_QUESTION = "That was no question that I could answer."
UserOf = Callable[[Sequence[str]], User]
"""A simulated user with these intents."""


class Start(Frozen):
    """`prefix`: an expert's turns that the dialogue goes on from."""

    start_id: str
    query: str
    intents: tuple[str, ...]
    prefix: tuple[ClarifyingExchange, ...] = ()
    directions: tuple[str, ...] = ()


class AskedExchange(ClarifyingExchange):
    """`choices`: of the question; none of what was no question."""

    choices: tuple[str, ...] = ()
    is_turned_down: bool
    """Whether the user found it to be asked again, or not to matter, or could not read it."""


class Rollout(Frozen):
    """`exchanges` are those of the asker itself."""

    start: Start
    exchanges: tuple[AskedExchange, ...]


def starts_of(
    examples: Sequence[TurnExample],
    directions: dict[str, tuple[str, ...]],
    *,
    per_query: int,
    turns: int,
) -> tuple[Start, ...]:
    """For each query `per_query` of its experts' turns, evenly spread from the shortest history to
    the longest that leaves a turn to ask in."""
    by_query: dict[str, list[TurnExample]] = {}
    for example in examples:
        if len(example.history) < turns:
            by_query.setdefault(example.query, []).append(example)
    found = list[Start]()
    for query, of_query in by_query.items():
        ordered = sorted(of_query, key=lambda e: len(e.history))
        n = min(per_query, len(ordered))
        places = [k * (len(ordered) - 1) // max(1, n - 1) for k in range(n)]
        found += [
            Start(
                start_id=ordered[place].example_id,
                query=query,
                intents=ordered[place].intents,
                prefix=ordered[place].history,
                directions=directions.get(query, ()),
            )
            for place in dict.fromkeys(places)
        ]
    return tuple(found)


async def converse(
    starts: Sequence[Start],
    *,
    model: AskerModel,
    user_of: UserOf,
    turns: int,
    temperature: float = 0.0,
    seed: int = 0,
) -> tuple[Rollout, ...]:
    """Each goes on to its turn `turns`; all ask at once, as a model writes many at the price of
    few."""
    users = [user_of(start.intents) for start in starts]
    for user, start in zip(users, starts, strict=True):
        for n, exchange in enumerate(start.prefix, 1):
            await user.reply(f"clarify-{n}", Question(text=exchange.question))  # so it remembers
    held = [list[AskedExchange]() for _ in starts]
    for turn in range(1, turns + 1):
        going = [n for n, start in enumerate(starts) if len(start.prefix) < turn]
        situations = [_situation(starts[n], held[n]) for n in going]
        if not going:
            continue
        texts = model.write(situations, temperature=temperature, seed=seed + turn)
        for n, text in zip(going, texts, strict=True):
            held[n].append(await _replied(text, starts[n], users[n], turn))
    return tuple(
        Rollout(start=start, exchanges=tuple(exchanges))
        for start, exchanges in zip(starts, held, strict=True)
    )


def _situation(start: Start, held: Sequence[ClarifyingExchange]) -> AskingSituation:
    return AskingSituation(
        query=start.query, history=(*start.prefix, *held), directions=start.directions
    )


async def _replied(text: str, start: Start, user: User, turn: int) -> AskedExchange:
    question = read_question(text, start.directions)
    if question is None:
        return AskedExchange(question=text or "(nothing)", reply=NO_QUESTION, is_turned_down=True)
    answer = await user.reply(f"clarify-{turn}", question)
    return AskedExchange(
        question=written(question.text, question.choices),
        reply=answer.text or ", ".join(answer.choices) or "no reply",
        choices=question.choices,
        is_turned_down=is_dismissed(answer),
    )


def turns_of(rollout: Rollout, similarity: Similarity) -> tuple[TurnExample, ...]:
    """The turns of the asker, as stage I has them of experts. Targets are the intents that no reply
    before has told of: the paper says nothing of targets off a graph's ways. A turn after which
    nothing is left to ask is none."""
    start, found, told = rollout.start, list[TurnExample](), set[int]()
    history = list(start.prefix)
    told |= {_told(exchange, start.intents, similarity) for exchange in history}
    for turn, exchange in enumerate(rollout.exchanges, len(history) + 1):
        left = tuple(i for n, i in enumerate(start.intents) if n not in told)
        if not left:
            break
        found.append(
            TurnExample(
                example_id=f"{start.start_id}/rollout/{turn}",
                query=start.query,
                history=tuple(history),
                targets=left,
                intents=start.intents,
                question=exchange.question,
                is_rollout=True,
            )
        )
        history.append(ClarifyingExchange(question=exchange.question, reply=exchange.reply))
        if not exchange.is_turned_down:
            told.add(_told(exchange, start.intents, similarity))
    return tuple(found)


def _told(exchange: ClarifyingExchange, intents: Sequence[str], similarity: Similarity) -> int:
    return int(similarity([exchange.question], list(intents))[0].argmax())
