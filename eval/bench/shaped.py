"""The shared, shaped model server with the fields of our reply schemas mapped to its shapes; tokens
a step as for the peer.

It is run by the servers' Python (`servers`) and imports nothing of ours. Every whole answer is
noted in the file `BENCH_ANSWERS`, with the hash that the server's log gives its prompt: so a
benchmark can tell which answers were sent and paid for, and whether we kept them.

| ours | shape | the peer's |
|---|---|---|
| search plan | English, four queries, one more for every fourth action, no limits | one rewritten
query |
| quote | about 80 words, exact; every other quote serves an action | the same, without actions |
| outline | six sections, two of them lists, every quote and every action dealt to one | the same,
with 240 words of reasoning |
| section | 500 words with its last line `TLDR: ...` | 500 words with heading and TLDR |
| profile, an aspect | five inferences of about 20 words, 2 or 3 supports each (2.3 in the profiles
of real users) | it has none |
| table | five columns, at most ten papers, cells of eleven words; in one call | 10 columns, a call
a cell |
| plan of an edit | two sections expanded | it has none |
| repair | about 90 words for each missing action | it has none |
| verdict of a judge | a reason of about 40 words before it | it has none |
| verdicts on a list | one for each item, with reasons of about 20 words; half of the sentences
claim something | it has none |
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

Json = dict[str, Any]
TLDR_WORDS = 36
"""Of a section's summary, out of its 500 words; as the shared server gives the peer's sections."""
ASKS_TLDR = re.compile(r"last line[^\n]*TL;?DR", re.I)
ACTION = re.compile(r"(?m)^\W*A(\d+)\b")
"""An action as our prompts list it."""
FACETS = ("methods", "evaluation", "causes", "limits")
"""What the queries for the question add to its own words, one each."""
ACTIONS_A_QUERY = 4
LEFT_OUT = 4
"""Every so many-th action is not carried out by its section, and left to the repair."""
ADDED_WORDS = 90
TOUCHED = (2, 4)
"""The sections that an edit expands."""
N_INFERENCES, N_SUPPORTS = 5, (2, 3)
N_COLUMNS, N_ROWS = 5, 10
REASON_WORDS, ITEM_REASON_WORDS = 40, 20
"""Of one verdict, and of each of many."""
JUDGED = {
    "criterion": re.compile(r"(?m)^(\d+)\. "),
    "paragraph": re.compile(r"(?m)^\[(\d+)\] "),
    "sentence": re.compile(r"(?m)^(\d+)\. \((?:cites|shares) ([^)]*)\) "),
}
"""Items as our judge's prompts list them, by the field that numbers their verdicts."""
CITED_SENTENCE = re.compile(r"(?:(?<=\] )|(?<=\n\n)|\A)[^\n\[\]<>]+ \[\d+\]")
PARAGRAPH = r"(?m)^\[(\d+)\] "

peers: Any
"""The shared module, imported when the server starts."""


def main() -> int:
    global peers
    peers = importlib.import_module("shaped_model_server")
    shape, rest = peers.parse_shape(sys.argv[1:])
    answers = Path(os.environ["BENCH_ANSWERS"])

    def answer(call: Any, settings: Any) -> Any:
        made = ours(call, settings, shape)
        note(answers, call, settings, made)
        return made

    importlib.import_module("model_server.responder").simulate = answer  # type: ignore[attr-defined]
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
    if ASKS_TLDR.search(call.prompt) and not peers.SECTION_NAME.search(call.last_user):
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
    if "queries" in properties:
        properties |= {
            "language": {"const": "English"},
            "limits": {"const": []},
            "queries": queries(call, schema),
        }
    elif "quote" in properties and "actions" in properties:
        properties["actions"] = {"const": share(actions(call), rng.randrange(16), 16)}
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
    elif "additions" in properties:
        return {"const": {"additions": additions(call, rng), "impossible": []}}
    elif "reason" in properties and len(properties) == 2:
        properties["reason"] = {"const": reason(call, rng, REASON_WORDS)}
    elif "verdicts" in properties and "reason" in (
        item := peers.resolved(schema, properties["verdicts"]["items"]) or {}
    ).get("properties", {}):
        return {"const": {"verdicts": verdicts(call, item, rng)}}
    return schema


