"""What a search taught, in the papers' own words: a few sentences that answer and differ."""

from collections.abc import Sequence

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.interaction import Learning
from myscholar.report.extractive.quotes import CandidateSentence, gather_statements
from myscholar.text.background import Background
from myscholar.text.terms import content_stems

SAME_WORDS = 0.5
"""Share of the shorter one's words from which two sentences say the same; by hand."""


def learn(
    question: str,
    hits: Sequence[Hit],
    *,
    background: Background,
    known: Sequence[Learning] = (),
    most: int = 4,
) -> tuple[Learning, ...]:
    """The sentences of most merit for the question, one a paper, none that says what is `known`.
    Source: STEER appendix K (learnings of a search), by statistics."""
    if not hits:
        return ()
    said = [frozenset(content_stems(learning.text)) for learning in known]
    papers, learned = set[str](), list[Learning]()
    for sentence in sorted(
        gather_statements(question, hits, (), background), key=lambda s: (-s.merit, s.rank)
    ):
        if len(learned) == most:
            break
        if sentence.paper.paper_id in papers:
            continue
        if any(_says_the_same(sentence.stems, other) for other in said):
            continue
        papers.add(sentence.paper.paper_id)
        said.append(sentence.stems)
        learned.append(_learning(sentence))
    return tuple(learned)


def _learning(sentence: CandidateSentence) -> Learning:
    """The whole sentence: what a report quotes of it may be a part that others introduce."""
    evidence = Evidence.of_passage(sentence.passage, *sentence.sentence)
    return Learning(
        text=evidence.text,
        evidence=evidence,
        title=sentence.paper.title,
        year=sentence.paper.year,
    )


def _says_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) > SAME_WORDS * max(1, min(len(one), len(other)))
