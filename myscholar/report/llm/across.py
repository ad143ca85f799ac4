"""What the sections of a report say of the same thing in nearly the same words. No model."""

from collections.abc import Iterable, Sequence

from myscholar.domain.drafts import Draft
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.report import Doubt
from myscholar.domain.text import shorten
from myscholar.report.llm.doubts import FEWEST_WORDS, Fault, doubt_of
from myscholar.report.llm.draft_text import without_citations
from myscholar.report.llm.lexical import CitedSentence, statements, stems
from myscholar.report.llm.verify import with_doubts
from myscholar.text.lexicons import pattern

SAME = 0.6
"""Jaccard index of stems from which sentences of two sections say the same; by hand."""
_DENIES = pattern("doubts.denies")


def across(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """With a doubt for sentences that say again what an earlier section says, or deny it."""
    earlier: list[tuple[int, CitedSentence, frozenset[str]]] = []
    made = []
    for number, draft in enumerate(drafts, 1):
        own = [(s, stems(s.text)) for s in statements(draft.text)]
        doubts = [d for d in draft.doubts if not d.is_repetition]
        doubts += [d for s, stems in own if (d := _repetition(s, stems, earlier))]
        made.append(with_doubts(draft, doubts))
        earlier += [(number, s, stems) for s, stems in own]
    return tuple(made)


def _repetition(
    sentence: CitedSentence,
    own: frozenset[str],
    earlier: Iterable[tuple[int, CitedSentence, frozenset[str]]],
) -> Doubt | None:
    if len(own) < FEWEST_WORDS:
        return None
    for number, other, theirs in earlier:
        if len(own & theirs) < SAME * len(own | theirs):
            continue
        said = f"Section {number} says nearly the same."
        if bool(_DENIES.search(sentence.text)) != bool(_DENIES.search(other.text)):
            words = shorten(without_citations(other.text), 120)
            said = f"Section {number} says nearly the same, one of the two with a denial: “{words}”"
        return doubt_of(sentence, ErrorType.REPORT_GLOBAL, Fault(said, Severity.HINT))
    return None
