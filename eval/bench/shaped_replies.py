"""Answers to our own reply schemas, as long as a model's."""

import importlib
import re
from random import Random
from typing import Any

from eval.bench.shaped_prompts import (
    JUDGED,
    PATTERNS,
    WORDS,
    Json,
    actions,
    after,
    items,
    judged,
    opening,
    sentence,
)

peers: Any = importlib.import_module("shaped_model_server")
ADDED_WORDS = 90
TOUCHED = (2, 4)
"""The sections that an edit expands."""
DOUBTED = 12
"""Every so many-th sentence of a section is said anew."""
N_INFERENCES, N_SUPPORTS = 5, (2, 3)
N_ROWS = 10
QUOTED = 0.8
"""Of the words that a paper's quotes may have."""
WITHOUT_QUOTE = 2
"""Every so many-th paper read beside others has none, as 7 of 12 had at the desk."""
REASON_WORDS, ITEM_REASON_WORDS = 40, 20
"""Of one verdict, and of each of many."""


def inferences(call: Any, rng: Random) -> list[Json]:
    """Five, each with two or three papers that take turns; quotes are exact."""
    papers = {
        number: items(body, "paragraph")[1:] for number, body in items(call.last_user, "paper")
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


def readings(call: Any, rng: Random) -> list[Json]:
    """Exact sentences of each paper in their order, a quote each; the last is cut at the words that
    the paper may have."""
    shown, allowed = actions(call), [int(n) for n in PATTERNS["allowed"].findall(call.last_user)]
    papers = items(call.last_user, "paper")
    made = []
    for (number, body), words in zip(papers, allowed, strict=True):
        if len(papers) > 1 and not rng.randrange(WITHOUT_QUOTE):
            made.append({"paper": number, "quotes": []})
            continue
        text = " ".join(piece for _, piece in items(body.split("</papers>")[0], "paragraph"))
        quotes, left = list[str](), words
        for said in PATTERNS["end_of_sentence"].split(text):
            if left <= (1 - QUOTED) * words:
                break
            quotes.append(" ".join(said.split()[:left]))
            left -= len(quotes[-1].split())
        served = {"actions": [rng.choice(shown)]} if shown and rng.randrange(2) else {}
        made.append({"paper": number, "quotes": quotes} | served)
    return made


def table(call: Any) -> Json:
    """Five columns, at most ten papers; a cell is eleven words of a quote of its paper."""
    papers = {
        number: items(body, "paragraph") for number, body in items(call.last_user, "numbered_paper")
    }
    columns, rows = WORDS["answers"]["columns"], []
    for number, quotes in list(papers.items())[:N_ROWS]:
        cells = []
        for column in range(len(columns)):
            quote, text = quotes[column % len(quotes)]
            words = text.split()
            start = (7 * column) % max(1, len(words) - 11)
            cells.append(
                {"text": " ".join(words[start : start + 11]).strip(".,;"), "quotes": [quote]}
            )
        rows.append({"paper": number, "cells": cells})
    return {"columns": columns, "rows": rows}


def section_verdicts(call: Any) -> Json:
    """Every so many-th sentence without its first three words, when it is read for the first
    time."""
    text = call.last_user
    listed = text[text.index("<sentences>") : text.index("</sentences>")]
    sentences = PATTERNS["checked_sentence"].findall(listed)
    found = sentences[DOUBTED - 1 :: DOUBTED] if after("section", text, default="") else []
    doubtful = [
        {
            "sentence": int(number),
            "support": "partly",
            "why": WORDS["answers"]["doubt"],
            "better": " ".join(said.split()[3:]).capitalize(),
        }
        for number, said in found
    ]
    numbers = {each["sentence"] for each in doubtful}
    return {
        "doubtful": doubtful,
        "supported": [int(n) for n, _ in sentences if int(n) not in numbers],
        "actions": [
            {"action": n, "carried_out": "fully" if n % DOUBTED else "partly", "why": ""}
            for n in actions(call)
        ],
    }


def operations() -> list[Json]:
    told = WORDS["answers"]["expand"]
    return [
        {"operation": "expand", "section": number, "instruction": told, "title": "", "quotes": []}
        for number in TOUCHED
    ]


def additions(call: Any, rng: Random) -> list[Json]:
    """A passage of about 90 words for each action that is missing, dealt to the sections."""
    numbers = [int(n) for n in re.findall(r"\d+", after("missing", call.last_user))]
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
    words = fields["verdict"]["enum"]
    return [verdict(call, noun, match, words, rng) for match in judged(call.last_user, noun)]


def verdict(call: Any, noun: str, match: re.Match[str], words: list[str], rng: Random) -> Json:
    said: Json = {noun: int(match[1]), "reason": reason(call, rng, ITEM_REASON_WORDS)}
    if noun != "sentence":
        return said | {"verdict": rng.choice(words)}
    cited = [int(n) for n in PATTERNS["source"].findall(match[2])]
    if not cited:
        return said | {"verdict": rng.choice(["not", "no_claim"]), "sources": []}
    sources = [
        {"source": n, "verdict": "supports" if n == cited[0] else "does_not_support"} for n in cited
    ]
    return said | {"verdict": rng.choice(["wholly", "partly"]), "sources": sources}
