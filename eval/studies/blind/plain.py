"""One plain form for every report: nothing in it tells whose it is but what it says."""

import re
from collections.abc import Collection, Iterator, Mapping

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.lexicon import finds, pattern
from eval.judges.local.markers import find_markers
from eval.judges.local.prose import list_cited
from eval.metrics.counts import paper_of

PRODUCT = "myscholar"
NOTICE_CHARS = 400
"""At most, in a line; by hand. Longer lines are text."""
_LINK_END = "\0"
_NOISE = re.compile(
    r"(?P<link>(?<=\])\((?:[^()\s]|\([^()\s]*\))*\))|<[^<>\n]{0,400}>|https?://[^\s)\]]+"
    r"|\(?www\.[^\s)\]]+\)?"
)
_AUTHOR_YEAR = re.compile(
    r"(?<![^\d()|\[\];])(?:[^\w()|\[\];]|_)*+"
    r"([^\W\d_][^\d()|\[\];]*?)(?:,| \|)? \(?((?:19|20)\d{2})(?!\d)"
)
_EDITS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(found, re.MULTILINE), instead)
    for found, instead in (
        (rf"\[([^\[\]]*)\]{_LINK_END}", r"\1"),
        (_LINK_END, ""),
        (r"<Paper\b[^<>]{0,400}?(\[\d+\])[^<>]{0,400}>", r"\1"),
        (r"\(\s*((?:\[\d+\][\s,;]*)+)\)", r"\1"),
        (r"(\[\d+\])[\s,;]+(?=\[\d+\])", r"\1"),
        (r"\(?\[\s*((?:\[\d+\][\s,;]*)+)\]\)?", r"\1"),
        (r"(\[\d+\])\1+", r"\1"),
        (r"([.!?])[ \t]*((?:\[\d+\])+)(?=\s+[^\sa-z]|\s*$)", r" \2\1"),
        (r"(?<=\w)((?:\[\d+\])+)", r" \1"),
        (r"\((?:\d+ (?:sources?|citations?)|LLM Memory)\)", ""),
        (r"\([a-z]+(?:-[\w.]+)*-20\d{6}\)", ""),
        (r"^[ \t]*#{1,6}[ \t]+", "### "),
        (r"^[ \t]*[*•–][ \t]+", "- "),
        (r"\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", ""),
        (r"^(?=.*--)[ \t|:-]+$", ""),
        (r"^[ \t]*\|[ \t]*+(|[^ \t\n](?:.*[^ \t\n])?)[ \t]*\|[ \t]*$", r"\1"),
        (r"^[ \t]*>[ \t]?", ""),
        (r"(?<=\S)[ \t]{2,}", " "),
        (r"(?<![ \t])[ \t]+$", ""),
        (r"\n{3,}", "\n\n"),
        (r"(?<! ) +(?=[.,;:!?](?:\s|$))", ""),
    )
)
"""In this order: citations, then marks of other kinds, then blanks."""


def to_plain(report: ScholarReport, names: Collection[str] = ()) -> ScholarReport:
    """Sections with titles, text with markers [1], [2], ... in order of first use, a source once.

    Gone are what systems are told by: their names among `names` (where they have a digit, a
    hyphen or a capital within, or are our own: others are words of the language), notices of how,
    from what and at what cost a report was made, labels of summaries, highlights and other tags,
    addresses, styles of citations, lists of references at the end, bold and italics. What a report
    says stays, word for word, and so does what it shows of its sources.
    """
    cited = list_cited(report)
    numbers: dict[str, int] = {}
    sections = tuple(_sections(report, cited, numbers, _names(names)))
    return ScholarReport(
        query_id=report.query_id, question=report.question, system="", sections=sections
    )


def sources_of(plain: ScholarReport) -> tuple[ScholarCitation, ...]:
    """Of a plain report, by number."""
    return tuple(sorted(list_cited(plain).values(), key=lambda c: int(c.id.strip("[]"))))


def _names(names: Collection[str]) -> re.Pattern[str]:
    told = {n for n in names if re.search(r"[\d-]|[a-z][A-Z]", n)} | {PRODUCT}
    each = "|".join(map(re.escape, sorted(told, key=len, reverse=True)))
    return re.compile(rf"(?<![\w-])(?:{each})(?![\w-])", re.IGNORECASE)


def _sections(
    report: ScholarReport,
    cited: Mapping[str, ScholarCitation],
    numbers: dict[str, int],
    names: re.Pattern[str],
) -> Iterator[ScholarSection]:
    known = tuple(cited.values())
    for section in report.sections:
        if section.title and finds("reports.references", section.title):
            continue
        used: dict[str, ScholarCitation] = {}
        text = _replace_markers(section.text, known, numbers, used)
        for found, instead in _EDITS:
            text = found.sub(instead, text)
        text = names.sub("[name]", "\n".join(_lines(text))).strip()
        if text:
            title = names.sub("[name]", section.title.strip(" *_#:")) if section.title else None
            yield ScholarSection(title=title or None, text=text, citations=_merge(used))


def _replace_markers(
    text: str,
    known: tuple[ScholarCitation, ...],
    numbers: dict[str, int],
    used: dict[str, ScholarCitation],
) -> str:
    """`numbers` and `used` grow with what is cited here."""
    marked = find_markers(text, known)
    by_id = {c.id: c for c in known}
    changes = []
    for marker in marked.markers:
        said = []
        for citation in (by_id[i] for i in marker.ids):
            number = numbers.setdefault(paper_of(citation), len(numbers) + 1)
            used[f"{number} {citation.id}"] = _named(citation, number)
            said.append(f"[{number}]")
        start = (
            marked.text.rindex("(", marker.start, marker.end) if marker.is_name else marker.start
        )
        changes.append((start, marker.end, "".join(dict.fromkeys(said))))
    taken = [(start, end) for start, end, _ in changes]
    changes += [
        (*noise.span(), _LINK_END if noise["link"] else "")
        for noise in _NOISE.finditer(marked.text)
        if not any(noise.start() < end and start < noise.end() for start, end in taken)
    ]
    out, at = [], 0
    for start, end, instead in sorted(changes):
        out += [marked.text[at:start], instead]
        at = end
    return "".join((*out, marked.text[at:]))


def _named(citation: ScholarCitation, number: int) -> ScholarCitation:
    """As it is listed: by its title, else by the author and year of its marker."""
    title = (citation.title or "").strip()
    if not title or finds("reports.no_title", title):
        written = _AUTHOR_YEAR.search(citation.id)
        title = f"{written[1].strip()}, {written[2]}" if written else "(title not given)"
    return ScholarCitation(id=f"[{number}]", title=title, snippets=citation.snippets)


def _merge(used: Mapping[str, ScholarCitation]) -> tuple[ScholarCitation, ...]:
    found: dict[str, ScholarCitation] = {}
    for citation in used.values():
        first = found.setdefault(citation.id, citation)
        snippets = tuple(dict.fromkeys((*first.snippets, *citation.snippets)))
        found[citation.id] = first.model_copy(update={"snippets": snippets})
    return tuple(found.values())


def _lines(text: str) -> Iterator[str]:
    """Without labels of summaries and notices; nothing from a list of references on."""
    for line in text.splitlines():
        if finds("reports.references", line):
            return
        if len(line) > NOTICE_CHARS or not finds("reports.notice", line):
            yield (
                pattern("reports.tldr").sub("", line).lstrip(" :;")
                if finds("reports.tldr", line)
                else line
            )
