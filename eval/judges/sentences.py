"""A section's sentences as a model sees them, with markers and their citations."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.lexicon import finds
from eval.judges.local.prose import list_cited, read_section

_MARKER = re.compile(r"\[[^\]]*\]|[*_]")
_ITEM = re.compile(r"(?:[-•+]|\d{1,2}[.)])\s")
_STOP = re.compile(r"[.!?…][\"'”’)]*$")
_ADDRESS = re.compile(r"(?<=\])\((?:[^()\s]|\([^()\s]*\))*\)")


class Sentence(NamedTuple):
    text: str
    """In one line, with markers; addresses of links may hold words that nobody is shown."""
    plain: str
    section: int
    cited: tuple[str, ...]
    shared: tuple[str, ...] = ()
    """Where it has none: those of the next sentence of its paragraph that has any."""

    lost: bool = False
    """It has a marker, or would share one, but the report lists no citation at all."""

    @property
    def sources(self) -> tuple[str, ...]:
        return self.cited or self.shared


def sentences_of(report: ScholarReport) -> tuple[tuple[Sentence, ...], ...]:
    """Of each section, in order, as `prose` reads it."""
    everywhere = tuple(list_cited(report).values())
    return tuple(
        tuple(_of_section(i, section, everywhere)) for i, section in enumerate(report.sections)
    )


def statements_of(report: ScholarReport) -> tuple[Sentence, ...]:
    """All that say something: no heads of lists ("Key points:"), no names of columns, and nothing
    outside of a list that has neither a citation nor a full stop nor a verb, as headings."""
    return tuple(s for of_section in sentences_of(report) for s in of_section if _states(s))


def _states(sentence: Sentence) -> bool:
    said = _MARKER.sub("", sentence.plain).strip()
    if said.endswith(":") or (" | " in said and not sentence.cited):
        return False
    ends = _STOP.search(said) or _ITEM.match(said)  # items often have no full stop
    return bool(sentence.cited or ends or finds("reports.verb", said))


def _of_section(
    number: int, section: ScholarSection, citations: Sequence[ScholarCitation]
) -> Iterator[Sentence]:
    marked, sentences = read_section(section, citations)
    for s in sentences:
        text, plain = (
            " ".join(each.split())
            for each in (
                _ADDRESS.sub("", marked.text[s.start : s.reach]),
                marked.plain[s.start : s.reach],
            )
        )
        lost = not citations and (s.unlisted or s.shares_unlisted)
        if re.search(r"[^\W\d_]", plain):
            yield Sentence(
                text, re.sub(r" (?=[.,;:!?])", "", plain), number, s.cited, s.shared, lost
            )
