"""Which sentences state a limit."""

import pytest

from myscholar.report.cues import SentenceRole, cues_of


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
