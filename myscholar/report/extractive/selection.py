"""What of all that was found a digest is made of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Hit, source_in_words
from myscholar.domain.report import Findings
from myscholar.domain.text import counted
from myscholar.errors import NoEvidenceFound
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.choice import choose
from myscholar.report.extractive.exclusions import exclude_hits, exclude_statements
from myscholar.report.extractive.quotes import (
    CandidateSentence,
    gather_definitions,
    gather_statements,
)
from myscholar.report.extractive.relevance import find_missing_words
from myscholar.text.background import Background
from myscholar.text.terms import content_stems


class Selection(NamedTuple):
    hits: tuple[Hit, ...]
    n_papers_removed: Mapping[ActionId, int]
    statements: tuple[CandidateSentence, ...]
    """Those that no action leaves out."""
    n_statements: int
    """With those that actions leave out."""
    n_statements_removed: Mapping[ActionId, int]
    n_definitions_left_out: int
    chosen: tuple[CandidateSentence, ...]
    definitions: tuple[CandidateSentence, ...]
    """Of the question's terms, by papers that are not near enough for more."""


def select_sentences(
    question: str,
    asked: str,
    findings: Findings,
    aims: Sequence[ActionTarget],
    background: Background,
) -> Selection:
    """`asked` is the question without what is only around it. Raises NoEvidenceFound when nothing
    was found that can be quoted, or nothing that knows any of the question's rare words."""
    hits, n_papers_removed = exclude_hits(findings.hits, aims)
    if not hits:
        n_found = counted(len(findings.hits), "paper")
        left_out = " ".join(
            f"Your action “{aim.action.tldr}” takes out {n} of {n_found} found."
            for aim in aims
            if (n := n_papers_removed.get(aim.action_id, 0))
        )
        raise _nothing_to_quote(question, findings).because(left_out)
    papers = [hit.paper for hit in hits]
    if find_missing_words(asked, papers, background) == find_missing_words(asked, (), background):
        raise NoEvidenceFound(question, _searched(findings))
    gathered = gather_statements(asked, hits, aims, background)
    statements, n_statements_removed = exclude_statements(gathered, aims)
    n_before = len(statements)
    if of_verb(aims, Verb.SKIP_DEFINITIONS):
        statements = tuple(s for s in statements if SentenceRole.DEFINITION not in s.cues)
    chosen = choose(statements, aims)
    if not chosen:
        raise _nothing_to_quote(question, findings)
    definitions, _ = exclude_statements(gather_definitions(asked, hits, gathered), aims)
    return Selection(
        hits,
        n_papers_removed,
        statements,
        len(gathered),
        n_statements_removed,
        n_before - len(statements),
        chosen,
        definitions,
    )


def _nothing_to_quote(question: str, findings: Findings) -> NoEvidenceFound:
    failed = {r.record.source: r.record.error for r in findings.results if r.record.error}
    asked = set(content_stems(question))
    texts = ((h.paper.title, *(p.text for p in h.paper.passages)) for h in findings.hits)
    return NoEvidenceFound(
        question,
        _searched(findings),
        n_found=sum(any(asked & set(content_stems(t)) for t in of_hit) for of_hit in texts),
        failures=tuple(f"{source_in_words(source)}: {error}" for source, error in failed.items()),
    )


def _searched(findings: Findings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))
