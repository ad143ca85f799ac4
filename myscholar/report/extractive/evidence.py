"""What a digest has to show for each action: the sentences that serve it, what was left out for it,
and what of it is missing."""

import re
from collections.abc import Sequence

from myscholar.domain.actions import Verb
from myscholar.domain.report import Findings, Section, Table
from myscholar.report.cues import defines
from myscholar.report.extractive.aims import TERM_VERBS, ActionTarget, holds
from myscholar.report.extractive.groups import LEAST
from myscholar.report.extractive.section_builder import Bibliography
from myscholar.report.extractive.selection import Selection
from myscholar.report.outcome_evidence import (
    ActionEvidence,
    DigestCounts,
    OutcomeEvidence,
    SoughtSentences,
    spans_of,
)
from myscholar.report.sentence_outcomes import plural
from myscholar.text.terms import content_stems, lexicon_stems


def gather_evidence(
    aims: Sequence[ActionTarget],
    sections: tuple[Section, ...],
    book: Bibliography,
    findings: Findings,
    selected: Selection,
    *,
    n_queries: int,
    has_profile: bool,
) -> OutcomeEvidence:
    """In the order of the aims."""
    own = tuple(
        ActionEvidence(
            action=aim.action,
            spans=spans_of(aim.action_id, sections),
            n_papers_removed=selected.n_papers_removed.get(aim.action_id, 0),
            own_section=_own_section(aim, sections),
            sought=_sought(aim, sections, selected.n_statements_removed.get(aim.action_id, 0)),
        )
        for aim in aims
    )
    counts = DigestCounts(
        n_queries, selected.n_statements, selected.n_definitions_left_out, has_profile
    )
    return OutcomeEvidence(own, sections, book.references, findings, digest=counts)


def _own_section(aim: ActionTarget, sections: Sequence[Section]) -> int | None:
    """A section lists the action that it was made for."""
    listing = (i for i, s in enumerate(sections) if aim.action_id in s.action_ids)
    return next(listing, None)


def _sought(
    aim: ActionTarget, sections: Sequence[Section], n_statements_removed: int
) -> SoughtSentences:
    predicate = _predicate(aim)
    tables = [s.table for s in sections if s.table and aim.action_id in s.table.action_ids]
    lacks, has = _of_table(aim, predicate, tables[0]) if tables else ("", "")
    return SoughtSentences(
        predicate,
        n_plain=sum(_is_plain(aim, text) for text in _marked(aim, sections)),
        n_terms=len(aim.terms) or len(aim.parts),
        least=LEAST if aim.verb is Verb.ADD_SECTION else 0,
        n_removed=n_statements_removed,
        misplaced=_misplaced(aim, sections),
        lacks_in_table=lacks,
        has_in_table=has,
    )


def _marked(aim: ActionTarget, sections: Sequence[Section]) -> list[str]:
    return [sections[s.section].text[s.start : s.end] for s in spans_of(aim.action_id, sections)]


def _is_plain(aim: ActionTarget, sentence: str) -> bool:
    """Whether the words that are quoted do by themselves what the outcome says of the sentence: its
    paper may define another term, and a word of the question counts for no part of a term."""
    quoted = " ".join(re.findall("“([^“”]*)”", sentence)) or sentence
    if aim.verb is Verb.DEFINE and aim.terms:
        return any(defines(quoted, term) for term in aim.terms)
    if aim.verb not in TERM_VERBS or aim.together or aim.denied or aim.cues or not aim.wanted:
        return True
    stems = frozenset(content_stems(sentence))
    return any(holds(stems, frozenset(content_stems(term))) for term in aim.wanted)


def _predicate(aim: ActionTarget) -> str:
    """What serves the action, in the singular: "mentions “retrieval”"."""
    if aim.denied and not aim.terms:
        denied = " or ".join(f"“{t}”" for t in aim.action.directive.without)
        return f"says that it does without {denied}"
    terms = (" together with " if aim.together else " or ").join(f"“{t}”" for t in aim.wanted[:4])
    match aim.verb:
        case Verb.NUMBERS:
            return "gives measured results"
        case Verb.LIMITATIONS:
            return "states a limit or a failure"
        case Verb.NEXT_STEPS:
            return "states an open question"
        case Verb.DEFINE:
            return f"defines {terms}" if terms else "gives a definition"
        case Verb.CONNECT:
            return "shares key terms with your own papers"
    if not terms:
        return "fits the action"
    return f"belongs to a paper on {terms}" if aim.together else f"mentions {terms}"


def _misplaced(aim: ActionTarget, sections: Sequence[Section]) -> str:
    if aim.verb in (Verb.ADD_SECTION, Verb.NEXT_STEPS) and not any(
        aim.action_id in s.action_ids for s in sections
    ):
        return ", too few for a section of their own; they stand in the other sections"
    if aim.comes_first and not _is_mostly(aim, sections, 0):
        return f", but the report begins with another section, “{sections[0].title}”"
    if aim.comes_last and not _is_mostly(aim, sections, len(sections) - 1):
        return f", but the report ends with another section, “{sections[-1].title}”"
    return ""


def _is_mostly(aim: ActionTarget, sections: Sequence[Section], i: int) -> bool:
    """Whether the section was made for the action, or at least half of its sentences serve it."""
    n = sum(h.action_id == aim.action_id for h in sections[i].highlights)
    return aim.action_id in sections[i].action_ids or (
        n > 0 and 2 * n >= len(sections[i].citations)
    )


def _of_table(aim: ActionTarget, predicate: str, table: Table) -> tuple[str, str]:
    """What the table was to hold and does not, and which of its rows hold what was asked; either
    may be empty."""
    naming = sum(
        aim.names(frozenset(content_stems(" ".join(c.text for c in row)))) for row in table.rows
    )
    if aim.terms and not naming:
        return f", but none of its rows {predicate}", ""
    held = set(content_stems(" ".join(table.columns))) | lexicon_stems("reports.columns_hold")
    if missing := [f"“{term}”" for term in aim.columns if not held & set(content_stems(term))]:
        return f", but none of its columns is on {' or '.join(missing)}", ""
    told = f"; {naming} of its rows {predicate if naming == 1 else plural(predicate)}"
    return "", told if aim.terms else ""
