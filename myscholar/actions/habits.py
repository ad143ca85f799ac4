"""Which of a reader's habits an action may build on, told by the facts of an inference."""

from myscholar.domain.papers import PassageKind
from myscholar.domain.profile import Inference, InferenceKind, ProfileAspect
from myscholar.text.terms import content_stems

NUMBERS = "numbers_per_100_words"
_SAYS_SO = (PassageKind.TITLE, PassageKind.ABSTRACT)


def is_practice(inference: Inference, term: str) -> bool:
    """Whether the term is a way of working of the reader's: not what it was done on, and nothing
    that one paper did once.

    Where only words say what is stated (a model's, a user's), a way of working needs two papers, a
    title or abstract, or the user's own word for it.
    """
    if inference.kind is not None:
        return inference.kind is InferenceKind.PRACTICE and term == inference.practice
    said = [e.kind in _SAYS_SO for s in inference.supports for e in s.evidence]
    return inference.aspect is ProfileAspect.RESEARCH_STYLE and (
        len(inference.supports) != 1 or any(said)
    )


def writes_numbers(inference: Inference) -> bool:
    """Whether the reader's abstracts hold more numbers than others' do."""
    if inference.kind is not None:
        return inference.measure == NUMBERS
    return any("number" in content_stems(term) for term in inference.terms)
