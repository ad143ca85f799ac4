"""Which sentences of a report need support, and what each cites.

After ScholarQA-CS2, every sentence that says something of the world counts, cited or not: what a reader could doubt. Left out are headings, questions,
lead-ins ("Three approaches stand out:"), words about the report itself ("This section reviews ..."), what it says it did not find, TL;DR lines (they say again what
the section supports), rows of tables without citations, lists of references, and fragments without a verb or a full stop. Whatever cites something is a claim all the same.

A marker counts for its own sentence only. A paragraph that cites once, at its end, has unsupported sentences: so do the judges that ScholarQA uses read it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.markers import MarkedText, find_markers
from eval.judges.local.words import stems
from myscholar.domain.text import Span
from myscholar.report.quality import unglued
from myscholar.text.sentences import sentence_spans

LEAST_STEMS = 4
"""Content words that a sentence without citations needs to claim something."""
_ABOUT_THE_REPORT = re.compile(
    r"^(?:(?:in|throughout) )?(?:this|the (?:following|present|next|above)|these|each) (?:report|review|overview|section|subsection|answer|summary|survey|document|response|list|table|sections|pages)\b"
    r"|^(?:below|here|next|first|finally)?,? ?(?:i|we)(?: will|'ll| now| first| then| next)? (?:review|discuss|describe|summari[sz]e|outline|present|begin|start|turn|focus|examine|explore|cover|provide|list|note that)\b"
    r"|^the (?:table|figure|list)\b|^(?:below|the following) (?:is|are)\b|^(?:below|here),|^(?:see|refer to) (?:also )?(?:section|table|the)\b|^let(?:'s| us)\b|^(?:references|sources|bibliography|note|keywords|author|table \d+)\s*:"
    r"|^(?:no|none of the|not enough|few of the) (?:paper|papers|passages?|sources?|evidence|sentences?)\b.{0,40}\b(?:found|find|speaks?|held|retrieved|matche[sd]|search)",
    re.IGNORECASE,
)
_TLDR = re.compile(r"^\W*TL;?DR\b", re.IGNORECASE)
_HEADING = re.compile(r"^\s*(?:#{1,6}\s.{0,110}|\*\*[^*]{0,110}\*\*:?|\*{0,2}\d+(?:\.\d+)*\.?\*{0,2}\s[^.!?]{0,90})$")
_RUN_IN_HEADING = re.compile(r"^\s*#{1,6}\s[^\n]{3,110}?(?:\s{2,}(?=\S)|(?<=[a-z)])(?=[A-Z][a-z]* .{60}))")
"""A heading whose text goes on in its line, as flattened reports have it: after blanks, or glued to it and then long."""
_BREAK = re.compile(r"\n|(?<=\S) {2,}(?=(?:[-*•>]|#{1,6}|\d{1,2}\.) )|(?<=[:.!?)\]]) +(?=(?:[-*•]|\d{1,2}\.) +\*\*)")
"""Ends of lines, also where a flattened report has blanks for them."""
_REFERENCES = re.compile(
    r"^\s*(?:#{1,6}\s*|\*\*)?(?:\d+\.?\s*)?(?:references|bibliography|sources|works cited|citations|reference list)\s*(?:\*\*)?:?\s*$",
    re.IGNORECASE,
)
_ROW = re.compile(r"^\s*\||^[^|]+(?: \| [^|]+)+$")
_ITEM = re.compile(r"^\s*(?:[-•*+]|\d{1,2}[.)])\s+")
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|can|could|may|might|must|should|will|would|do|does|did|cannot|shows?|finds?|found|uses?|makes?|gives?|allows?|needs?|leads?|helps?|requires?|provides?|enables?|improves?|reduces?"
    r"|increases?|includes?|offers?|remains?|supports?|tends?|depends?|\w{3,}ed)\b",
    re.IGNORECASE,
)
"""What makes a sentence of words without a full stop."""


class Claim(NamedTuple):
    """`text` is without markers and markup. `unlisted`: it has a marker that the report's citations do not explain."""

    text: str
    section: int
    cited: tuple[str, ...]
    unlisted: bool = False


