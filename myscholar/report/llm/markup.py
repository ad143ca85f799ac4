"""A section as a model writes it: Markdown with `[12]` for quote 12, `<a2>...</a2>` around what
serves action A2, and a last line `TLDR: ...`.

Reading it never fails: whatever is out of order is put right or dropped, and what was dropped is
said. Everything else that looks like markup (HTML, images, links) stays as the text that it is;
formulas between dollar signs and code stay untouched.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from myscholar.domain.actions import Action
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.report import Draft, Highlight, SectionPlan
from myscholar.domain.text import Span, fold
from myscholar.text.notation import RAW

TAG = re.compile(r"<\s*(/?)\s*a\s*(\d{1,3}(?:\s*,\s*a?\d{1,3})*)?\s*>", re.IGNORECASE)
CITATION = re.compile(r"\[\s*q?\d{1,4}(?:\s*[,;]\s*q?\d{1,4})*\s*\]")
_SPACED_CITATION = re.compile(rf" ?{CITATION.pattern}")
CITED = re.compile(r"\[(\d+)\]")
"""A citation in a draft's text, after reading."""
_FOREIGN = re.compile(r" ?\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]")
_TOKEN = re.compile(
    rf"(?P<kept>{RAW.pattern})|(?P<tag>{TAG.pattern})|(?P<cite>{CITATION.pattern})",
    re.IGNORECASE | re.DOTALL,
)
_RUNS = re.compile(rf"(?P<kept>{RAW.pattern})|(?P<run>\[\d+\](?:[ \t]?\[\d+\])*)", re.DOTALL)
_TLDR = re.compile(
    r"(?:^[ \t>*_#-]*|(?<=[.!?\])>] )\**)TL;?DR[*_ \t]*(?:[:;–—-]|$)[*_ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*[-*•+]\s+(?=\S)")
