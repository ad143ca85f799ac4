"""Which statements the report quotes: relevant, well made, of many papers, no two alike, and enough for each action."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from myscholar.domain.actions import Verb
from myscholar.domain.papers import PaperId
from myscholar.report.aims import Aim, of_verb
from myscholar.report.cues import Cue
from myscholar.report.statements import Statement
from myscholar.text.diversity import mmr_select
from myscholar.text.similarity import cosines, tfidf

MOST_REFERENCES = 40
PER_PAPER = 2
SCARCE = 26
"""With fewer papers than this, three statements of a paper may be quoted."""
POOL = 320
"""Statements that are compared with each other."""
FLOOR = 0.5
ENOUGH = 19
"""A statement must have FLOOR of the ten best ones' mean relevance, once ENOUGH papers do."""
OF_ACTION = 0.7
"""Share of that relevance that is enough for a statement which serves an action."""
ALIKE = 0.72
"""Cosine from which two statements say the same."""


@dataclass(frozen=True)
class Choice:
    """What is quoted, best first, and what actions kept out."""

    statements: tuple[Statement, ...]
    similarity: NDArray[np.float32]
    """Cosines between them, in their order."""
    n_definitions_left_out: int = 0


def choose(statements: Sequence[Statement], aims: Sequence[Aim]) -> Choice:
    """At most `wanted` statements by maximal marginal relevance, at most PER_PAPER a paper and MOST_REFERENCES papers."""
    allowed = [s for s in statements if not (of_verb(aims, Verb.SKIP_DEFINITIONS) and Cue.DEFINITION in s.cues)]
    pool = sorted(
        (_weighed(s, aims) for s in _relevant(allowed)), key=lambda s: (-s.merit, s.rank, s.passage.passage_id, s.framing.span)
    )[:POOL]
    vectors = tfidf([s.text for s in pool])
    similarity = cosines(vectors, vectors) if pool else np.zeros((0, 0), dtype=np.float32)
    order = mmr_select([s.merit for s in pool], similarity, len(pool), trade_off=0.68)
    kept = _within_limits(pool, _actions_first(pool, order, aims), similarity, wanted(aims))
    return Choice(tuple(pool[i] for i in kept), similarity[np.ix_(kept, kept)], len(statements) - len(allowed))


def _relevant(statements: Sequence[Statement]) -> list[Statement]:
    """Without what is far less relevant than the best, once ENOUGH papers are left; what serves an action may be a little less so."""
    if not statements:
        return []
    best = sorted((s.relevance for s in statements), reverse=True)
    of_paper: dict[PaperId, float] = {}
    for s in statements:
        of_paper[s.paper.paper_id] = max(s.relevance, of_paper.get(s.paper.paper_id, 0.0))
    by_paper = sorted(of_paper.values(), reverse=True)
    floor = min(FLOOR * float(np.mean(best[:10])), by_paper[min(ENOUGH, len(by_paper)) - 1])
    return [s for s in statements if s.relevance >= (OF_ACTION * floor if s.action_ids else floor)]


def wanted(aims: Sequence[Aim]) -> int:
    """Number of statements in a report."""
    return 26 if of_verb(aims, Verb.BRIEF) else 56


def _weighed(statement: Statement, aims: Sequence[Aim]) -> Statement:
    informative = 0.5 * bool(statement.cues) + 0.5 * (Cue.NUMBERS in statement.cues)
    service = sum(aim.weight for aim in aims if aim.action_id in statement.action_ids)
    merit = 0.62 * statement.relevance + 0.28 * statement.quality + 0.1 * informative + min(0.6, service)
    return replace(statement, merit=merit)


def _actions_first(pool: Sequence[Statement], order: Sequence[int], aims: Sequence[Aim]) -> list[int]:
    """The MMR order with the best few statements of each action in front, so that limits don't cut an action off."""
    front: list[int] = []
    for aim in aims:
        of_aim = [i for i in order if aim.action_id in pool[i].action_ids]
        front.extend(of_aim[: 8 if aim.action.emphasis else 5])
    return list(dict.fromkeys((*front, *order)))


def _within_limits(pool: Sequence[Statement], order: Sequence[int], similarity: NDArray[np.float32], limit: int) -> list[int]:
    kept: list[int] = []
    cap = PER_PAPER + (len({s.paper.paper_id for s in pool}) < SCARCE)
    per_paper: Counter[PaperId] = Counter()
    for i in order:
        paper = pool[i].paper.paper_id
        too_many = per_paper[paper] >= cap or (paper not in per_paper and len(per_paper) >= MOST_REFERENCES)
        if too_many or any(similarity[i, j] >= ALIKE or _same_words(pool[i], pool[j]) for j in kept):
            continue
        kept.append(i)
        per_paper[paper] += 1
        if len(kept) == limit:
            break
    return kept


def _same_words(a: Statement, b: Statement) -> bool:
    """Whether one holds nine tenths of the other's words."""
    shorter = min(len(a.stems), len(b.stems))
    return shorter > 0 and len(a.stems & b.stems) >= 0.9 * shorter
