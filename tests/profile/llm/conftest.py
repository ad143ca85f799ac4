"""Papers on nests, as numbered paragraphs, and short ways to write a model's answer."""

from collections.abc import Callable
from typing import Any

import pytest

from myscholar.domain.papers import Paper
from myscholar.profile.llm.material import ProfileMaterial, gather
from myscholar.profile.reading import read_papers

Reply = dict[str, Any]


@pytest.fixture
def material(nests, background) -> ProfileMaterial:
    """[1] title and [2] abstract of paper 1, [3] and [4] of paper 2, [5] and [6] of paper 3."""
    return gather(read_papers(nests), background, 60_000)


@pytest.fixture
def material_of(background) -> Callable[..., ProfileMaterial]:
    def make(papers: tuple[Paper, ...], budget: int = 60_000) -> ProfileMaterial:
        return gather(read_papers(papers), background, budget)

    return make


def support(paper: int, numbers: list[int], quote: str, explanation: str) -> Reply:
    return {
        "paper": paper,
        "paragraph_numbers": numbers,
        "quote": quote,
        "explanation": explanation,
    }


def inference(
    text: str, *supports: Reply, terms: tuple[str, ...] = ("nest acoustics",), count: int = 0
) -> Reply:
    return {"inference": text, "supports": list(supports), "terms": list(terms), "count": count}


@pytest.fixture
def good() -> Reply:
    """One inference that two papers support."""
    return inference(
        "Your papers put listeners before recordings of loud nests.",
        support(
            1,
            [2],
            "listeners told quiet nests from loud nests",
            "One paper has listeners tell quiet nests from loud nests.",
        ),
        support(
            2,
            [4],
            "12 participants who rated recordings of loud nests",
            "One paper has participants rate recordings of loud nests.",
        ),
    )


@pytest.fixture
def write_support() -> Callable[..., Reply]:
    return support


@pytest.fixture
def write_inference() -> Callable[..., Reply]:
    return inference
