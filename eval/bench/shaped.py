"""The shared, shaped model server with the fields of our reply schemas mapped to its shapes; tokens
a step as for the peer.

It is run by the servers' Python (`servers`) and imports nothing of ours. Every whole answer is
noted in the file `BENCH_ANSWERS`, with the hash that the server's log gives its prompt: so a
benchmark can tell which answers were sent and paid for, and whether we kept them.

| ours | shape | the peer's |
|---|---|---|
| search plan | English, four queries, one more for every fourth action, no limits | one rewritten
query |
| quotes of a paper | 80 % of the words that it may have, never more than these, exact, a sentence
each; one in two of those read beside others has none; every other paper serves an action | about
80 words |
| outline | six sections, two of them lists, every quote and every action dealt to one | the same,
with 240 words of reasoning |
| section | 500 words with its last line `TLDR: ...` | 500 words with heading and TLDR |
| profile, an aspect | five inferences of about 20 words, 2 or 3 supports each (2.3 in the profiles
of real users) | it has none |
| table | five columns, at most ten papers, cells of eleven words; in one call | 10 columns, a call
a cell |
| plan of an edit | two sections expanded | it has none |
| repair | about 90 words for each missing action | it has none |
| verdicts on a section | every twelfth sentence holds in part and is said again a little shorter;
every fourth action is carried out in part | it has none |
| verdict of a judge | a reason of about 40 words before it | it has none |
| verdicts on a list | one for each item, with reasons of about 20 words; half of the sentences
claim something | it has none |
| the agents of a team, a research tree, who is asked | `shaped_research.py` | it has none |
"""

import importlib
import json
import os
import re
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from eval.bench.shaped_prompts import PATTERNS, WORDS, Json, actions, after
from eval.bench.shaped_replies import (
    REASON_WORDS,
    additions,
    inferences,
    operations,
    peers,
    readings,
    reason,
    section_verdicts,
    table,
    verdicts,
)
from eval.bench.shaped_research import research_reply

TLDR_WORDS = 36
"""Of a section's summary, out of its 500 words; as the shared server gives the peer's sections."""
ACTIONS_A_QUERY = 4
LEFT_OUT = 4
"""Every so many-th action is not carried out by its section, and left to the repair."""


def main() -> int:
    shape, rest = peers.parse_shape(sys.argv[1:])
    answers = Path(os.environ["BENCH_ANSWERS"])

    def answer(call: Any, settings: Any) -> Any:
        made = ours(call, settings, shape)
        note(answers, call, settings, made)
        return made

    responder: Any = importlib.import_module("model_server.responder")
    responder.simulate = answer
    return int(importlib.import_module("model_server.cli").main(rest))


def note(path: Path, call: Any, settings: Any, answer: Any) -> None:
    text = answer.text or "".join(each.arguments for each in answer.tool_calls)
    row = {"prompt_hash": call.key(settings.cassette_ignore)[:12], "text": text}
    with path.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def ours(call: Any, settings: Any, shape: Any) -> Any:
    """The shaped answer; what is ours in the request gets its bounds first. A repair is answered
    like the request that it repairs, otherwise."""
    call, settings = first_request(call, settings)
    if call.answer_schema:
        rng = Random(f"{settings.seed}:{call.key()}")
        return peers.shaped(
            peers.with_schema(call, add_bounds(call, call.answer_schema, shape, rng)),
            settings,
            shape,
        )
    if PATTERNS["asks_tldr"].search(call.prompt) and not peers.SECTION_NAME.search(call.last_user):
        return peers.Answer(text=section(call, settings))
    return peers.shaped(call, settings, shape)


def first_request(call: Any, settings: Any) -> tuple[Any, Any]:
    """Without the answer to be repaired and what follows it, and with another seed."""
    said = next((n for n, turn in enumerate(call.turns) if turn.role == "assistant"), None)
    return (
        (call, settings)
        if said is None
        else (replace(call, turns=call.turns[:said]), replace(settings, seed=settings.seed + 1))
    )


