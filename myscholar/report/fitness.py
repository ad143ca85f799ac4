"""How well a phrase fits as the heading of a section: near the question, shared by papers, and naming no place, person or part of a document."""

from collections.abc import Mapping, Sequence

import numpy as np

from myscholar.report.statements import Statement
from myscholar.report.titles import Usage
from myscholar.report.topic import Keyed, Topic
from myscholar.text.background import Background
from myscholar.text.terms import phrase_key, stem

OF_PAPERS = ((3.0, 1.0), (2.0, 0.75), (1.5, 0.45))
"""What a phrase is worth that so many papers have, one that has it only around the quoted sentence counting half."""
OF_ONE = 0.2
FITS = 0.35
"""Phrases of less fitness head nothing."""
ASKED = 0.8
"""What sharing a rare word with the question adds: "dropout rate" for a question on dropout."""
RARE = 6.0
"""The idf of a rare word."""
PROPER = 0.25
"""Names stand for what one group made or one place is; a heading says what a section is about."""
NEARNESS = (0.3, 1.4)

_NO_HEADING = frozenset(
    stem(w)
    for w in """
abstract appendix article bar chapter chart column copyright decade figure footnote heading journal keyword license manuscript page paragraph pdf
preprint proceedings publication publisher reader reviewer row sentence supplementary table title volume year advantage attempt benefit century
challenge contribution difficulty drawback emphasis era effort goal hoc importance insight limitation outcome overview past perspective popularity
possibility potential purpose reason scenario scope strength success summary topic trend vital weakness america africa asia australia brazil
california canada china chinese europe european france germany india indonesia iran israel italy japan kenya korea london mexico nigeria pakistan
russia spain sweden switzerland taiwan turkey york author percent
""".split()
)
_NO_PHRASE = frozenset(
    phrase_key(p)
    for p in ("full text", "trade-off", "gold standard", "open access", "intellectual property", "real world", "real life", "training data", "test data", "experimental results", "united states", "united kingdom", "case study")
)  # fmt: skip


def fitness(
    key: str,
    holders: Mapping[int, float],
    statements: Sequence[Statement],
    usage: Usage,
    topic: Topic,
    background: Background,
    firm: float,
) -> float:
    """0 for what heads nothing, 1 for an ordinary phrase of three papers. `holders` are the statements that have it, `firm` the value of those that have it
    in the sentence itself."""
    stems = key.split()
    if any(s in _NO_HEADING and s not in topic.stems for s in stems) or any(f" {p} " in f" {key} " for p in _NO_PHRASE):
        return 0.0
    inside = [i for i, value in holders.items() if value >= firm]
    firm_papers = {statements[i].paper.paper_id for i in inside}
    papers = (len(firm_papers) + len({statements[i].paper.paper_id for i in holders})) / 2
    asked = max((background.idf(s) for s in stems if s in topic.stems), default=0.0) / RARE
    shared = next((worth for least, worth in OF_PAPERS if papers >= least), OF_ONE)
    score = shared * (1 + ASKED * min(1.0, asked)) * _nearness(inside, statements, topic)
    score *= PROPER if _is_proper(usage) and not asked else 1.0
    return score if score >= FITS else 0.0


def _nearness(inside: Sequence[int], statements: Sequence[Statement], topic: Topic) -> float:
    """How much of the question the sentences that hold the phrase cover, against all sentences."""
    near = float(np.mean([topic.coverage(Keyed(statements[i].text)) for i in inside]))
    usual = float(np.mean([s.relevance for s in statements]))
    return float(np.clip(near / max(usual, 0.05) * 1.6, *NEARNESS))


def _is_proper(usage: Usage) -> bool:
    """Whether it is never written small: "United States", "Fiedler Value"."""
    return all(surface[:1].isupper() for surface in usage.surfaces)
