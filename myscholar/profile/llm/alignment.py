"""Where in a paragraph a quote stands, though spacing, ligatures, hyphens, quotation marks or
omissions differ."""

import re
import unicodedata
from functools import lru_cache

from myscholar.domain.text import Span
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

LEAST_CHARACTERS = 12
"""Letters and digits below which a piece of text stands anywhere and proves nothing; by hand."""
LONGEST_SENTENCE = 600
"""Characters beyond which a "sentence" is a lost list or table, and the quoted words alone are
shown. By hand."""
_LEFTOVER = re.compile(r"(?:\[?+\d{1,3}+(?:[,–-]\d{1,3}+)*+\]?+\s*+)++(?=[A-Z])")
"""References of the sentence before, left at the start of the next one."""
_RUN_ON = re.compile(r"(?<=[a-z]{3}\.)(?=[A-Z](?:[a-z]|\s[a-z]))")
"""Where an extracted text has lost the space between two sentences: "... of nests.Listeners sat
..."."""
_GAP = re.compile(r"(?:(?<!\s)\s++)?(?:\[\s*+)?(?:\.\s?\.\s?\.|…)(?:\s*\])?\s*")


def align(quote: str, text: str, least: int = LEAST_CHARACTERS) -> Span | None:
    """The span of `text` that has the quote's letters and digits in their order; None if there is
    none, or if none of its pieces has `least`.

    Pieces between ellipses must follow one another; the span then reaches from the first to the
    last.
    """
    pieces = [p for p in map(_letters, _GAP.split(quote)) if p]
    if not pieces or max(map(len, pieces)) < least:
        return None
    letters = _letters(text)
    starts: list[int] = []
    at = 0
    for piece in pieces:
        found = letters.find(piece, at)
        if found < 0:
            return None
        starts.append(found)
        at = found + len(piece)
    places = _places(text)
    return Span(places[starts[0]], places[at - 1] + 1)


def sentences_around(span: Span, text: str) -> Span:
    """The whole sentences that the span touches; the span itself where these are too long to be
    sentences."""
    touched = [s for s in sentence_spans(text) if s.start < span.end and span.start < s.end]
    if not touched:
        return span
    start = touched[0].start
    leftover = _LEFTOVER.match(text, start)
    if leftover and leftover.end() <= span.start:
        start = leftover.end()
    end = touched[-1].end
    breaks = [m.start() for m in _RUN_ON.finditer(text, start) if m.start() <= end]
    start = max([start, *(at for at in breaks if at <= span.start)])
    end = min([end, *(at for at in breaks if at >= span.end)])
    whole = Span(min(span.start, start), max(span.end, end))
    return whole if whole.end - whole.start <= LONGEST_SENTENCE else span


def nearest_sentence(claim: str, text: str) -> tuple[Span, float] | None:
    """The sentence that shares most content words with the claim, and that share of the claim's
    words in [0, 1]."""
    wanted = set(content_stems(claim))
    rated = [
        (len(wanted & set(content_stems(s.of(text)))) / max(1, len(wanted)), s)
        for s in sentence_spans(text)
    ]
    rated = [(share, s) for share, s in rated if s.end - s.start <= LONGEST_SENTENCE]
    if not rated:
        return None
    share, best = max(rated, key=lambda r: (r[0], -r[1].start))
    return best, share


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    """Letters and digits only, without case, accents and ligatures. Kept, since every quote is
    looked for in all paragraphs."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", text).casefold()))


def _places(text: str) -> list[int]:
    """Where in `text` each of its letters and digits stands."""
    plain = (unicodedata.normalize("NFKD", character).casefold() for character in text)
    return [place for place, characters in enumerate(plain) for c in characters if c.isalnum()]
