"""Which statements the report quotes: relevant, well made, of many papers, no two alike, and enough for each action."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from myscholar.domain.actions import Verb
from myscholar.domain.papers import PaperId
from myscholar.report.aims import Aim, of_verb
from myscholar.report.cues import Cue
from myscholar.report.hollow import defined_term
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
BORROWED = 0.2
"""Most that sentences which serve an action and don't name the question's topic themselves may be of the report."""
ON_TOPIC = 8
"""Papers that name the question's topic from which no others are quoted."""
OF_ACTION = 0.7
"""Share of that relevance that is enough for a statement which serves an action."""
ANSWERS = 0.1
"""What a role that the question asks for adds to a statement's merit, in [0, 1] before actions."""
_ANSWERS: tuple[tuple[frozenset[str], frozenset[Cue]], ...] = (
    (frozenset({"challenges", "limitations"}), frozenset({Cue.LIMITATION, Cue.FUTURE})),
    (frozenset({"datasets", "benchmarks", "testbeds", "metrics", "evaluation", "experiments"}), frozenset({Cue.EVALUATION})),
    (frozenset({"applications"}), frozenset({Cue.APPLICATION})),
    (frozenset({"methods", "algorithms", "strategies", "mechanisms", "architectures", "tools"}), frozenset({Cue.METHOD})),
)
ALIKE = 0.72
"""Cosine from which two statements say the same."""


@dataclass(frozen=True)
class Choice:
    """What is quoted, best first, and what actions kept out."""

    statements: tuple[Statement, ...]
    similarity: NDArray[np.float32]
    """Cosines between them, in their order."""
    n_definitions_left_out: int = 0


def choose(statements: Sequence[Statement], aims: Sequence[Aim], asked: Set[Cue] = frozenset()) -> Choice:
    """At most `wanted` statements by maximal marginal relevance, at most PER_PAPER a paper and MOST_REFERENCES papers.

    Statements with a role that the question asks for (`asked`) come before others as relevant.
    """
    allowed = [s for s in statements if not (of_verb(aims, Verb.SKIP_DEFINITIONS) and Cue.DEFINITION in s.cues)]
    pool = sorted(
        (_weighed(s, aims, asked) for s in _relevant(_on_topic(allowed))),
        key=lambda s: (-s.merit, s.rank, s.passage.passage_id, s.framing.span),
    )[:POOL]
    vectors = tfidf([s.text for s in pool])
    similarity = cosines(vectors, vectors) if pool else np.zeros((0, 0), dtype=np.float32)
    order = mmr_select([s.merit for s in pool], similarity, len(pool), trade_off=0.68)
    kept = _within_limits(pool, _actions_first(pool, order, aims), similarity, wanted(aims))
    return Choice(tuple(pool[i] for i in kept), similarity[np.ix_(kept, kept)], len(statements) - len(allowed))


def _on_topic(statements: Sequence[Statement]) -> Sequence[Statement]:
    """Without passages that don't name a head of the question, once ON_TOPIC papers do: the reader's neighbouring topic is no answer."""
    near = [s for s in statements if s.near_topic]
    return near if len({s.paper.paper_id for s in near}) >= ON_TOPIC else statements


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


def asked_cues(asks_for: Sequence[str]) -> frozenset[Cue]:
    """The roles of sentences that answer a question for these kinds of things ("challenges"); empty for kinds that no wording shows."""
    return frozenset(cue for things, cues in _ANSWERS for cue in cues if things & set(asks_for))


def _weighed(statement: Statement, aims: Sequence[Aim], asked: Set[Cue]) -> Statement:
    informative = 0.5 * bool(statement.cues) + 0.5 * bool(statement.cues & (asked or {Cue.NUMBERS}))
    service = min(0.6, sum(aim.weight for aim in aims if aim.action_id in statement.action_ids))
    merit = 0.62 * statement.relevance + 0.28 * statement.quality + 0.1 * informative
    merit += ANSWERS * bool(statement.cues & asked)
    merit += service if statement.names_topic else 0.5 * service
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
    n_borrowed, defined = 0, set[str]()
    for i in order:
        paper = pool[i].paper.paper_id
        too_many = per_paper[paper] >= cap or (paper not in per_paper and len(per_paper) >= MOST_REFERENCES)
        borrowed = bool(pool[i].action_ids) and not pool[i].names_topic
        term = defined_term(pool[i].text)
        if too_many or (borrowed and n_borrowed >= BORROWED * limit) or term in defined:
            continue
        if any(similarity[i, j] >= ALIKE or _same_words(pool[i], pool[j]) for j in kept):
            continue
        kept.append(i)
        n_borrowed += borrowed
        defined.update({term} - {""})
        per_paper[paper] += 1
        if len(kept) == limit:
            break
    return kept


def _same_words(a: Statement, b: Statement) -> bool:
    """Whether one holds nine tenths of the other's words."""
    shorter = min(len(a.stems), len(b.stems))
    return shorter > 0 and len(a.stems & b.stems) >= 0.9 * shorter
