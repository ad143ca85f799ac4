"""What is said of a digest beside it: sources that did not answer, and what was not found."""

from collections.abc import Sequence

from myscholar.domain.evidence import Hit, QueryKind
from myscholar.domain.report import Findings
from myscholar.domain.text import counted, listed
from myscholar.report.extractive.relevance import find_missing_words, is_answered_together
from myscholar.report.queries import failed_searches
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems

FEW = 10
"""Fewer papers than this are pointed out to the reader; by hand."""


def notes_of(
    findings: Findings,
    analysis: QuestionAnalysis,
    n_cited: int,
    hits: Sequence[Hit],
    background: Background,
) -> tuple[str, ...]:
    notes, papers = list(failed_searches(findings)), [hit.paper for hit in hits]
    if analysis.has_deliverable:
        notes.append(
            "What the task wants handed over is not made here: a digest only gathers the evidence "
            "for it."
        )
    if not is_answered_together(analysis.text, papers, background):
        nearest = listed([f"“{hit.paper.title}”" for hit in hits[:2]])
        notes.append(
            "No paper found speaks of all that the question asks together. The nearest are "
            f"{nearest}: judge whether they help."
        )
    if n_cited < FEW:
        notes.append(
            f"Only {counted(n_cited, 'paper')} in the sources can be quoted on the question, so "
            "the digest is short."
        )
    if not any(r.record.query.kind is QueryKind.QUESTION for r in findings.results):
        notes.append("The question itself was not searched, only parts of it.")
    core = frozenset(content_stems(" ".join(analysis.core_phrases)))
    missing = find_missing_words(analysis.text, papers, background)
    if telling := [f"“{w}”" for w in missing if core.intersection(content_stems(w))]:
        notes.append(f"Nothing that was found mentions {' or '.join(telling)}.")
    return (*notes, *analysis.hints)
