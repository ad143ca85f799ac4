"""What a paper's sentence does: propose, study, report, name a limit, or say."""

import re
from collections.abc import Sequence
from enum import StrEnum

from myscholar.domain.papers import PaperId
from myscholar.report.cues import Cue
from myscholar.report.directions import Direction
from myscholar.report.framing import Joint
from myscholar.report.statements import Statement


class Doing(StrEnum):
    """What a paper's sentence does."""

    PROPOSES = "proposes"
    STUDIES = "studies"
    REPORTS = "reports"
    LIMITS = "limits"
    SAYS = "says"


_MAKING = re.compile(
    r"(?:propos|introduc|present|develop|design|buil|creat|releas|construct|formulat|extend|implement|offer|provid)"
)
_TELLING = re.compile(r"(?:show|demonstrat|report|reveal|confirm|prove|find|found|observ)")
_COMPARED = re.compile(
    r"\b(?:outperform|surpass|exceed)\w*|\b(?:better|worse|higher|lower|faster|slower|fewer|(?:more|less) \w+) than\b|\bno (?:significant )?difference",
    re.IGNORECASE,
)


def doing(statement: Statement) -> Doing:
    if statement.cues & {Cue.LIMITATION, Cue.FUTURE} and not _went_well(statement):
        return Doing.LIMITS
    if statement.framing.joint is Joint.OBJECT and not _TELLING.match(statement.framing.verb):
        return Doing.PROPOSES if _MAKING.match(statement.framing.verb) else Doing.STUDIES
    if statement.framing.verb or measures(statement):
        return Doing.REPORTS
    return Doing.SAYS


def _went_well(statement: Statement) -> bool:
    """Whether the sentence tells what was made or gained, whatever limit it names on the way."""
    better = statement.change is not None and statement.change.direction is Direction.BETTER
    return statement.framing.joint is Joint.OBJECT or better or bool(_COMPARED.search(statement.text))


def measures(statement: Statement) -> bool:
    """Whether it gives a figure, a change or a comparison that was made."""
    return bool(statement.change or Cue.NUMBERS in statement.cues or _COMPARED.search(statement.text))


def n_papers(statements: Sequence[Statement]) -> int:
    return len({s.paper.paper_id for s in statements})


def by_paper(statements: Sequence[Statement]) -> list[tuple[Statement, ...]]:
    """A paper's statements together, what it proposes or studies before what came out; papers in the order of their first."""
    found: dict[PaperId, list[Statement]] = {}
    for s in statements:
        found.setdefault(s.paper.paper_id, []).append(s)
    order = list(Doing)
    return [tuple(sorted(own, key=lambda s: order.index(doing(s)))) for own in found.values()]
