"""What an action's own searches brought to a report, and how far that carries the action out."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from myscholar.domain.actions import Stage, Verb
from myscholar.domain.evidence import ActionId, QueryKind
from myscholar.domain.papers import PaperId
from myscholar.domain.report import Findings, OutcomeStatus
from myscholar.domain.text import are, counted, listed
from myscholar.report.outcome_evidence import ActionEvidence, Finding, OutcomeEvidence

MOST_NUMBERS = 6
"""Numbers of references that a sentence names; by hand."""
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


@dataclass(frozen=True)
class OwnSearch:
    """`new` are those of the found papers that the question's own searches had not found; `failed`
    says why none of its queries was answered."""

    was_made: bool
    failed: str
    found: frozenset[PaperId]
    new: frozenset[PaperId]


def adds_to_search(own: ActionEvidence) -> bool:
    """Whether the action is there to bring papers that would not be found without it."""
    return own.action.stage is Stage.SEARCH_ADD or own.verb is Verb.SEARCH


def own_search(action_id: ActionId, findings: Findings) -> OwnSearch:
    """Of all queries that were made for the action."""
    own = [r for r in findings.results if action_id in r.record.query.action_ids]
    found = frozenset(h.paper.paper_id for r in own for h in r.hits)
    failed = dict.fromkeys(r.record.error for r in own if r.record.error)
    was_answered = any(r.hits or not r.record.error for r in own)
    why = "" if was_answered else " ".join(filter(None, failed))
    return OwnSearch(bool(own), why, found, found - _asked(findings))


def judge_search(own: ActionEvidence, evidence: OutcomeEvidence, *, has_words: bool) -> Finding:
    """How far its searches let it count as carried out, and why: done only with papers that they
    alone brought, or, where they brought none, with words that cite what they found."""
    search = own_search(own.action.action_id, evidence.findings)
    number = {r.paper.paper_id: r.number for r in evidence.references}
    if brought := search.new & evidence.cited:
        for_it = brought & cited_in(own, evidence) if own.spans else brought
        shown = sorted(number[p] for p in for_it or brought)
        what = " for it" if own.spans and for_it else ""
        said = (
            f"Its search added {counted(len(shown), 'paper')} that {are(shown)} cited{what}: "
            f"{_numbers(shown)}"
        )
        if not for_it:
            return Finding(_PARTLY, f"{said}, but none of them where the report takes it up.")
        if elsewhere := brought - for_it:
            said = f"{said}; {len(elsewhere)} more {are(elsewhere)} cited elsewhere"
        return Finding(_DONE, f"{said}.")
    least = _PARTLY if has_words else _NOT
    if not search.was_made:
        return Finding(least, "No search was made for it.")
    if search.failed:
        return Finding(least, f"Its search was not answered: {search.failed}")
    if not search.found:
        return Finding(least, "Its search found no papers.")
    if search.new:
        added = counted(len(search.new), "paper")
        none = "it is not cited" if len(search.new) == 1 else "none of them is cited"
        return Finding(
            least, f"Its search added {added} to those that the question's own found; {none}."
        )
    said = "Its search found only papers that the question's own searches had found too"
    cited = len(search.found & evidence.cited)
    if not cited:
        return Finding(least, f"{said}; none of them is cited.")
    if not has_words:
        return Finding(_PARTLY, f"{said}; {cited} of them {'is' if cited == 1 else 'are'} cited.")
    if used := sorted(number[p] for p in search.found & cited_in(own, evidence)):
        return Finding(_DONE, f"{said}; cited for it: {_numbers(used)}.")
    return Finding(_PARTLY, f"{said}, and what is said for it cites none of them.")


def cited_in(own: ActionEvidence, evidence: OutcomeEvidence) -> frozenset[PaperId]:
    """The papers that the action's words cite; a marker may follow close behind them."""
    paper = {r.number: r.paper.paper_id for r in evidence.references}
    return frozenset(
        paper[c.number]
        for s in own.spans
        for c in evidence.sections[s.section].citations
        if c.start <= s.end + 1 and s.start < c.end
    )


def _numbers(numbers: Sequence[int]) -> str:
    more = len(numbers) - MOST_NUMBERS
    shown = [f"[{n}]" for n in numbers[:MOST_NUMBERS]]
    return listed([*shown, f"{more} more"] if more > 0 else shown)


def search_trace(action_id: ActionId, findings: Findings, cited: Set[PaperId]) -> tuple[str, ...]:
    """For each query of the action: how many papers it found, how many of them the question's own
    searches had not, how many are cited."""
    found: dict[str, set[PaperId]] = {}
    failed: dict[str, str] = {}
    for result in findings.results:
        record = result.record
        if action_id in record.query.action_ids:
            papers = {h.paper.paper_id for h in result.hits}
            found.setdefault(record.query.text, set()).update(papers)
            if record.error:
                failed[record.query.text] = record.error
    asked = _asked(findings)
    return tuple(
        f"Searched for “{text}”: {_newness(papers, asked, cited)}"
        if papers or text not in failed
        else f"The search for “{text}” was not answered: {failed[text]}"
        for text, papers in found.items()
    )


def _asked(findings: Findings) -> frozenset[PaperId]:
    """What the question's own searches found."""
    return frozenset(
        h.paper.paper_id
        for r in findings.results
        if r.record.query.kind is not QueryKind.ACTION
        for h in r.hits
    )


def _newness(papers: Set[PaperId], asked: Set[PaperId], cited: Set[PaperId]) -> str:
    if not papers:
        return "no papers."
    new, n_cited = papers - asked, len(papers & cited)
    many = f"{counted(len(papers), 'paper')}, {n_cited or 'none'} cited"
    if not new:
        return f"{many}; the question's own searches had found them too."
    of_new = f"{len(new & cited) or 'none'} of these cited"
    return f"{many}; {len(new)} that the question's own searches had not found, {of_new}."
