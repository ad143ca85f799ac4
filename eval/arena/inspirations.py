"""What an inspiration must be, whoever found it. Source: Arena §3, table 2, appendix D.

Drafts of each part of a seminar -> those that keep the rules, at most ten a part, and what the
others broke.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from eval.arena.words import n_words
from eval.domain.arena import Inspiration, InspirationQuality, InspirationType, TranscriptSpan
from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line
from myscholar.text.likeness import LEXICAL

MOST_A_PART, MOST_WORDS = 10, 300
"""Source: Arena appendix D."""
REQUIRED: Mapping[InspirationType, frozenset[InspirationQuality]] = {
    kind: frozenset({own, InspirationQuality.EXPLORABILITY})
    for kind, own in {
        InspirationType.LIMITATION: InspirationQuality.CHALLENGE,
        InspirationType.METHODOLOGY: InspirationQuality.NOVELTY,
        InspirationType.TRANSDISCIPLINARITY: InspirationQuality.NOVELTY,
        InspirationType.HYPOTHESIS: InspirationQuality.VERIFIABILITY,
    }.items()
}
"""Qualities that each type must have: the two that an inspiration has at least. Source: Arena
appendix D."""


class InspirationRule(StrEnum):
    """In words that a table shows."""

    TOO_LONG = "more than 300 words"
    FEW_QUALITIES = "fewer than two qualities, or not those of its type"
    NOT_VERBATIM = "a span that is not in the transcript"
    UNREAD = "a sentence of more than 70 words, which nobody punctuated"
    NOT_ALONE = "names nothing that can stand alone"
    REPEATED = "says what another one says"
    TOO_MANY = "more than ten in a part"


class InspirationDraft(Frozen):
    type: InspirationType
    text: str
    qualities: tuple[InspirationQuality, ...]
    spans: tuple[TranscriptSpan, ...]


def broken_rules(draft: InspirationDraft, text: str) -> tuple[InspirationRule, ...]:
    """By one draft from the seminar's text."""
    has_few = not REQUIRED[draft.type] <= set(draft.qualities)
    verbatim = bool(draft.spans) and all(span.is_in(text) for span in draft.spans)
    return (
        *([InspirationRule.TOO_LONG] * (n_words(draft.text) > MOST_WORDS)),
        *([InspirationRule.FEW_QUALITIES] * has_few),
        *([InspirationRule.NOT_VERBATIM] * (not verbatim)),
    )


def choose_inspirations(
    parts: Iterable[Sequence[InspirationDraft]], text: str, seminar_id: str
) -> tuple[tuple[tuple[Inspiration, ...], ...], Counter[InspirationRule]]:
    """Of the drafts of each part, the best first, those that are kept, in the order of the
    transcript; and the rules that the others broke, with how often. One that says what an earlier
    one does leaves it its spans."""
    broken, chosen = Counter[InspirationRule](), list[list[InspirationDraft]]()
    for drafts in parts:
        of_part: list[InspirationDraft] = []
        chosen.append(of_part)
        for draft in drafts:
            if faults := broken_rules(draft, text):
                broken.update(faults)
            elif _merge(draft, chosen):
                broken[InspirationRule.REPEATED] += 1
            elif len(of_part) == MOST_A_PART:
                broken[InspirationRule.TOO_MANY] += 1
            else:
                of_part.append(draft)
    return _numbered(chosen, seminar_id), broken


def _merge(draft: InspirationDraft, chosen: Sequence[list[InspirationDraft]]) -> bool:
    """Whether one of the chosen says the same; it then has the spans of both."""
    others = [other for of_part in chosen for other in of_part]
    alike = LEXICAL.of(draft.text, [other.text for other in others])
    if not alike or max(alike) < LEXICAL.repeats:
        return False
    said = others[alike.index(max(alike))]
    spans = sorted({*said.spans, *draft.spans}, key=lambda span: (span.start, span.end))
    for of_part in chosen:
        for i, other in enumerate(of_part):
            if other is said:
                of_part[i] = said.model_copy(update={"spans": tuple(spans)})
    return True


def _numbered(
    chosen: Sequence[Sequence[InspirationDraft]], seminar_id: str
) -> tuple[tuple[Inspiration, ...], ...]:
    n, numbered = 0, []
    for of_part in chosen:
        made = []
        for draft in sorted(of_part, key=lambda d: (d.spans[0].start, d.spans[-1].end)):
            n += 1
            made.append(
                Inspiration(
                    inspiration_id=f"{seminar_id}/i{n}",
                    type=draft.type,
                    text=one_line(draft.text),
                    qualities=tuple(q for q in InspirationQuality if q in draft.qualities),
                    spans=draft.spans,
                )
            )
        numbered.append(tuple(made))
    return tuple(numbered)
