"""Whether two records with one id are one paper. Ids of files ("1", "2" ...) are unique in their
file only."""

import re

from myscholar.domain.papers import Paper
from myscholar.domain.text import fold
from myscholar.text.similarity import overlap

_WORLDWIDE = re.compile(
    r"CorpusId:\d+|[0-9a-f]{40}|10\.\d{4,9}/\S+|arxiv:\S+|paper:[0-9a-f]{12}", re.I
)
"""Ids that name one paper wherever they stand: Semantic Scholar's, DOIs, arXiv's, and those made
from title and author."""
_SAME_TITLE = 0.5
"""Overlap, by hand: copies of a paper differ in a subtitle, others share a word or two."""


def is_same_behind_one_id(a: Paper, b: Paper) -> bool:
    """Whether papers with one `paper_id` are one: an id of a file needs another agreement."""
    if _WORLDWIDE.fullmatch(a.paper_id):
        return True
    shared = ((a.doi, b.doi), (a.arxiv_id, b.arxiv_id), (a.s2_id, b.s2_id))
    if any(x and y and x.casefold() == y.casefold() for x, y in shared):
        return True
    return fold(a.title) == fold(b.title) or overlap(a.title, b.title) >= _SAME_TITLE
