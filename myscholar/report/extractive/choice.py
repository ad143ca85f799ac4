"""Which statements a digest quotes: one of each paper that is near, a second where it adds
something, no two alike, enough for each action."""

from collections import Counter
from collections.abc import Iterable, Sequence

from myscholar.domain.actions import Verb
from myscholar.domain.papers import PaperId
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.doing import Doing, doing, measures
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.quality import defined_term
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import phrase_key

MOST_PAPERS, MOST_PAPERS_BRIEF = 40, 12
"""Papers cited at most, and in a brief report. By hand; with 20, 24 judged questions get 245
relevant papers instead of 308; with 80, 321, but 42 % of all cited are relevant, not 45 %."""
ALIKE = 0.72
"""Cosine from which two statements say the same. By hand; where 0.36 is enough, 299 relevant papers
are cited instead of 308."""
FOR_ACTION, FOR_EMPHASIZED = 5, 8
"""Statements that come first for an action, and for an emphasized one. By hand; with 2 instead of
5, 57 % of the actions are done instead of 63 %."""
PER_PAPER = 2
"""Statements of one paper at most. By hand; with 1 or 4 most reports differ, the figures hardly."""
NEAREST = 12
"""Papers of which two sentences are quoted that do different things; by hand."""


def choose(
    statements: Sequence[CandidateSentence], aims: Sequence[ActionTarget]
) -> tuple[CandidateSentence, ...]:
    """The chosen, best first. What serves an action comes before the rest, then each paper's best,
    then what a paper has measured beside it."""
    pool = sorted(
        statements, key=lambda s: (-s.merit, s.rank, s.passage.passage_id, s.framing.span)
    )
    most = MOST_PAPERS_BRIEF if of_verb(aims, Verb.BRIEF) else MOST_PAPERS
    if not pool:
        return ()
    vectors = tfidf([s.text for s in pool])
    similar = cosines(vectors, vectors)
    kept, defined = list[int](), set[str]()
    per_paper: Counter[PaperId] = Counter()
    for_actions = list[int]()
    for aim in aims:
        serving = [i for i, s in enumerate(pool) if aim.action_id in s.action_ids]
        for_actions += serving[: FOR_EMPHASIZED if aim.action.emphasis else FOR_ACTION]
    for i in dict.fromkeys((*for_actions, *_best_of_each(pool), *_beside(pool))):
        paper, term = pool[i].paper.paper_id, phrase_key(defined_term(pool[i].text))
        n = per_paper[paper]
        if n >= PER_PAPER or (not n and len(per_paper) >= most) or term in defined:
            continue
        if not any(similar[i, j] >= ALIKE or _same_words(pool[i], pool[j]) for j in kept):
            kept.append(i)
            per_paper[paper] += 1
            defined.update({term} - {""})
    return tuple(pool[i] for i in kept)


def _best_of_each(pool: Sequence[CandidateSentence]) -> Iterable[int]:
    """The first statement of each paper, papers nearest first."""
    first: dict[PaperId, int] = {}
    for i, s in enumerate(pool):
        first.setdefault(s.paper.paper_id, i)
    return sorted(first.values(), key=lambda i: (-pool[i].nearness, pool[i].rank))


def _beside(pool: Sequence[CandidateSentence]) -> Iterable[int]:
    """Of the nearest papers the first statement that does something else than their first one, and
    what any paper measured."""
    first = {pool[i].paper.paper_id: i for i in _best_of_each(pool)}
    second: dict[PaperId, int] = {}
    for i, s in enumerate(pool):
        if doing(s) not in (Doing.SAYS, doing(pool[first[s.paper.paper_id]])):
            second.setdefault(s.paper.paper_id, i)
    yield from (second[paper_id] for paper_id in list(first)[:NEAREST] if paper_id in second)
    yield from (i for i, s in enumerate(pool) if measures(s))


def _same_words(a: CandidateSentence, b: CandidateSentence) -> bool:
    """Whether one holds nine tenths of the other's words."""
    shorter = min(len(a.stems), len(b.stems))
    return shorter > 0 and len(a.stems & b.stems) >= 0.9 * shorter
