"""A section as a model writes it: Markdown with `[12]` for quote 12, `<a2>...</a2>` around what
serves action A2, and a last line `TLDR: ...`.

Reading it never fails: whatever is out of order is put right or dropped, and what was dropped is
said. Everything else that looks like markup (HTML, images, links) stays as the text that it is;
formulas between dollar signs and code stay untouched.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from myscholar.domain.drafts import Draft, SectionPlan
from myscholar.domain.evidence import ActionId
from myscholar.domain.report import Highlight
from myscholar.domain.text import Span, fold
from myscholar.report.llm.draft_text import (
    CITATION,
    CITED,
    SUPERFLUOUS,
    cut_out,
    marker_runs,
    paragraphs,
    trim,
    without_citations,
)
from myscholar.text.notation import RAW

DEPTH = 3
"""So often are marks looked for that grew together of others; by hand."""
TAG = re.compile(r"<\s*+(/?)\s*+a\s*+(\d{1,3}(?:\s*+,\s*+a?\d{1,3})*+)?\s*+>", re.IGNORECASE)
_TOKEN = re.compile(
    rf"(?P<kept>{RAW.pattern})|(?P<tag>{TAG.pattern})|(?P<cite>{CITATION.pattern})",
    re.IGNORECASE | re.DOTALL,
)
_TLDR = re.compile(
    r"(?:^[ \t>*_#-]*|(?<=[.!?\])>] )\**)TL;?DR[*_ \t]*(?:[:;–—-]|$)[*_ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*)")
_ITEM = re.compile(r"^\s*[-*•+]\s+(?=\S)")
_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"^(?=.*--)[\s:|-]+$|^\s*(?:\*{3,}+|_{3,}+)\s*$")
_STRESS = re.compile(
    r"(?<!\w)__(?=\S)(.+?)(?<=\S)__(?!\w)|(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])"
)
_WRAPPED = re.compile(
    r"\A```(?:markdown|md|text)?(?:[^\S\n]*\n)++(.*?)\n?```\s*\Z", re.DOTALL | re.IGNORECASE
)
_HALF = re.compile(
    r"(?:<\s*+(?:/\s*+)?(?:a[\d,\sa]*+)?|\[[q\d,;\s]*+|(?<!\*)\*++)\Z", re.IGNORECASE
)
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


def read(
    raw: str, *, title: str, actions: Mapping[int, ActionId], known: Collection[int]
) -> Written:
    """The text without tags, frame and headings. `actions` are those that may be marked, by number;
    `known` the quotes that may be cited."""
    body, tldr = _framed(raw, title)
    plain = "\n".join(_plain_lines(body))
    text, position = _Text(actions, known), 0
    for match in _TOKEN.finditer(plain):
        text.add(plain[position : match.start()])
        position = match.end()
        if match["kept"]:
            text.add(match["kept"], kept=True)
        elif match["tag"]:
            text.mark(match["tag"])
        else:
            text.cite(match["cite"])
    text.add(plain[position:])
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
    for _ in range(DEPTH):
        body = without_citations(TAG.sub("", body)).replace("**", "")
        body = "\n".join(line for line in body.split("\n") if not _HEADING.match(line))
        body = _HALF.sub("", body)
    return body.strip()


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
    """Whether what stands before the body is its title: the very words, or a short line."""
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
                lead = f"{heading[1].strip(' *_:.#')}. " if heading and i else lead
                continue
            line = _ITEM.sub("- ", line.rstrip())
            if row := _ROW.match(line):
                line = "- " + "; ".join(cell.strip() for cell in row[1].split("|") if cell.strip())
            if lead and line.strip():
                mark = "- " if line.startswith("- ") else ""
                line, lead = f"{mark}{lead}{line[2:] if mark else line.lstrip()}", ""
        yield line


@dataclass
class _Text:
    """A draft's text as it grows."""

    actions: Mapping[int, ActionId]
    known: Collection[int]
    text: str = ""
    opened: dict[int, int] = field(default_factory=dict)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    dropped_tags: set[int] = field(default_factory=set)
    loose: bool = False
    """A marker was dropped, so that the space before it may be one too many."""

    def add(self, text: str, *, kept: bool = False) -> None:
        text = text if kept else _unstressed(text)
        if not text:
            return
        if self.text.endswith(" ") and (text[0] == " " or (self.loose and text[0] in ".,;:!?)\n")):
            self.text = self.text[:-1]
        self.loose = False
        self.text += text

    def mark(self, tag: str) -> None:
        numbers = [int(n) for n in re.findall(r"\d+", tag)] or list(self.opened)[-1:]
        if not numbers:  # the end of a link
            self.add(tag)
        for number in numbers:
            if number not in self.actions:
                self.dropped_tags.add(number)
            elif "/" in tag:
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
        self.text += "".join(f"[{n}]" for n in kept)
        self.loose = not kept

    def finished(self, tldr: str) -> Written:
        for number in list(self.opened):
            self._close(number, self._paragraph_end(number))
        for _ in range(DEPTH):
            grown = [m.span() for m in _TOKEN.finditer(self.text) if self._is_of_nobody(m)]
            self.text, moved = cut_out(self.text, grown)
            self.spans = [(n, moved(start), moved(end)) for n, start, end in self.spans]
        text = self.text.strip()
        lead = len(self.text.rstrip()) - len(text)
        squeezed, moved = cut_out(text, [m.span() for m in SUPERFLUOUS.finditer(text)])
        spans = [(n, moved(start - lead), moved(end - lead)) for n, start, end in self.spans]
        highlights = _highlights(squeezed, spans, self.actions)
        cited = {int(n) for run in marker_runs(squeezed) for n in CITED.findall(run["run"])}
        known = frozenset(cited.intersection(self.known))
        return Written(squeezed, tldr, highlights, known, tuple(self._said()))

    def _is_of_nobody(self, token: re.Match[str]) -> bool:
        """Whether it is a mark that grew together when one within it was taken out."""
        numbers = {int(n) for n in re.findall(r"\d+", token["tag"] or token["cite"] or "")}
        if token["tag"]:
            return bool(numbers)
        return bool(numbers) and 0 not in numbers and not numbers.issubset(self.known)

    def _close(self, number: int, end: int) -> None:
        if number in self.opened:
            self.spans.append((number, self.opened.pop(number), end))

    def _paragraph_end(self, number: int) -> int:
        start = self.opened.get(number, len(self.text))
        end = self.text.find("\n", start + len(self.text[start:]) - len(self.text[start:].lstrip()))
        return end if end >= 0 else len(self.text)

    def _said(self) -> Iterator[str]:
        if self.unknown:
            numbers = ", ".join(dict.fromkeys(self.unknown))
            yield f"There is no quote {numbers} in this section; such citations were left out."
        if self.dropped_tags:
            numbers = ", ".join(f"A{n}" for n in sorted(self.dropped_tags))
            yield f"There is no action {numbers}; such marks were left out."


def _highlights(
    text: str, spans: list[tuple[int, int, int]], actions: Mapping[int, ActionId]
) -> tuple[Highlight, ...]:
    """At most one a paragraph and action where spans touch; none over citations alone."""
    found: dict[int, list[Span]] = {}
    for number, start, end in sorted(spans):
        own = found.setdefault(number, [])
        for line in paragraphs(text):
            if line.end <= start or end <= line.start:
                continue
            span = trim(text, max(start, line.start), min(end, line.end))
            if span and own and span.start <= own[-1].end:
                own[-1] = Span(own[-1].start, max(own[-1].end, span.end))
            elif span:
                own.append(span)
    made = [
        Highlight(action_id=actions[n], start=s.start, end=s.end)
        for n, own in found.items()
        for s in own
    ]
    return tuple(sorted(made, key=lambda h: (h.start, h.end, h.action_id)))
