"""Whether words bear out words: numbers, names and terms of a sentence looked up in what it cites.
No model, no vectors."""

import re
from typing import NamedTuple

from myscholar.domain.text import Span, fold
from myscholar.report.llm.draft_text import CITED, without_citations
from myscholar.text.lexicons import pattern
from myscholar.text.numbers import SPELLED, differences, readings_of, values_in, values_of
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

_NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)\d+(?:[.,]\d+)*(?:\s?k\b)?")
"""Not the digits of a name such as GPT-4 or C60."""
_ENUMERATION = re.compile(r"\(\d{1,2}\)|^\d{1,2}[.)]\s")
_YEAR_IN_BRACKETS = re.compile(r"\(\s*(?:[^()]{0,80}[ ,;])?(?:19|20)\d{2}[a-z]?\s*\)")
_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|«([^«»]+)»|„([^„“”]+)[“”]")
_NAME = re.compile(r"(?<![\w-])(?=(?:(?![A-Z0-9])[\w-])*+[A-Z0-9][\w-]*[A-Z])[A-Za-z][\w+-]*[\w+]")
_INTRODUCED = re.compile(r"\([A-Z][\w-]*\)")
_COUNTED = pattern("doubts.counted")


class CitedSentence(NamedTuple):
    """One sentence of a draft with the quotes that it cites, by number. The span reaches over
    markers that stand behind its full stop."""

    span: Span
    cited: tuple[int, ...]
    text: str


def statements(text: str) -> tuple[CitedSentence, ...]:
    """The sentences of a draft's text in order, list marks left out; a marker at the beginning of a
    sentence belongs to the one before."""
    spans: list[Span] = []
    for span in sentence_spans(text):
        mark = re.match(r"(?:[-•*]|\d{1,2}[.)])\s+", span.of(text))
        start = span.start + (mark.end() if mark else 0)
        markers = re.match(r"(?:\s*\[\d+\])+[.,;]?\s*", text[start : span.end])
        if markers and spans and "\n" not in text[spans[-1].end : start]:
            spans[-1] = Span(spans[-1].start, start + len(markers.group().rstrip()))
            start += markers.end()
        if start < span.end:
            spans.append(Span(start, span.end))
    return tuple(CitedSentence(s, cited_in(s.of(text)), s.of(text)) for s in spans)


def cited_in(text: str) -> tuple[int, ...]:
    """Numbers of the quotes, in order, each once."""
    return tuple(dict.fromkeys(int(n) for n in CITED.findall(text)))


def find_missing_numbers(sentence: str, sources: str, *, spelled: bool = True) -> tuple[str, ...]:
    """Numbers of the sentence that the sources don't hold, also not in words, as a share or with
    another separator, and that no two which they hold differ by ("gains 9.1, from 72.0 to 81.1").
    Years of papers don't count.
    `spelled`: also numbers in words that count data sets, tasks, people and the like."""
    known = values_in(sources)
    said = _ENUMERATION.sub(" ", _YEAR_IN_BRACKETS.sub(" ", without_citations(sentence)))
    every = [n.strip() for n in _NUMBER.findall(said)]
    digits = [n for n in every if not known & set(readings_of(n))]
    if digits:
        apart = differences(n for n in every if n not in digits)
        digits = [n for n in digits if not apart & set(values_of(n))]
    words = [w for w in _COUNTED.findall(said) if spelled and SPELLED[w.casefold()] not in known]
    return tuple(dict.fromkeys([*digits, *words]))


def find_missing_names(sentence: str, sources: str) -> tuple[str, ...]:
    """Acronyms and names ("GPT-4") that the sources don't hold, also not by words' initials, and
    that the sentence itself does not introduce in brackets."""
    folded = sources.casefold()
    initials = "".join(word[0] for word in re.findall(r"\w+", folded))
    said = _INTRODUCED.sub(" ", without_citations(sentence))
    return tuple(
        dict.fromkeys(n for n in _NAME.findall(said) if not _is_known(n, folded, initials))
    )


def find_misquoted(sentence: str, sources: str) -> tuple[str, ...]:
    """What stands in quotation marks in the sentence and not in the sources: three words or more,
    whatever the case, dashes and marks around them."""
    said = [
        piece
        for quoted in _QUOTED.finditer(without_citations(sentence))
        for piece in re.split(r"\[?(?:\.{3}|…)\]?", quoted[quoted.lastindex or 0])
    ]
    held = fold(sources)
    return tuple(
        piece.strip() for piece in said if len(piece.split()) >= 3 and fold(piece) not in held
    )


def unquoted(text: str) -> str:
    """Without citations and what stands in quotation marks."""
    return _QUOTED.sub("“”", without_citations(text))


def borne_out(sentence: str, sources: str) -> float:
    """Share of the sentence's content stems that the sources have too; 1 for one without any."""
    said = set(content_stems(without_citations(sentence)))
    return len(said & set(content_stems(sources))) / len(said) if said else 1.0


def stems(sentence: str) -> frozenset[str]:
    return frozenset(content_stems(without_citations(sentence)))


def _is_known(name: str, folded: str, initials: str) -> bool:
    plain = name.casefold().removesuffix("s") if name.endswith("s") else name.casefold()
    parts = [p for p in re.split(r"[-+]", name) if re.search(r"\d|[A-Z].*[A-Z]", p)]
    return (
        plain in folded
        or all(p.casefold().removesuffix("s") in folded for p in parts)
        or (plain.isalpha() and len(plain) > 1 and plain in initials)
    )
