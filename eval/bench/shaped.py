"""The shared, shaped model server with the fields of our reply schemas mapped to its shapes; tokens a step as for the peer.

    PYTHONPATH=SHARED/tools:SHARED/tools/peers python eval/bench/shaped.py serve --answers FILE ...

It is run by the servers' Python and imports nothing of ours. Every whole answer is noted in `--answers`, with the hash that the server's log gives its
prompt: so a benchmark can tell which answers were sent and paid for, and whether we kept them.

| ours | shape | the peer's |
|---|---|---|
| search plan | English, four queries, one more for every fourth action, no limits | one rewritten query |
| quote | about 80 words, exact; every other quote serves an action | the same, without actions |
| outline | six sections, two of them lists, every quote and every action dealt to one | the same, with 240 words of reasoning |
| section | 500 words with its last line `TLDR: ...` | 500 words with heading and TLDR |
| profile, an aspect | five inferences of about 20 words, 2 or 3 supports each (real ones have 2.3) | it has none |
"""

import argparse
import importlib
import json
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
N_QUERIES, ACTIONS_A_QUERY = 4, 4
N_INFERENCES = 5

peers: Any
"""The shared module, imported when the server starts."""


def main() -> int:
    global peers
    peers = importlib.import_module("shaped_model_server")
    own = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    own.add_argument("--answers", type=Path)
    options, rest = own.parse_known_args(sys.argv[1:])
    shape, rest = peers.parse_shape(rest)

    def answer(call: Any, settings: Any) -> Any:
        made = ours(call, settings, shape)
        if options.answers:
            note(options.answers, call, settings, made)
        return made

    importlib.import_module("model_server.responder").simulate = answer  # type: ignore[attr-defined]
    return int(importlib.import_module("model_server.cli").main(rest))


def note(path: Path, call: Any, settings: Any, answer: Any) -> None:
    text = answer.text or "".join(each.arguments for each in answer.tool_calls)
    row = {"prompt_hash": call.key(settings.cassette_ignore)[:12], "text": text}
    with path.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def ours(call: Any, settings: Any, shape: Any) -> Any:
    """The shaped answer; what is ours in the request gets its bounds first."""
    if call.answer_schema:
        return peers.shaped(peers.with_schema(call, mapped(call, call.answer_schema, shape)), settings, shape)
    if ASKS_TLDR.search(call.prompt) and not peers.SECTION_NAME.search(call.last_user):
        return peers.Answer(text=section(call, settings))
    return peers.shaped(call, settings, shape)


def mapped(call: Any, schema: Json, shape: Any) -> Json:
    """The schema with bounds for our own fields; fields that the shared server knows are left to it."""
    schema = deepcopy(schema)
    properties: Json = schema.get("properties", {})
    if "queries" in properties:
        properties |= {"language": {"const": "English"}, "limits": {"const": []}, "queries": queries(call, schema)}
    elif "quote" in properties and "actions" in properties:
        properties["actions"] = {"const": share(actions(call), Random(call.key()).randrange(16), 16)}
    elif "sections" in properties and (item := peers.resolved(schema, properties["sections"].get("items") or {})):
        begun = "<first_section>" in call.last_user
        properties |= {"keep_first": {"const": True}} if "keep_first" in properties else {}
        properties["sections"] = outline(call, schema, item, replace(shape, sections=shape.sections - begun))
    return schema


def actions(call: Any) -> list[int]:
    """The numbers of the actions that a prompt shows."""
    return sorted(set(map(int, ACTION.findall(call.last_user))))


def share(numbers: list[int], place: int, parts: int) -> list[int]:
    """The part of the numbers that falls to one of so many places, so that each falls to one."""
    return numbers[len(numbers) * place // parts : len(numbers) * (place + 1) // parts]


def listed(entries: list[Json]) -> Json:
    return {"type": "array", "prefixItems": entries, "items": False}


def with_constants(root: Json, item: Json, **constants: Any) -> Json:
    item = peers.resolved(root, item) or item
    kept = {name: {"const": constants[name]} if name in constants else each for name, each in item["properties"].items()}
    return item | {"properties": kept}


def queries(call: Any, root: Json) -> Json:
    """Four for the question, made of its own words, and one for every fourth action."""
    item, shown = root["properties"]["queries"]["items"], actions(call)
    asked = re.search(r"<question>\s*(.*?)\s*</question>", call.last_user, re.S)
    terms = peers.keywords(asked[1] if asked else call.last_user[:300]).split()
    own = [terms[start : start + 6] or terms[:6] for start in range(0, 2 * N_QUERIES, 2)]
    entries = [with_constants(root, item, query=" ".join(words), actions=[]) for words in own]
    words = " ".join(terms[:3])
    asked_for = [(number, f"{words} evaluation study {number}") for number in shown[::ACTIONS_A_QUERY]]
    entries += [with_constants(root, item, query=query, actions=[number]) for number, query in asked_for]
    return listed(entries)


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
    tldr = " ".join(f"{' '.join(text.split()[: TLDR_WORDS // 2]).rstrip('.,;:')}." for text, _ in source.passages[-2:])
    return f"{source.prose(settings.words - len(tldr.split()))}\n\nTLDR: {tldr}"


if __name__ == "__main__":
    sys.exit(main())
