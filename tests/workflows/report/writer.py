"""A language model that answers every prompt of a report from what the prompt shows, always the
same for the same prompt."""

import re
from collections.abc import Callable
from typing import Any

from myscholar.gateways.llm.choices import ModelChoice
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.settings import Settings
from myscholar.workflows.jobs import stories
from myscholar.workflows.services import Services

SECTIONS = 3


def numbers(text: str) -> list[int]:
    """Of the items that stand as "[7] ..." at the beginning of lines."""
    return [int(n) for n in re.findall(r"(?m)^\[(\d+)\]", text)]


def plan(prompt: Prompt) -> dict[str, Any]:
    actions = [int(n) for n in re.findall(r"(?m)^A(\d+) \(search\)", prompt.text)]
    by_action = [{"query": f"abstention {n}", "actions": [n]} for n in actions]
    return {
        "language": "English",
        "queries": [
            {"query": "citation evaluation"},
            {"query": "hallucination detection"},
            *by_action,
        ],
    }


def papers_in(prompt: Prompt) -> dict[int, list[str]]:
    """The passages of each paper by its number."""
    pieces = re.split(r"(?m)^Paper (\d+), .*:$", prompt.task)
    return {
        int(number): re.findall(r"(?m)^\[\d+\] (.+)$", body)
        for number, body in zip(pieces[1::2], pieces[2::2], strict=True)
    }


def quote(prompt: Prompt) -> dict[str, Any]:
    """The first sentence of each paper's first passage, word for word."""
    first = {n: re.split(r"(?<=[.!?]) (?=[A-Z])", p[0])[0] for n, p in papers_in(prompt).items()}
    return {"papers": [{"paper": n, "quotes": [text]} for n, text in first.items()]}


def outline(prompt: Prompt) -> dict[str, Any]:
    """Quotes dealt in turn, all actions in the second section."""
    found = numbers(prompt.text)
    actions = [int(n) for n in re.findall(r"(?m)^A(\d+) \(", prompt.text)]
    kept = "is being written" in prompt.text
    places = range(2, SECTIONS + 1) if kept else range(1, SECTIONS + 1)
    sections = [
        {
            "title": f"Theme {i}",
            "format": "table" if i == 3 else "synthesis",
            "brief": f"What theme {i} holds.",
            "quotes": found[i - 1 :: SECTIONS],
            "actions": actions if i == 2 else [],
        }
        for i in places
    ]
    return {"title": "How citations are judged", "sections": sections}


def section(prompt: Prompt) -> str:
    """A sentence a quote with its citation; the first one serves every action that is assigned."""
    cited = numbers(prompt.task)
    assigned = re.search(r"Actions assigned to this section: (.*)", prompt.task)
    actions = re.findall(r"A(\d+)", assigned[1]) if assigned else []
    sentences = [
        "Here the authors say, in so many words and with some care, what the words of the quote "
        f"say [{n}]."
        for n in cited
    ]
    marked = "".join(f"<a{n}>{sentences[0]}</a{n}> " for n in actions) if sentences else ""
    return f"{marked}{' '.join(sentences)}\nTLDR: Papers agree on little."


def table(prompt: Prompt) -> dict[str, Any]:
    papers = [int(n) for n in re.findall(r"(?m)^## P(\d+)", prompt.text)]
    return {
        "columns": ["Data", "Measure"],
        "rows": [{"paper": n, "cells": [{"text": ""}, {"text": ""}]} for n in papers],
    }


def edit(prompt: Prompt) -> dict[str, Any]:
    return {
        "operations": [
            {"operation": "replace", "section": 2, "instruction": "Do as the reader asks."}
        ]
    }


STEPS: dict[str, Callable[[Prompt], Any]] = {
    "report/plan_search": plan,
    "report/plan_actions": plan,
    "report/extract_quotes": quote,
    "report/outline": outline,
    "report/section": section,
    "report/table": table,
    "report/repair": lambda _: {"impossible": []},
    "report/edit": edit,
    "report/one_prompt": lambda prompt: (
        "# One\n\n## All of it\n\n" + " ".join(f"Said [{n}]." for n in numbers(prompt.text)[:3])
    ),
}


class _Open(ScriptedLLM):
    """A gateway is opened and closed with each run."""

    async def __aenter__(self) -> "_Open":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


class Written(Services):
    """Services whose language model is the script. `asked` holds the names of the prompts, in
    order."""

    def __init__(self, settings: Settings, **steps: Any) -> None:
        chosen = settings.model_copy(
            update={"models": ModelChoice(default=("anthropic:scripted",))}
        )
        super().__init__(chosen, stories=stories)
        self.__dict__["script"] = _Open({**STEPS, **steps})

    def llm(self, **_: Any) -> _Open:  # type: ignore[override]
        return self.__dict__["script"]

    @property
    def asked(self) -> list[str]:
        return [prompt.name for _, prompt in self.__dict__["script"].asked]

    @property
    def n_papers_read(self) -> int:
        return sum(
            len(papers_in(prompt))
            for _, prompt in self.__dict__["script"].asked
            if prompt.name == "report/extract_quotes"
        )

    def forget(self) -> None:
        self.__dict__["script"].asked.clear()
