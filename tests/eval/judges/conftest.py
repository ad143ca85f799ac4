"""A made-up report and what a judge is asked of it. No source of it exists."""

import json
from pathlib import Path
from typing import Any

import pytest

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.domain.rubric import Criterion, Importance

CASSETTES = Path(__file__).resolve().parents[2] / "cassettes"
QUESTION = "Do hedges along field margins help wild bees?"
ACTIONS = (
    "I can add a table of the hedges' plants, which might help you choose some.",
    "Say what the studies could not show",
)
PARAGRAPHS = (
    "Hedges feed wild bees in early spring, when fields offer nothing [1].",
    "This report is made of two sections.",
    "Beekeeping in cities has become popular in the last years.",
)


@pytest.fixture
def report() -> ScholarReport:
    """Section 1 cites snippets and a title; section 2 cites nothing, and a marker whose words say
    something else."""
    first = (
        "Margins with hedges held 1.8 times as many wild bees as bare margins [1]. "
        "Most of them were solitary species that nest in the ground [1][2]. Why is this so? "
        "Blackthorn and willow flower before any crop does, so early species depend on them [3]."
    )
    second = (
        "The studies have limits.\n\nNone of them followed a hedge for more than two years [2]. "
        "Hedges also lower the wind and so save farmers money. Taken together, the gain is likely "
        "but its size is not settled."
    )
    citations = (
        ScholarCitation(
            id="[1]",
            title="Bees of the margin",
            snippets=(
                "Hedged margins had 1.8 times the abundance of bare ones; most individuals were "
                "ground-nesting.",
            ),
        ),
        ScholarCitation(
            id="[2]",
            title="Two springs of counting",
            snippets=("We counted over two springs at forty farms.",),
        ),
        ScholarCitation(id="[3]", title="Blackthorn as the first food of early bees"),
    )
    return ScholarReport(
        query_id="made-up",
        question=QUESTION,
        system="nobody",
        sections=(
            ScholarSection(title="What was counted", text=first, citations=citations),
            ScholarSection(title="Limits", text=second, citations=citations[1:2]),
        ),
    )


@pytest.fixture
def criteria() -> tuple[Criterion, ...]:
    wanted = (
        "The answer should give the size of the effect on the number of bees.",
        "The answer should say for which species it holds, such as solitary or social ones.",
        "The answer could discuss how wide a hedge should be.",
    )
    return tuple(
        Criterion(
            name=f"c{i}",
            importance=Importance.MOST_IMPORTANT,
            text=text,
            weight=0.2,
            evidence=("a wide hedge",),
        )
        for i, text in enumerate(wanted)
    )


@pytest.fixture
def cassette():
    """What a careful person answered in the model's place."""

    def read(name: str) -> Any:
        return json.loads((CASSETTES / f"eval_{name}.json").read_text(encoding="utf-8"))

    return read
