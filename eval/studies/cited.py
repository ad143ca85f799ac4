"""What a reader must know of how a system's reports cite, before reading its citation figures."""

from collections.abc import Sequence

from eval.domain.output import Output
from eval.domain.report import ScholarReport
from eval.judges.local.prose import list_cited, read_section
from myscholar.domain.text import counted


def citing_notes(system: str, outputs: Sequence[Output]) -> tuple[str, ...]:
    """Citations that are titles only, which count one half at most, and markers that match nothing
    listed: each counted, none where there are none."""
    reports = [o.report for o in outputs if o.report]
    citations = [c for r in reports for c in list_cited(r).values()]
    n_bare = sum(not c.snippets for c in citations)
    n_loose = sum(_n_loose(r) for r in reports)
    notes = []
    if citations and n_bare == len(citations):
        notes.append(
            f"{system} shows no words of what it cites ({n_bare} of "
            f"{counted(len(citations), 'citation')} are titles only): its citation "
            "figures can't exceed 50 %."
        )
    elif n_bare:
        notes.append(
            f"{system} shows no words of {n_bare} of {counted(len(citations), 'citation')} "
            "(titles only): each bears a claim out by half at most."
        )
    if n_loose:
        verb = "matches" if n_loose == 1 else "match"
        notes.append(
            f"{counted(n_loose, 'marker')} of {system} {verb} no listed citation: an `id` must be "
            "the marker as it stands in the text, for example `[3]`."
        )
    return tuple(notes)


def _n_loose(report: ScholarReport) -> int:
    """Of judged sentences; what a system quotes word for word may have markers of its own."""
    known = list_cited(report)
    quoted = "\n".join(snippet for c in known.values() for snippet in c.snippets)
    read = (read_section(section, tuple(known.values())) for section in report.sections)
    loose = (
        m
        for marked, sentences in read
        for s in sentences
        for m in marked.unlisted_in(s.start, s.reach)
    )
    return sum(marker not in quoted for marker in loose)