def add_bounds(call: Any, schema: Json, shape: Any, rng: Random) -> Json:
    """With bounds for our own fields; those that the shared server knows are left to it."""
    schema = deepcopy(schema)
    properties: Json = schema.get("properties", {})
    if researched := research_reply(call, properties, rng):
        return {"const": researched}
    if "queries" in properties:
        properties |= {
            "language": {"const": "English"},
            "limits": {"const": []},
            "queries": queries(call, schema),
        }
    elif "quote" in properties and "actions" in properties:  # of earlier checkouts
        properties["actions"] = {"const": share(actions(call), rng.randrange(16), 16)}
    elif "papers" in properties:
        return {"const": {"papers": readings(call, rng)}}
    elif "sections" in properties and (
        item := peers.resolved(schema, properties["sections"].get("items") or {})
    ):
        begun = "<first_section>" in call.last_user
        properties |= {"keep_first": {"const": True}} if "keep_first" in properties else {}
        properties["sections"] = outline(
            call, schema, item, replace(shape, sections=shape.sections - begun)
        )
    elif "inferences" in properties:
        return {"const": {"inferences": inferences(call, rng)}}
    elif {"columns", "rows"} <= set(properties):
        return {"const": table(call)}
    elif "operations" in properties:
        return {"const": {"operations": operations(), "impossible": ""}}
    elif {"doubtful", "supported"} <= set(properties):
        return {"const": section_verdicts(call)}
    elif "additions" in properties:
        return {"const": {"additions": additions(call, rng), "impossible": []}}
    elif "reason" in properties and len(properties) == 2:
        properties["reason"] = {"const": reason(call, rng, REASON_WORDS)}
    elif "verdicts" in properties and "reason" in (
        item := peers.resolved(schema, properties["verdicts"]["items"]) or {}
    ).get("properties", {}):
        return {"const": {"verdicts": verdicts(call, item, rng)}}
    return schema


def share(numbers: list[int], place: int, parts: int) -> list[int]:
    """The part of the numbers that falls to one of so many places, so that each falls to one."""
    return numbers[len(numbers) * place // parts : len(numbers) * (place + 1) // parts]


def as_array(entries: list[Json]) -> Json:
    return {"type": "array", "prefixItems": entries, "items": False}


def with_constants(root: Json, item: Json, **constants: Any) -> Json:
    item = peers.resolved(root, item) or item
    kept = {
        name: {"const": constants[name]} if name in constants else each
        for name, each in item["properties"].items()
    }
    return item | {"properties": kept}


def queries(call: Any, root: Json) -> Json:
    """Four of the question's own words, unless it was searched; one for every fourth action."""
    item, shown = root["properties"]["queries"]["items"], actions(call)
    facets = WORDS["answers"]["facets"]
    terms = peers.keywords(after("question", call.last_user)).split()
    starts = [place * max(1, len(terms) - 3) // len(facets) for place in range(len(facets))]
    already = "<searched>" in call.last_user
    own = (
        []
        if already
        else [
            [*terms[start : start + 4], facet] for start, facet in zip(starts, facets, strict=True)
        ]
    )
    entries = [with_constants(root, item, query=" ".join(words), actions=[]) for words in own]
    words = " ".join(terms[:3])
    asked_for = [
        (number, f"{words} evaluation study {number}") for number in shown[::ACTIONS_A_QUERY]
    ]
    entries += [
        with_constants(root, item, query=query, actions=[number]) for number, query in asked_for
    ]
    return as_array(entries)


def outline(call: Any, root: Json, item: Json, shape: Any) -> Json:
    """The shared server's outline, with the actions dealt like the quotes; nothing is missing."""
    made = peers.outline(call, root, item, peers.number_list(root, item), shape)
    shown = actions(call)
    for place, entry in enumerate(made["prefixItems"]):
        if "missing" in entry["properties"]:
            entry["properties"]["missing"] = {"const": ""}
        if "actions" in entry["properties"]:
            entry["properties"]["actions"] = {"const": share(shown, place, shape.sections)}
    return dict(made)


def section(call: Any, settings: Any) -> str:
    """Cited prose and a last line `TLDR: ...`, together as long as the settings say."""
    source = peers.Source(call, Random(f"{settings.seed}:{call.key()}"))
    source.passages = list(peers.single_sentences(source.passages)) or source.passages
    source.rng.shuffle(source.passages)
    tldr = " ".join(
        f"{' '.join(text.split()[: TLDR_WORDS // 2]).rstrip('.,;:')}."
        for text, _ in source.passages[-2:]
    )
    body = source.prose(settings.words - len(tldr.split()))
    assigned = after("assigned", call.last_user)
    for place, number in enumerate(re.findall(r"\d+", assigned)):
        body = body if int(number) % LEFT_OUT == 0 else mark(body, place, number)
    return f"{body}\n\nTLDR: {tldr}"


def mark(body: str, place: int, number: str) -> str:
    """The text with its sentence at this place marked as carrying out the action."""
    found = list(PATTERNS["cited_sentence"].finditer(body))
    if place >= len(found):
        return body
    start, end = found[place].span()
    return f"{body[:start]}<a{number}>{body[start:end]}</a{number}>{body[end:]}"


if __name__ == "__main__":
    sys.exit(main())
