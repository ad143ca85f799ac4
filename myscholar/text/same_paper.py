"""Whether two records with one id are one paper. Ids of files ("1", "2" ...) are unique in their
file only."""

import re
from collections.abc import Sequence

from myscholar.domain.papers import Paper, family_name
from myscholar.domain.profile import ProfilePaper
from myscholar.domain.text import fold
from myscholar.text.similarity import overlap

_WORLDWIDE = re.compile(
    r"CorpusId:\d+|[0-9a-f]{40}|10\.\d{4,9}/\S+|arxiv:\S+|paper:[0-9a-f]{12}", re.I
)
"""Ids that name one paper wherever they stand: Semantic Scholar's, DOIs, arXiv's, and those made
from title and author."""
OF_TITLE = "paper:"
"""Ids made from a title and its first author begin so."""
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_SAME_TITLE = 0.5
"""Overlap, by hand: copies of a paper differ in a subtitle, others share a word or two."""


def is_same_behind_one_id(a: Paper, b: Paper) -> bool:
    """Whether papers with one `paper_id` are one: an id of a file needs another agreement, and one
    made from the title nothing against it."""
    is_made = a.paper_id.startswith(OF_TITLE)
    if _WORLDWIDE.fullmatch(a.paper_id) and not is_made:
        return True
    shared = ((_doi(a), _doi(b)), (a.arxiv_id, b.arxiv_id), (a.s2_id, b.s2_id))
    if any(x and y and x.casefold() == y.casefold() for x, y in shared):
        return True
    if have_dois_of_their_own(a, b):
        return False
    return is_made or fold(a.title) == fold(b.title) or overlap(a.title, b.title) >= _SAME_TITLE


def is_cited(paper: Paper, cited: Paper | ProfilePaper) -> bool:
    """Whether a profile's or table's paper is this one, as it is known now or as its source says:
    they took title and authors over."""
    if _WORLDWIDE.fullmatch(paper.paper_id):
        return paper.paper_id == cited.paper_id
    return paper.paper_id == cited.paper_id and any(
        fold(version.title) == fold(cited.title)
        and may_share_author(version.authors, cited.authors)
        for version in (paper, paper.as_its_source_says)
    )


def have_dois_of_their_own(a: Paper, b: Paper) -> bool:
    """And no author in common, as far as known: many are called "Preface"."""
    if not a.doi or not b.doi or _doi(a) == _doi(b):
        return False
    return not (a.authors and b.authors and may_share_author(a.authors, b.authors))


def _doi(paper: Paper) -> str:
    """Without the address before it, which some files have."""
    found = _DOI.search(paper.doi or "")
    return (found[0] if found else paper.doi or "").casefold()


def may_share_author(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether a family name is in both, or the authors of one are not known."""
    names_a, names_b = ({fold(family_name(name)) for name in authors} for authors in (a, b))
    return not names_a or not names_b or bool(names_a & names_b)
