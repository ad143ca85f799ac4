"""Answers of the agents of a team, of a research tree, and of those who are asked, as long as a
model's: what a research in several steps takes is measured with them.

They are not like a model's in that they never change their mind: a researcher searches twice, the
supervisor has enough after three rounds, the evaluator always asks, and whoever is asked takes the
first choice.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from eval.bench.shaped_prompts import PATTERNS, WORDS, Json, after, inside, items, opening, sentence

N_FINDINGS, N_GAPS = 4, 2
N_DIMENSIONS, N_TASKS, N_CHOICES, N_ASPECTS = 5, 3, 4, 6
SEARCHES_LEFT = 4
"""From which a researcher searches on: after its first search."""
ROUNDS_LEFT = 3
"""From which the supervisor has enough."""


def research_reply(call: Any, properties: Json, rng: Random) -> Json | None:
    """None where the schema is none of theirs."""
    made = (make for fields, make in _REPLIES.items() if fields <= properties.keys())
    make = next(made, None)
    return make(call, rng) if make else None


def _brief(call: Any, rng: Random) -> Json:
    said = sentence(call.last_user, rng)
    return {
        "scope": opening(said, 30),
        "objectives": [opening(said, 18) for _ in range(3)],
        "dimensions": [_side(call, n, rng) for n in range(N_DIMENSIONS)],
    }


def _side(call: Any, n: int, rng: Random) -> Json:
    """The `n`th side of the question; each has words of its own."""
    topic = " ".join(after("question", call.last_user).split()[-4:]).strip("?.")
    side = WORDS["answers"]["sides"][n % len(WORDS["answers"]["sides"])]
    why = opening(sentence(call.last_user, rng), 12)
    return {"name": side, "query": f"{side} {topic}", "why": why}


def _assignment(call: Any, rng: Random) -> Json:
    left = int(after("rounds_left", call.last_user).split(".")[0])
    enough = left <= ROUNDS_LEFT
    first = N_DIMENSIONS + N_TASKS * (6 - left)
    return {
        "coverage": opening(sentence(call.last_user, rng), 30),
        "is_enough": enough,
        "tasks": [] if enough else [_side(call, first + n, rng) for n in range(N_TASKS)],
    }


def _reflection(call: Any, rng: Random) -> Json:
    passages = [
        (number, body.partition("\n")[2])
        for number, body in items(inside("passages", call.last_user), "paragraph")
    ]
    telling = [(number, text) for number, text in passages if text.strip()][:N_FINDINGS]
    left = int(after("searches_left", call.last_user).split(".")[0])
    quotes = [(number, sentence(text, rng)) for number, text in telling]
    side = rng.choice(WORDS["answers"]["facets"])
    return {
        "findings": [
            {"passage": number, "quote": said, "says": opening(said, 25)} for number, said in quotes
        ],
        "gaps": [opening(sentence(call.last_user, rng), 6) for _ in range(N_GAPS)],
        "next_query": f"{opening(after('task', call.last_user), 4)} {side}"
        if left >= SEARCHES_LEFT
        else "",
    }


def _evaluation(call: Any, rng: Random) -> Json:
    return {"reason": opening(sentence(call.last_user, rng), 40), "should_ask": True}


def _asked(call: Any, rng: Random) -> Json:
    said = [opening(sentence(call.last_user, rng), 25) for _ in range(3)]
    stage = after("stage", call.last_user).partition(";")[0]
    turn = after("stage", call.last_user).rpartition(": ")[2]
    sides = WORDS["answers"]["sides"]
    first = N_CHOICES * (len(stage) + int(turn.rstrip(".")))
    choices = [sides[(first + n) % len(sides)] for n in range(N_CHOICES)]
    put = {
        "text": f"{opening(said[0], 20)} ({stage} {turn})?",
        "why": opening(said[1], 12),
        "choices": choices,
        "takes_several": True,
    }
    return {"summary": " ".join(said), "questions": [put]}


def _taken_in(call: Any, rng: Random) -> Json:
    del rng
    offered = PATTERNS["choice"].findall(inside("exchanges", call.last_user))
    wanted = [{"name": c, "query": c, "why": "", "own_words": False} for c in offered[:1]]
    return {"wanted": wanted, "not_chosen": offered[1:], "is_enough": False}


def _aspects(call: Any, rng: Random) -> Json:
    return {"aspects": [opening(sentence(call.last_user, rng), 8) for _ in range(N_ASPECTS)]}


def _taught(call: Any, rng: Random) -> Json:
    papers = [
        (number, [text for _, text in items(body, "paragraph")])
        for number, body in items(inside("papers", call.last_user), "paper")
    ]
    quotes = [(number, sentence(texts[-1], rng)) for number, texts in papers if texts]
    return {
        "learnings": [
            {"paper": number, "quote": said, "insight": opening(said, 25)}
            for number, said in quotes[: N_FINDINGS + 1]
        ],
        "tags": [opening(sentence(call.last_user, rng), 3) for _ in range(3)],
    }


def _directions(call: Any, rng: Random) -> Json:
    """Six and a wild card, of sentences that were learned."""
    learned = inside("learned", call.last_user)
    sides = rng.sample(WORDS["answers"]["sides"], 7)
    made = [
        {
            "direction": f"{side}: {opening(sentence(learned, rng), 6)}",
            "query": f"{side} {opening(sentence(learned, rng), 4)}",
            "reason": opening(sentence(learned, rng), 15),
            "confidence": round(rng.uniform(0.3, 0.9), 2),
        }
        for side in sides
    ]
    return {"directions": made[1:], "wild_card": made[0]}


def _marks(call: Any, rng: Random) -> Json:
    n = len(PATTERNS["criterion"].findall(inside("aspects", call.last_user)))
    reports = PATTERNS["report"].findall(inside("reports", call.last_user))
    return {
        "reports": [
            {"report": int(number), "marks": [rng.randrange(3) for _ in range(n)]}
            for number in reports
        ]
    }


def _persona(call: Any, rng: Random) -> Json:
    return {"addition": "", "aspects": [opening(sentence(call.last_user, rng), 8)], "refused": []}


def _spoken(call: Any, rng: Random) -> Json:
    del rng
    return {"choices": [int(n) for n, *_ in PATTERNS["criterion"].findall(call.last_user)][:1]}


_REPLIES: Mapping[frozenset[str], Callable[[Any, Random], Json]] = {
    frozenset(fields.split()): make
    for fields, make in {
        "scope dimensions": _brief,
        "is_enough tasks": _assignment,
        "findings next_query": _reflection,
        "reason should_ask": _evaluation,
        "summary questions": _asked,
        "wanted not_chosen": _taken_in,
        "learnings tags": _taught,
        "directions wild_card": _directions,
        "reports": _marks,
        "addition aspects": _persona,
        "aspects": _aspects,
        "choices text": _spoken,
    }.items()
}
"""By fields that no other reply of ours has together; the first that fits."""
