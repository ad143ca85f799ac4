"""Field counts: what is measurably unusual about the papers. The only ground on which the model may
compare them with other papers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from myscholar.domain.text import counted
from myscholar.profile.key_phrases import key_phrases
from myscholar.profile.reading import ReadPaper
from myscholar.profile.style import MEASURES, words
from myscholar.profile.wording import rarity
from myscholar.text.background import Background

MAX_PHRASES = 8
"""Phrases that are told, at most; by hand."""
UNUSUAL = 85.0
"""Percentile from which on (or 100 less it, down to which) the papers' mean is told; by hand."""
RARE = 0.003
"""Share of abstracts up to which a phrase is told; by hand."""
_LEAST_WORDS = 60
"""Words of an abstract whose style is told; by hand."""
_LOW_IS_TOLD = frozenset({"words_per_sentence", "letters_per_word", "first_person_per_100_words"})
"""Measures of which few is a style; of the others many texts have none at all."""


@dataclass(frozen=True)
class Count:
    """`text` is one sentence for the model and for the basis of what rests on it."""

    number: int
    text: str


def field_counts(read: Sequence[ReadPaper], background: Background) -> tuple[Count, ...]:
    """Numbered from 1: style measured on abstracts, phrases. Empty without a background."""
    if not background.n_documents:
        return ()
    told = (*_on_style(read, background), *_on_phrases(read, background))
    return tuple(Count(number, text) for number, text in enumerate(told, start=1))


def _on_style(read: Sequence[ReadPaper], background: Background) -> Iterator[str]:
    abstracts = [a for p in read if (a := p.paper.abstract) and len(words(a)) >= _LEAST_WORDS]
    if len(abstracts) < 2:
        return
    for name, measure in MEASURES.items():
        values = [measure(a) for a in abstracts]
        ranks = [r for v in values if (r := background.percentile(name, "abstract", v)) is not None]
        if len(ranks) < len(values):
            continue
        rank = fmean(ranks)
        value = f"The abstracts have {fmean(values):.1f} {name.replace('_', ' ')} on average"
        if rank >= UNUSUAL:
            yield f"{value}; {rank:.0f} % of conference abstracts have fewer."
        elif rank <= 100 - UNUSUAL and name in _LOW_IS_TOLD:
            yield f"{value}; {100 - rank:.0f} % of conference abstracts have more."


def _on_phrases(read: Sequence[ReadPaper], background: Background) -> Iterator[str]:
    least = min(2, len(read))
    telling = [
        p
        for p in key_phrases(read, background)
        if p.is_established and p.share <= RARE and len(p.mentions) >= least
    ]
    for phrase in sorted(telling, key=lambda p: (-len(p.mentions), -p.score))[:MAX_PHRASES]:
        rare = rarity(phrase.share, background.n_documents, background.floor)
        yield (
            f"“{phrase.short_label}” stands in {len(phrase.mentions)} of "
            f"{counted(len(read), 'paper')}, and in {rare}."
        )
