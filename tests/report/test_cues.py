"""Which sentences state a limit, and which say what a term is."""

import pytest

from myscholar.report.cues import SentenceRole, cues_of, defines
from myscholar.text.terms import content_stems


@pytest.mark.parametrize(
    "sentence",
    [
        "However, models often fail to cite the passage that they used.",
        "Long rotation schedules suffer from pest outbreaks.",
        "Our understanding of how noise moves through networks remains limited.",
        "The method outperforms all others, but it cannot be used on long documents.",
    ],
)
def test_a_limit_is_found(sentence: str) -> None:
    assert SentenceRole.LIMITATION in cues_of(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The tool discovers claims that lack support in the sources.",
        "The library supports research on unreliable citations.",
        "Readers build an intuition about the model's capabilities and limitations.",
        "The new loss mitigates the lack of training data.",
        "Animal brains are much less vulnerable.",
    ],
)
def test_a_strength_is_not_taken_for_a_limit(sentence: str) -> None:
    assert SentenceRole.LIMITATION not in cues_of(sentence)


@pytest.mark.parametrize(
    ("sentence", "term", "is_defined"),
    [
        ("Crop rotation is a way of growing plants in turn on one field.", "crop rotation", True),
        ("In what follows, tilth is defined as the state of a soil.", "tilth", True),
        ("This practice is known as fallow.", "fallow", True),
        ("Crop rotation lowers tillage cost, defined as hours of work a field.", "hours", True),
        (
            "We place crop rotation among the trades of small farms in three regions of the south, "
            "where the cost is defined as hours of work.",
            "crop rotation",
            False,
        ),
        ("Farms that use crop rotation keep their nitrogen.", "crop rotation", False),
    ],
)
def test_a_sentence_defines_the_term_that_stands_where_it_defines(
    sentence: str, term: str, is_defined: bool
) -> None:
    assert defines(sentence, frozenset(content_stems(term))) is is_defined
