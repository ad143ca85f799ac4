"""What the searches of an action brought, in words."""

from collections.abc import Set

from myscholar.domain.evidence import ActionId, QueryKind
from myscholar.domain.papers import PaperId
from myscholar.domain.report import Findings, QueryResult
from myscholar.domain.text import counted


def search_trace(action_id: ActionId, findings: Findings, cited: Set[PaperId]) -> tuple[str, ...]:
    """For each query of the action: how many papers it found, how many of them only it found, how
    many are cited."""
    lines: list[str] = []
    by_text: dict[str, list[QueryResult]] = {}
    for result in findings.results:
        if action_id in result.record.query.action_ids:
            by_text.setdefault(result.record.query.text, []).append(result)
    asked = {
        h.paper.paper_id
        for r in findings.results
        if r.record.query.kind is not QueryKind.ACTION
        for h in r.hits
    }
    for text, results in by_text.items():
        papers = {h.paper.paper_id for r in results for h in r.hits}
        lines.append(
            f"Search “{text}” found {counted(len(papers), 'paper')}, "
            f"{_newness(papers, asked, cited)}."
        )
    return tuple(lines)


def _newness(papers: Set[PaperId], asked: Set[PaperId], cited: Set[PaperId]) -> str:
    """How many of the papers the question's own searches had not found, and how many are cited."""
    new = papers - asked
    n_cited = f"{len(papers & cited)} {'is' if len(papers & cited) == 1 else 'are'} cited"
    if papers and not new:
        return f"all of them found by the question's own searches too; {n_cited}"
    return (
        f"{len(new)} of them new beside the question's own searches; {n_cited}, {len(new & cited)} "
        "of the new ones"
    )