_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"^\s*(?:\|?[\s:|-]*-{2,}[\s:|-]*\|?|\*{3,}|_{3,})\s*$")
_STRESS = re.compile(
    r"(?<!\w)__(?=\S)(.+?)(?<=\S)__(?!\w)|(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])"
)
_WRAPPED = re.compile(r"\A```(?:markdown|md|text)?\s*\n(.*?)\n?```\s*\Z", re.DOTALL | re.IGNORECASE)
SUPERFLUOUS = re.compile(r"[ \t]+(?=\n)|(?<=\n\n)\n+")
"""Spaces at the ends of lines, and more than one blank line between paragraphs."""
_HALF = re.compile(r"(?:<\s*/?\s*(?:a[\d,\sa]*)?|\[[q\d,;\s]*|\*+)\Z", re.IGNORECASE)
_HALF_TLDR = re.compile(r"(?:\A|\n)[ \t>*_#-]*T?(?:L?|L;?D?|LDR)\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Written:
    """What was read. `dropped` says in sentences what could not be kept."""

    text: str
    tldr: str = ""
    highlights: tuple[Highlight, ...] = ()
    cited: frozenset[int] = frozenset()
    dropped: tuple[str, ...] = ()

    def draft(self, plan: SectionPlan, origin: str) -> Draft:
        return Draft(
            plan=plan, text=self.text, tldr=self.tldr, highlights=self.highlights, origin=origin
        )


def number_of(quote: Quote) -> int:
    """12 for the quote with the id `q12`."""
    return int(quote.quote_id.removeprefix("q"))


class MarkedPiece(NamedTuple):
    """A stretch of a draft between the numbers of actions whose marks open and close there."""

    opens: tuple[int, ...]
    text: str
    closes: tuple[int, ...]


def marked_pieces(draft: Draft, numbered: Iterable[tuple[int, Action]]) -> tuple[MarkedPiece, ...]:
    """The draft's text cut where marks begin and end, for a prompt that shows it with its tags.
    Marks of actions without a number are left out."""
    number = {action.action_id: n for n, action in numbered}
    marks = [
        (h.start, h.end, number[h.action_id]) for h in draft.highlights if h.action_id in number
    ]
    edges = sorted(
        {0, len(draft.text), *(edge for start, end, _ in marks for edge in (start, end))}
    )
    return tuple(
        MarkedPiece(
            tuple(n for a, _, n in marks if a == start),
            draft.text[start:end],
            tuple(n for _, b, n in reversed(marks) if b == end),
        )
        for start, end in pairwise(edges)
    )


def words_of(quote: Quote) -> str:
    """The quote in one line for a prompt, without its paper's own citation numbers, which a model
    would take for ours."""
    return " ".join(_FOREIGN.sub("", quote.evidence.text).split())


def read(
    raw: str, *, title: str, actions: Mapping[int, ActionId], known: Collection[int]
) -> Written:
    """The text without tags, frame and headings. `actions` are those that may be marked, by number;
    `known` the quotes that may be cited."""
    body, tldr = _framed(raw, title)
    text = _Text(dict(actions), frozenset(known))
    for match, between in _pieces("\n".join(_plain_lines(body))):
        text.add(between)
        if match is None:
            continue
        if match["kept"]:
            text.add(match["kept"], kept=True)
        elif match["tag"]:
            text.mark(match["tag"])
        else:
            text.cite(match["cite"])
    return text.finished(tldr)


def visible(text_so_far: str, title: str = "") -> str:
    """What a screen can show of a text that is still being written: no tags, no citation numbers
    (they are counted later), no frame.

    A half tag or marker at the end and the TLDR line are withheld. Linear in the text's length.
    """
    body = text_so_far.lstrip()
    first = _TLDR.search(body)
    if first and (first.start() == 0 or _is_title(body[: first.start()], title)):
        body = body[first.end() :].partition("\n")[2]
        first = _TLDR.search(body)
    body = body[: first.start()] if first else _HALF_TLDR.sub("", _HALF.sub("", body))
    body = _SPACED_CITATION.sub("", TAG.sub("", body)).replace("**", "")
    return "\n".join(line for line in body.split("\n") if not _HEADING.match(line)).strip()


def marker_runs(text: str) -> Iterator[re.Match[str]]:
    """Neighbouring citations of a draft's text, those in formulas and code left out."""
    return (match for match in _RUNS.finditer(text) if match["run"])


def without_citations(text: str) -> str:
    return _SPACED_CITATION.sub("", text)


def without_tags(text: str) -> str:
    return TAG.sub("", text)


def paragraphs(text: str) -> tuple[Span, ...]:
    """Paragraphs and list items: the lines of a draft's text that are not empty."""
    return tuple(Span(m.start(), m.end()) for m in re.finditer(r"[^\n]+", text))


def trimmed(text: str, start: int, end: int) -> Span | None:
    """The span without white space and list marks around it; None when it holds no words but
    citations."""
    start, end = max(0, start), min(end, len(text))
    while start < end and (
        text[start].isspace() or (text[start] in "-•" and text[start : start + 2].strip() in "-•")
    ):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if any(c.isalnum() for c in CITED.sub("", text[start:end])) else None


def _framed(raw: str, title: str) -> tuple[str, str]:
    """The body, and what the TLDR line says, at the head or (which counts more) at the tail."""
    text = raw.replace("\r\n", "\n").replace("\r", "\n").strip()
    wrapped = _WRAPPED.match(text)
    text = wrapped[1].strip() if wrapped else text
    first, said = _TLDR.search(text), ""
    if first and (first.start() == 0 or _is_title(text[: first.start()], title)):
        said, _, text = text[first.end() :].partition("\n")
    line, _, rest = text.lstrip().partition("\n")
    text = rest if fold(line.strip(" #*_:")) == fold(title) else text
    *_, last = None, *_TLDR.finditer(text)
    if last:
        said, _, rest = text[last.end() :].strip().partition("\n\n")
        text = f"{text[: last.start()].rstrip()}\n\n{rest}"
    tldr = " ".join(_unstressed(CITATION.sub("", TAG.sub("", said))).split())
    return text.strip(), re.sub(r" (?=[.,;:!?])", "", tldr)


def _is_title(head: str, title: str = "") -> bool:
    """Whether what stands before the body is its title: the very words, or one short line without a
    full stop."""
    plain = head.strip(" \n#*_:")
    return fold(plain) == fold(title) or (
        "\n" not in plain and len(plain.split()) <= 14 and plain[-1:] not in ".!?]>"
    )


def _unstressed(text: str) -> str:
    return _STRESS.sub(lambda m: m[1] or m[2], text.replace("**", ""))


def _plain_lines(body: str) -> Iterator[str]:
    """Lines without headings (a later one opens the paragraph that follows), emphasis and rules;
    list marks and table rows made alike."""
    inside, lead = False, ""
    for i, line in enumerate(body.split("\n")):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            heading = _HEADING.match(line)
            if heading or _RULE.match(line):
                lead = f"{heading[1].strip(' *_:.')}. " if heading and i else lead
                continue
            line = _ITEM.sub("- ", line.rstrip())
            if row := _ROW.match(line):
                line = "- " + "; ".join(cell.strip() for cell in row[1].split("|") if cell.strip())
            if lead and line.strip():
                line, lead = (
                    f"- {lead}{line[2:]}" if line.startswith("- ") else f"{lead}{line.lstrip()}",
                    "",
                )
        yield line


def _pieces(text: str) -> Iterator[tuple[re.Match[str] | None, str]]:
    """Each token with the text before it; last the text after all of them."""
    position = 0
    for match in _TOKEN.finditer(text):
        yield match, text[position : match.start()]
        position = match.end()
    yield None, text[position:]


@dataclass
class _Text:
    """A draft's text as it grows."""

    actions: dict[int, ActionId]
    known: frozenset[int]
    text: str = ""
    opened: dict[int, int] = field(default_factory=dict)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    cited: set[int] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)
    dropped_tags: set[int] = field(default_factory=set)
    loose: bool = False
    """A marker was dropped, so that the space before it may be one too many."""

    def add(self, text: str, *, kept: bool = False) -> None:
        if not text:
            return
        text = text if kept else _unstressed(text)
        if self.text.endswith(" ") and (text[0] == " " or (self.loose and text[0] in ".,;:!?)\n")):
            self.text = self.text[:-1]
        self.loose = False
        self.text += text

    def mark(self, tag: str) -> None:
        match = TAG.fullmatch(tag)
        closing, numbers = (
            (match[1], [int(n) for n in re.findall(r"\d+", match[2] or "")]) if match else ("", [])
        )
        if not numbers:
            numbers = list(self.opened)[-1:]
        if not numbers:  # the end of a link
            self.add(tag)
        for number in numbers:
            if number not in self.actions:
                self.dropped_tags.add(number)
            elif closing:
                self._close(number, len(self.text))
            else:
                self._close(number, self._paragraph_end(number))
                self.opened[number] = len(self.text)

    def cite(self, marker: str) -> None:
        numbers = [int(n) for n in re.findall(r"\d+", marker)]
        if 0 in numbers:  # an interval such as [0, 1], as quotes are numbered from 1
            self.add(marker)
            return
        self.unknown.extend(str(n) for n in numbers if n not in self.known)
        kept = [n for n in dict.fromkeys(numbers) if n in self.known]
        self.cited.update(kept)
        self.text += "".join(f"[{n}]" for n in kept)
        self.loose = not kept

    def finished(self, tldr: str) -> Written:
        for number in list(self.opened):
            self._close(number, self._paragraph_end(number))
        text = self.text.rstrip()
        lead = len(text) - len(text.lstrip())
        squeezed, moved = cut_out(
            text[lead:], [m.span() for m in SUPERFLUOUS.finditer(text[lead:])]
        )
        spans = [(n, moved(start - lead), moved(end - lead)) for n, start, end in self.spans]
        return Written(
            squeezed,
            tldr,
            _highlights(squeezed, spans, self.actions),
            frozenset(self.cited),
            tuple(self._said()),
        )

    def _close(self, number: int, end: int) -> None:
        if number in self.opened:
            self.spans.append((number, self.opened.pop(number), end))

    def _paragraph_end(self, number: int) -> int:
        start = self.opened.get(number, len(self.text))
        end = self.text.find("\n", start + len(self.text[start:]) - len(self.text[start:].lstrip()))
        return end if end >= 0 else len(self.text)

    def _said(self) -> Iterator[str]:
        if self.unknown:
            yield (
                f"There is no quote {', '.join(dict.fromkeys(self.unknown))} in this section; such "
                "citations were left out."
            )
        if self.dropped_tags:
            yield (
                f"There is no action {', '.join(f'A{n}' for n in sorted(self.dropped_tags))}; such "
                "marks were left out."
            )