def actions(call: Any) -> list[int]:
    return sorted(set(map(int, ACTION.findall(call.last_user))))


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
    terms = peers.keywords(after("<question>\n", call.last_user)).split()
    starts = [place * max(1, len(terms) - 3) // len(FACETS) for place in range(len(FACETS))]
    already = "<searched>" in call.last_user
    own = (
        []
        if already
        else [
            [*terms[start : start + 4], facet] for start, facet in zip(starts, FACETS, strict=True)
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
    """The shared server's outline, with the actions dealt like the quotes."""
    made = peers.outline(call, root, item, peers.number_list(root, item), shape)
    shown = actions(call)
    for place, entry in enumerate(made["prefixItems"]):
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
    assigned = after("Actions assigned to this section: ", call.last_user)
    for place, number in enumerate(re.findall(r"\d+", assigned)):
        body = body if int(number) % LEFT_OUT == 0 else mark(body, place, number)
    return f"{body}\n\nTLDR: {tldr}"


def after(words: str, prompt: str) -> str:
    """The rest of the line that begins so. Raises ValueError where our prompt has changed."""
    found = re.search(rf"(?m)^{words}(.*)$", prompt)
    if not found:
        raise ValueError(f"the prompt has no line that begins with {words!r}")
    return found[1]


def mark(body: str, place: int, number: str) -> str:
    """The text with its sentence at this place marked as carrying out the action."""
    found = list(CITED_SENTENCE.finditer(body))
    if place >= len(found):
        return body
    start, end = found[place].span()
    return f"{body[:start]}<a{number}>{body[start:end]}</a{number}>{body[end:]}"


def items(text: str, marker: str) -> list[tuple[int, str]]:
    pieces = re.split(marker, text)
    return [
        (int(number), body.strip()) for number, body in zip(pieces[1::2], pieces[2::2], strict=True)
    ]


def opening(text: str, words: int) -> str:
    return " ".join(text.split()[:words]).rstrip(".,;:(")


def sentence(text: str, rng: Random) -> str:
    """One of at least ten words, where there is one; never the one that titles are."""
    whole = " ".join(text.split())
    found = [
        each
        for each in re.split(r"(?<=[.!?]) (?=[A-Z])", whole)
        if len(each.split()) >= 10 and "‹" not in each
    ]
    return rng.choice(found) if found else whole


def inferences(call: Any, rng: Random) -> list[Json]:
    """Five, each with two or three papers that take turns; quotes are exact."""
    papers = {
        number: items(body, PARAGRAPH)[1:]
        for number, body in items(call.last_user, r"(?m)^Paper (\d+)\b[^\n]*:$")
    }
    readable = [number for number, paragraphs in papers.items() if paragraphs]
    made = []
    for place in range(N_INFERENCES):
        chosen = [
            readable[(place + step) % len(readable)]
            for step in range(min(N_SUPPORTS[place % 2], len(readable)))
        ]
        supports, said = [], ""
        for number in chosen:
            paragraph, text = rng.choice(
                [each for each in papers[number] if len(each[1].split()) > 20] or papers[number]
            )
            said = sentence(text, rng)
            quote = " ".join(said.split()[:10])
            explanation = f"One paper says that {opening(said, 14)}."
            supports.append(
                {
                    "paper": number,
                    "paragraph_numbers": [paragraph],
                    "quote": quote,
                    "explanation": explanation,
                }
            )
        made.append(
            {
                "inference": f"Your papers say that {opening(said, 16)}.",
                "supports": supports,
                "count": 0,
                "terms": [opening(said, 3)],
            }
        )
    return made


def table(call: Any) -> Json:
    """Five columns, at most ten papers; a cell is eleven words of a quote of its paper."""
    papers = {
        number: items(body, PARAGRAPH)
        for number, body in items(call.last_user, r"(?m)^\W*P(\d+): ")
    }
    rows = []
    for number, quotes in list(papers.items())[:N_ROWS]:
        cells = []
        for column in range(N_COLUMNS):
            quote, text = quotes[column % len(quotes)]
            words = text.split()
            start = (7 * column) % max(1, len(words) - 11)
            cells.append(
                {"text": " ".join(words[start : start + 11]).strip(".,;"), "quotes": [quote]}
            )
        rows.append({"paper": number, "cells": cells})
    return {"columns": ["Task", "Data", "Method", "Measure", "Result"][:N_COLUMNS], "rows": rows}


def operations() -> list[Json]:
    told = (
        "Add what the reader wishes where the section's quotes bear it out, in two or three "
        "sentences, and leave the rest as it is."
    )
    return [
        {"operation": "expand", "section": number, "instruction": told, "title": "", "quotes": []}
        for number in TOUCHED
    ]


def additions(call: Any, rng: Random) -> list[Json]:
    """A passage of about 90 words for each action that is missing, dealt to the sections."""
    numbers = [int(n) for n in re.findall(r"\d+", after("To be carried out: ", call.last_user))]
    source = peers.Source(call, rng)
    texts = [
        f"<a{number}>{source.prose(ADDED_WORDS)}</a{number}>".replace("\n\n", " ")
        for number in numbers
    ]
    return [
        {"action": number, "section": 1 + number % 6, "after_paragraph": 0, "text": text}
        for number, text in zip(numbers, texts, strict=True)
    ]


def reason(call: Any, rng: Random, words: int) -> str:
    return " ".join(sentence(call.last_user, rng).split()[:words])


def verdicts(call: Any, item: Json, rng: Random) -> list[Json]:
    """One for each listed item, with one for each source that a sentence cites or shares."""
    fields = item["properties"]
    noun = next(name for name in JUDGED if name in fields)
    listed_from = call.last_user.rindex(
        {"criterion": "<criteria>", "paragraph": "<paragraphs>", "sentence": "<sentences>"}[noun]
    )
    found = list(JUDGED[noun].finditer(call.last_user, listed_from))
    words = fields["verdict"]["enum"]
    return [verdict(call, noun, match, words, rng) for match in found]


def verdict(call: Any, noun: str, match: re.Match[str], words: list[str], rng: Random) -> Json:
    said: Json = {noun: int(match[1]), "reason": reason(call, rng, ITEM_REASON_WORDS)}
    if noun != "sentence":
        return said | {"verdict": rng.choice(words)}
    cited = [int(n) for n in re.findall(r"S(\d+)", match[2])]
    if not cited:
        return said | {"verdict": rng.choice(["not", "no_claim"]), "sources": []}
    sources = [
        {"source": n, "verdict": "supports" if n == cited[0] else "does_not_support"} for n in cited
    ]
    return said | {"verdict": rng.choice(["wholly", "partly"]), "sources": sources}


if __name__ == "__main__":
    sys.exit(main())