def claims_of(report: ScholarReport) -> tuple[Claim, ...]:
    """The report's claims in order."""
    everywhere = listed(report)
    return tuple(claim for number, section in enumerate(report.sections) for claim in _of_section(number, section, everywhere))


def listed(report: ScholarReport) -> dict[str, ScholarCitation]:
    """All that the report cites, by marker. Where one marker is listed several times, its snippets are put together."""
    found: dict[str, ScholarCitation] = {}
    for citation in (c for s in report.sections for c in s.citations):
        found[citation.id] = merged(found[citation.id], citation) if citation.id in found else citation
    return found


def merged(one: ScholarCitation, other: ScholarCitation) -> ScholarCitation:
    snippets = tuple(dict.fromkeys((*one.snippets, *other.snippets)))
    return one.model_copy(update={"title": one.title or other.title, "snippets": snippets})


def _of_section(number: int, section: ScholarSection, everywhere: Mapping[str, ScholarCitation]) -> Iterator[Claim]:
    if section.title and _REFERENCES.match(section.title):
        return
    marked = find_markers(section.text, tuple(everywhere.values()))
    for span, reach in _sentences(marked):
        cited = tuple(dict.fromkeys(i for m in marked.markers if span.start <= m.start < reach for i in m.ids))
        text = _tidied(span.of(marked.plain))
        unlisted = not cited and marked.unlisted(span.start, reach)
        if _is_claim(text, span.of(marked.plain), cited=bool(cited) or unlisted):
            yield Claim(text, number, cited, unlisted)


def _sentences(marked: MarkedText) -> Iterator[tuple[Span, int]]:
    """Sentences, each with the end of its reach: the markers behind its full stop, up to the next sentence or the end of the line, are its own."""
    for line in _lines(marked.text):
        whole = [Span(line.start + s.start, line.start + s.end) for s in sentence_spans(line.of(marked.plain))]
        inside = [part for span in whole for part in unglued(marked.plain, span)]
        for i, span in enumerate(inside):
            start = line.start if i == 0 else span.start
            yield Span(start, span.end), inside[i + 1].start if i + 1 < len(inside) else line.end


def _lines(text: str) -> Iterator[Span]:
    """Lines that hold prose: no headings, no TL;DR, nothing from a heading "References" on."""
    ends = [m.span() for m in _BREAK.finditer(text)]
    for start, end in zip([0, *(e for _, e in ends)], [*(s for s, _ in ends), len(text)], strict=True):
        line = text[start:end]
        if _REFERENCES.match(line):
            return
        heading = _RUN_IN_HEADING.match(line)
        if line.strip() and (heading or not _HEADING.match(line)) and not _TLDR.match(line):
            yield Span(start + heading.end() if heading else start, end)


def _is_claim(text: str, raw: str, *, cited: bool) -> bool:
    n_stems = len(stems(text))
    if cited:
        return n_stems >= 2
    if _ROW.match(raw) or text.endswith(("?", ":")) or n_stems < LEAST_STEMS:
        return False
    return (text.endswith((".", "!")) or bool(_VERB.search(text))) and not _ABOUT_THE_REPORT.search(text)


def _tidied(text: str) -> str:
    """Without emphasis, marks of lists, and what is left of brackets whose markers are gone."""
    plain = _ITEM.sub("", re.sub(r"\*\*|__|`|^\s*#+\s|^\s*>\s?", "", text))
    plain = re.sub(r"[(\[][\s;,&.]*(?:and|see|e\.g\.)?[\s;,&.]*[)\]]", " ", plain)
    return re.sub(r" (?=[.,;:!?])", "", " ".join(plain.split()))
