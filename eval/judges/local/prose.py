"""A section's prose, sentence by sentence, with what each cites and what it shares. Both kinds of
judges read a report so.

Left out are headings, TL;DR lines (they say again what the section supports), lists of references
and all that follows them.

A marker counts for its own sentence. A sentence without any shares what the next sentence with
markers cites, within its paragraph or item of a list. ScholarQA-CS2 has its judge read sections so
that neighbouring sentences may have citations in common; its variant that judges sentence by
sentence hands citations back in just this way. What is shared must bear the sentence out like what
it cites itself, and never counts for citation precision, since nobody cited it there. Behind the
last marker of a paragraph nothing is shared. A paragraph ends here at the end of its line (there at
a blank line), lest the items of a list share.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.lexicon import finds
from eval.judges.local.markers import MarkedText, find_markers
from myscholar.domain.text import Span
from myscholar.text.sentences import sentence_spans

_HEADING = re.compile(
    r"^\s*(?:#{1,6}\s.{0,110}|\*\*[^*]{0,110}\*\*:?|\*{0,2}\d+(?:\.\d+)*\.?\*{0,2}\s[^.!?]{0,90})$"
)
_RUN_IN_HEADING = re.compile(
    r"^\s*#{1,6}\s[^\n]{3,110}?(?:\s{2,}(?=\S)|(?<=[a-z)])(?=[A-Z][a-z]* .{60}))"
)
"""A flattened heading whose text goes on: after blanks, or glued to it and then long."""
_BREAK = re.compile(
    r"\n|(?<=\S) {2,}(?=(?:[-*•>]|#{1,6}|\d{1,2}\.) )|(?<=[:.!?)\]]) +(?=(?:[-*•]|\d{1,2}\.) +\*\*)"
)
"""Ends of lines, also where a flattened report has blanks for them."""


class ReadSentence(NamedTuple):
    """At [start, end) of the section's text; its markers go on to `reach`, behind its full stop."""

    start: int
    end: int
    reach: int
    paragraph: int
    cited: tuple[str, ...]
    """Markers, each once, in order."""
    unlisted: bool = False
    """It cites nothing listed, but has a marker that the report's citations don't explain."""
    shared: tuple[str, ...] = ()
    shares_unlisted: bool = False
    """It would share, but the next marker of its paragraph is one that nothing explains."""


def read_section(
    section: ScholarSection, citations: Sequence[ScholarCitation]
) -> tuple[MarkedText, tuple[ReadSentence, ...]]:
    """The text with its markers found, and its sentences in order; none in a list of references."""
    marked = find_markers(section.text, citations)
    if section.title and finds("reports.references", section.title):
        return marked, ()
    return marked, _share(tuple(_sentences(marked)))


def list_cited(report: ScholarReport) -> dict[str, ScholarCitation]:
    """All that the report cites, by marker; what is listed several times is put together."""
    found: dict[str, ScholarCitation] = {}
    for citation in (c for s in report.sections for c in s.citations):
        found[citation.id] = (
            _merge(found[citation.id], citation) if citation.id in found else citation
        )
    return found


def _merge(one: ScholarCitation, other: ScholarCitation) -> ScholarCitation:
    snippets = tuple(dict.fromkeys((*one.snippets, *other.snippets)))
    return one.model_copy(update={"title": one.title or other.title, "snippets": snippets})


def _share(sentences: Sequence[ReadSentence]) -> tuple[ReadSentence, ...]:
    """From the last to the first, so that each knows the next one that cites."""
    found: list[ReadSentence] = []
    following: ReadSentence | None = None
    for sentence in reversed(sentences):
        if following and following.paragraph != sentence.paragraph:
            following = None
        if sentence.cited or sentence.unlisted:
            following = sentence
        elif following:
            sentence = sentence._replace(shared=following.cited, shares_unlisted=following.unlisted)
        found.append(sentence)
    return tuple(reversed(found))


def _sentences(marked: MarkedText) -> Iterator[ReadSentence]:
    """Markers behind a full stop, up to the next sentence, belong to the sentence before."""
    for number, line in enumerate(_lines(marked.text)):
        inside = [
            Span(line.start + s.start, line.start + s.end)
            for s in sentence_spans(line.of(marked.plain))
        ]
        for i, span in enumerate(inside):
            start = line.start if i == 0 else span.start
            reach = inside[i + 1].start if i + 1 < len(inside) else line.end
            cited = tuple(
                dict.fromkeys(
                    id_ for m in marked.markers if start <= m.start < reach for id_ in m.ids
                )
            )
            yield ReadSentence(
                start, span.end, reach, number, cited, not cited and marked.unlisted(start, reach)
            )


def _lines(text: str) -> Iterator[Span]:
    ends = [m.span() for m in _BREAK.finditer(text)]
    for start, end in zip(
        [0, *(e for _, e in ends)], [*(s for s, _ in ends), len(text)], strict=True
    ):
        line = text[start:end]
        if finds("reports.references", line):
            return
        heading = _RUN_IN_HEADING.match(line)
        if (
            line.strip()
            and (heading or not _HEADING.match(line))
            and not finds("reports.tldr", line)
        ):
            yield Span(start + heading.end() if heading else start, end)