def cut_out(text: str, cuts: Sequence[tuple[int, int]]) -> tuple[str, Callable[[int], int]]:
    """`text` without these stretches, which are in order and apart, and a function that gives the
    new place of an offset."""
    kept, position = [], 0
    for start, end in cuts:
        kept.append(text[position:start])
        position = end

    def moved(offset: int) -> int:
        return offset - sum(min(end, offset) - start for start, end in cuts if start < offset)

    return "".join([*kept, text[position:]]), moved


def _highlights(
    text: str, spans: list[tuple[int, int, int]], actions: Mapping[int, ActionId]
) -> tuple[Highlight, ...]:
    """One highlight a paragraph and action at most where spans touch; none over citations or white
    space alone."""
    lines = paragraphs(text)
    found: dict[int, list[Span]] = {}
    for number, start, end in sorted(spans):
        for line in lines:
            span = (
                trimmed(text, max(start, line.start), min(end, line.end))
                if start < line.end and line.start < end
                else None
            )
            if span is None:
                continue
            own = found.setdefault(number, [])
            if own and span.start <= own[-1].end:
                own[-1] = Span(own[-1].start, max(own[-1].end, span.end))
            else:
                own.append(span)
    made = [
        Highlight(action_id=actions[n], start=s.start, end=s.end)
        for n, own in found.items()
        for s in own
    ]
    return tuple(sorted(made, key=lambda h: (h.start, h.end, h.action_id)))
