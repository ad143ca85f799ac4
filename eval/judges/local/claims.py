"""Which sentences of a report need support, and what each cites.

After ScholarQA-CS2, every sentence that says something of the world counts, cited or not: what a
reader could doubt. Left out are headings, questions, lead-ins ("Three approaches stand out:"),
words about the report itself ("This section reviews ..."), what it says it did not find, TL;DR
lines, rows of tables without citations, lists of references, and fragments without a verb or a full
stop. Whatever cites something is a claim all the same.

Nor is a first sentence a claim that only introduces what its paragraph then says with citations:
without a marker or a number, most of its words come again there. On 4,184 such sentences of 11
systems, at LEAD 10 % introduce the rest of their own paragraph, 3 % that of another of the same
report.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.lexicon import finds
from eval.judges.local.prose import ReadSentence, list_cited, read_section
from eval.judges.local.words import all_stems, stems

LEAST_STEMS = 4
"""Content words that a sentence without citations needs to claim something."""
LEAD = 0.65
"""Share of its words that the rest of the paragraph repeats: it only introduces."""
_ROW = re.compile(r"^\s*\||^[^|]+(?: \| [^|]+)+$")
_ITEM = re.compile(r"^\s*(?:[-•*+]|\d{1,2}[.)])\s+")


class Claim(NamedTuple):
    """`text` without markers and markup; what it cites and shares as in `ReadSentence`."""

    text: str
    section: int
    cited: tuple[str, ...]
    unlisted: bool = False
    shared: tuple[str, ...] = ()
    shares_unlisted: bool = False


def claims_of(report: ScholarReport) -> tuple[Claim, ...]:
    everywhere = tuple(list_cited(report).values())
    return tuple(
        claim
        for number, section in enumerate(report.sections)
        for claim in _of_section(number, section, everywhere)
    )


def _of_section(
    number: int, section: ScholarSection, citations: Sequence[ScholarCitation]
) -> Iterator[Claim]:
    marked, sentences = read_section(section, citations)
    raw = [marked.plain[s.start : s.end] for s in sentences]
    texts = [_tidy(r) for r in raw]
    for i, s in enumerate(sentences):
        if _is_claim(texts[i], raw[i], cited=bool(s.cited) or s.unlisted) and not _introduces(
            i, sentences, texts
        ):
            yield Claim(texts[i], number, s.cited, s.unlisted, s.shared, s.shares_unlisted)


def _introduces(i: int, sentences: Sequence[ReadSentence], texts: Sequence[str]) -> bool:
    paragraph = sentences[i].paragraph
    if (
        not sentences[i].shared
        or (i > 0 and sentences[i - 1].paragraph == paragraph)
        or re.search(r"\d", texts[i])
    ):
        return False
    rest = all_stems(
        t
        for s, t in zip(sentences[i + 1 :], texts[i + 1 :], strict=True)
        if s.paragraph == paragraph
    )
    said = stems(texts[i])
    return len(said & rest) >= LEAD * len(said)


def _is_claim(text: str, raw: str, *, cited: bool) -> bool:
    n_stems = len(stems(text))
    if cited:
        return n_stems >= 2
    if _ROW.match(raw) or text.endswith(("?", ":")) or n_stems < LEAST_STEMS:
        return False
    is_sentence = text.endswith((".", "!")) or finds("reports.verb", text)
    return is_sentence and not finds("reports.about_itself", text)


def _tidy(text: str) -> str:
    """Without emphasis, marks of lists, and what is left of brackets whose markers are gone."""
    plain = _ITEM.sub("", re.sub(r"\*\*|__|`|^\s*#+\s|^\s*>\s?", "", text))
    plain = re.sub(r"[(\[][\s;,&.]*(?:(?:and|see|e\.g\.)[\s;,&.]*)?[)\]]", " ", plain)
    return re.sub(r" (?=[.,;:!?])", "", " ".join(plain.split()))
