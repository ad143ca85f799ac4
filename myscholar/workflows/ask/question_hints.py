"""Before a question is asked: what is doubtful about it, and questions to start from. By rules, in
milliseconds."""

from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile, ProfileAspect
from myscholar.text.question import QUESTION_LIMIT, analyse_question
from myscholar.workflows.sample import SAMPLE_QUESTION

__all__ = ["QUESTION_LIMIT", "Example", "Hints", "example_questions", "question_hints"]

LONGEST_TERM = 40
"""Characters of a profile's key phrase that still reads well inside a question."""


class Hints(Frozen):
    """`apart` are the two questions that were found in one, else empty. Without hints the question
    is fine."""

    hints: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


class Example(Frozen):
    """`label` is short enough for a button."""

    label: str
    question: str


SAMPLE_EXAMPLES = (
    Example(label="How is cited text checked?", question=SAMPLE_QUESTION),
    Example(
        label="How are hallucinations detected?",
        question="Which methods detect hallucinations in long generated text, and how well do "
        "they agree with people?",
    ),
    Example(
        label="How is personalization evaluated?",
        question="How are personalized language models evaluated, and what do those evaluations "
        "miss?",
    ),
)
"""What the bundled sample corpus can answer."""
_ON_A_TERM = (
    ("What is known about {}?", "What is known about {}, and by which methods was it found?"),
    (
        "What is still open around {}?",
        "Which problems around {} are still open, and which of them are within reach?",
    ),
    (
        "How is work on {} evaluated?",
        "How is work on {} evaluated, and what do those evaluations miss?",
    ),
)
"""They read well whether the term is singular or plural."""


def question_hints(question: str) -> Hints:
    """Raises EmptyQuestion, QuestionTooLong."""
    analysis = analyse_question(question)
    return Hints(hints=analysis.hints, apart=analysis.questions)


SAMPLE_PAPERS = frozenset(
    {"paper:58b07968a641", "paper:a31ec6edb0e8", "paper:45eecbf641b9", "paper:0207f33d492e"}
)
"""Ids of the sample's manuscripts."""


def example_questions(profile: Profile | None) -> tuple[Example, ...]:
    """Three on what the profile's papers are about, else, and for the sample's own papers, three
    that the bundled corpus answers."""
    terms = (
        ()
        if profile is None or {p.paper_id for p in profile.papers} <= SAMPLE_PAPERS
        else _subjects(profile)
    )
    if len(terms) < len(_ON_A_TERM):
        return SAMPLE_EXAMPLES
    return tuple(
        Example(label=label.format(term), question=question.format(term))
        for term, (label, question) in zip(terms, _ON_A_TERM, strict=False)
    )


def _subjects(profile: Profile) -> tuple[str, ...]:
    """Key phrases of what the reader knows: the leading one of each inference, then their further
    ones, single words last; each once."""
    known = [i.terms for i in profile.enabled if i.aspect is ProfileAspect.KNOWLEDGE]
    ranked = [
        terms[place]
        for place in range(max(map(len, known), default=0))
        for terms in known
        if place < len(terms)
    ]
    kept: list[str] = []
    for term in sorted(ranked, key=lambda t: " " not in t):
        if len(term) <= LONGEST_TERM and not any(
            _within(term, other) or _within(other, term) for other in kept
        ):
            kept.append(term)
    return tuple(kept)


def _within(term: str, other: str) -> bool:
    return term.casefold() in other.casefold()
