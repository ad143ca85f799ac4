"""What a paper's sentence does: propose, study, report, name a limit, or say."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from myscholar.domain.papers import PaperId
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.directions import Direction
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.framing import Joint
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern


class Doing(StrEnum):
    """What a paper's sentence does."""

    PROPOSES = "proposes"
    STUDIES = "studies"
    REPORTS = "reports"
    LIMITS = "limits"
    SAYS = "says"


_MAKING = pattern("lead_ins.making")
_TELLING = pattern("lead_ins.telling")
_COMPARED = pattern("changes.compared")


def doing(statement: CandidateSentence) -> Doing:
    names_limit = statement.cues & {SentenceRole.LIMITATION, SentenceRole.FUTURE}
    if names_limit and not statement.is_motive and not _went_well(statement):
        return Doing.LIMITS
    verb = statement.framing.verb
    if statement.framing.joint is Joint.OBJECT and not _TELLING.search(verb):
        return Doing.PROPOSES if _MAKING.search(verb) else Doing.STUDIES
    reports = verb or (measures(statement) and not statement.is_motive)
    return Doing.REPORTS if reports else Doing.SAYS


def _went_well(statement: CandidateSentence) -> bool:
    """Whether the sentence tells what was made or gained, whatever limit it names on the way."""
    better = statement.change is not None and statement.change.direction is Direction.BETTER
    return (
        statement.framing.joint is Joint.OBJECT or better or bool(_COMPARED.search(statement.text))
    )


def measures(statement: CandidateSentence) -> bool:
    """Whether it gives a figure, a change or a comparison that was made."""
    return bool(
        statement.change
        or SentenceRole.NUMBERS in statement.cues
        or _COMPARED.search(statement.text)
    )


_NAME = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z][\w-]*[A-Z\d])[A-Za-z][\w-]{2,19}(?= ?[,(—:]|\))")
_HEAD = 90
"""Characters in which a proposal names what it proposes; by hand."""


def name_proposed(statement: CandidateSentence, background: Background) -> str:
    """The name that the authors give what they propose: "LM-BFF" of "LM-BFF, a suite of techniques
    ...". Empty for none, and where the field has the name too, as "LLM". Read on 112 questions: of
    75 different names six are somebody else's."""
    if doing(statement) is not Doing.PROPOSES:
        return ""
    names = (found.group() for found in _NAME.finditer(statement.text[:_HEAD]))
    return next((name for name in names if background.frequency(name) is None), "")


def n_papers(statements: Sequence[CandidateSentence]) -> int:
    return len({s.paper.paper_id for s in statements})


def grouped_by_paper(
    statements: Iterable[CandidateSentence],
) -> dict[PaperId, list[CandidateSentence]]:
    groups: dict[PaperId, list[CandidateSentence]] = {}
    for s in statements:
        groups.setdefault(s.paper.paper_id, []).append(s)
    return groups


def first_of_each(statements: Iterable[CandidateSentence]) -> tuple[CandidateSentence, ...]:
    """The first statement of each paper, in their order."""
    return tuple(own[0] for own in grouped_by_paper(statements).values())


def by_paper(statements: Sequence[CandidateSentence]) -> list[tuple[CandidateSentence, ...]]:
    """A paper's together, what it proposes or studies before what came out; papers as they come."""
    order = list(Doing)
    groups = grouped_by_paper(statements).values()
    return [tuple(sorted(own, key=lambda s: order.index(doing(s)))) for own in groups]
