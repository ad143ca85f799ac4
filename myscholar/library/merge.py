"""Copies of one paper -> one paper."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.papers import (
    Paper,
    PaperId,
    PassageId,
    Relation,
    TextSource,
    publication_in,
)
from myscholar.domain.text import fold
from myscholar.library.paragraphs import title_id
from myscholar.text.same_paper import (
    OF_TITLE,
    have_dois_of_their_own,
    is_same_behind_one_id,
    may_share_author,
)

_RICHNESS = {source: rank for rank, source in enumerate(reversed(TextSource))}
_FACTS = ("year", "venue", "url", "doi", "arxiv_id", "s2_id", "fields", "pdf_url")
_OF_PREPRINTS = tuple("10.48550/arxiv 10.1101/ 10.2139/ssrn 10.31234/ 10.20944/preprints".split())

NAMESAKES = 50
"""So many papers of one title are looked at for a copy, the first ones: thousands are called
"Preface", and comparing each with each holds up whoever waits to write; by hand."""


class Merge(Frozen):
    """`merged` became `kept`, shown to be one `by` doi, arxiv id, s2 id, paper id or title."""

    kept: PaperId
    merged: PaperId
    by: str


class Merged(NamedTuple):
    papers: tuple[Paper, ...]
    merges: tuple[Merge, ...]


def merge_papers(papers: Iterable[Paper]) -> Merged:
    """Each paper once, in the order of first appearance, and what was merged.

    Two records are one paper when they share an identifier, or the folded title with years at most
    two apart and a common author (as far as known; where their DOIs differ, known). The first one's
    id stays; the richer text and the longer reference list win, missing facts are filled in, and
    `mine` wins over `followed`. Facts that the researcher put right stay so, and a paper is also
    known by what its source says: by a title only with a common author or text, as others may be
    called "final.docx" too.
    Another paper under an id that is taken (two files both begin with "1") gets an id of its own.
    """
    kept: list[Paper] = []
    places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    merges: list[Merge] = []
    for paper in papers:
        place, by = _find(paper, kept, places)
        if place is None:
            place = len(kept)
            taken = ("paper id", paper.paper_id) in places
            kept.append(with_id(paper, _own_id(paper, places)) if taken else paper)
        else:
            merges.append(Merge(kept=kept[place].paper_id, merged=paper.paper_id, by=by))
            kept[place] = _unite(kept[place], paper)
        for key in chain.from_iterable(keys for _, keys in _versions(kept[place])):
            if len(places[key]) < NAMESAKES and place not in places[key]:
                places[key].append(place)
    return Merged(tuple(kept), tuple(merges))


def with_id(paper: Paper, paper_id: PaperId) -> Paper:
    """The paper and its passages under another id."""
    passages = tuple(
        p.model_copy(
            update={
                "paper_id": paper_id,
                "passage_id": PassageId(p.passage_id.replace(paper.paper_id, paper_id, 1)),
            }
        )
        for p in paper.passages
    )
    return paper.model_copy(update={"paper_id": paper_id, "passages": passages})


def _own_id(paper: Paper, places: Mapping[tuple[str, str], Sequence[int]]) -> PaperId:
    made = title_id(paper.title, paper.authors)
    if ("paper id", made) not in places:
        return made
    return title_id(" ".join((paper.title, paper.doi or "", *_texts(paper))), paper.authors)


def _keys(paper: Paper, doi: str | None) -> list[tuple[str, str]]:
    """What a paper is known by, the surest first; `doi` beside its title."""
    ids = {"doi": paper.doi, "arxiv id": paper.arxiv_id, "s2 id": paper.s2_id}
    known = [(kind, value.casefold()) for kind, value in ids.items() if value]
    title = fold(paper.title)
    both = [("doi", f"{doi.casefold()} {title}")] if doi else []
    return [("paper id", paper.paper_id), *both, *known, ("title", title)]


def _versions(paper: Paper) -> Iterator[tuple[Paper, list[tuple[str, str]]]]:
    """The paper, and as its source says where the researcher put facts right; with its keys. A
    wrong DOI alone is none to know it by: another paper may have it."""
    yield paper, _keys(paper, paper.doi)
    if paper.as_read:
        read = paper.as_its_source_says.model_copy(update={"doi": None})
        yield read, _keys(read, paper.as_read.doi)


def _find(
    paper: Paper, kept: Sequence[Paper], places: Mapping[tuple[str, str], Sequence[int]]
) -> tuple[int | None, str]:
    for version, keys in _versions(paper):
        for by, value in keys:
            for place in places.get((by, value), ()):
                for other, _ in _versions(kept[place]):
                    is_as_read = version is not paper or other is not kept[place]
                    if _is_one(by, version, other, is_as_read):
                        return place, by
    return None, ""


def _is_one(by: str, a: Paper, b: Paper, is_as_read: bool) -> bool:
    """Whether what two records share, `by` which they were found, makes them one paper.
    `is_as_read`: one is known as its source says."""
    if by == "paper id" and not a.paper_id.startswith(OF_TITLE):
        return is_same_behind_one_id(a, b)
    if by in ("paper id", "title") and have_dois_of_their_own(a, b):
        return False
    if by == "paper id":
        return not (is_as_read or a.as_read or b.as_read) or _shares_author_or_text(a, b)
    if by != "title":
        return True
    is_shared = not is_as_read or _shares_author_or_text(a, b)
    return is_shared and fold(a.title) == fold(b.title) and _is_compatible(a, b)


def _shares_author_or_text(a: Paper, b: Paper) -> bool:
    if a.authors and b.authors and may_share_author(a.authors, b.authors):
        return True
    one, two = set(_texts(a)), set(_texts(b))
    return one == two or bool(one & two)


def _texts(paper: Paper) -> list[str]:
    return [passage.text for passage in paper.readable]


def _is_compatible(a: Paper, b: Paper) -> bool:
    """Whether nothing that is known of both speaks against one paper behind the same title."""
    dois = {_formal_doi(a), _formal_doi(b)} - {None}
    if len(fold(a.title)) < 8 or len(dois) > 1:
        return False
    if a.year and b.year and abs(a.year - b.year) > 2:
        return False
    return may_share_author(a.authors, b.authors)


def _formal_doi(paper: Paper) -> str | None:
    """None also for that of a preprint, which may stand beside the published one's."""
    doi = (paper.doi or "").casefold()
    return None if doi.startswith(_OF_PREPRINTS) else doi or None


def _unite(one: Paper, two: Paper) -> Paper:
    first, second = one.as_its_source_says, two.as_its_source_says
    richer, other = sorted((first, second), key=_wealth, reverse=True)
    facts = {name: getattr(first, name) or getattr(second, name) for name in _FACTS}
    facts["publication"] = publication_in(facts["venue"], (first, second))
    counts = [p.citation_count for p in (first, second) if p.citation_count is not None]
    is_open = second.open_access if first.open_access is None else first.open_access
    is_mine = Relation.MINE in (first.relation, second.relation)
    united = first.model_copy(
        update=facts
        | {
            "authors": max(first.authors, second.authors, key=len),
            "citation_count": max(counts, default=None),
            "open_access": is_open,
            "passages": with_id(richer, first.paper_id).passages,
            "text_source": richer.text_source,
            "references": max(richer.references, other.references, key=len),
            "relation": Relation.MINE if is_mine else first.relation or second.relation,
        }
    )
    return united.with_facts({**two.put_right, **one.put_right})


def _wealth(paper: Paper) -> tuple[int, int]:
    return _RICHNESS[paper.text_source], sum(len(p.text) for p in paper.passages)
