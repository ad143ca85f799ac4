"""Copies of one paper -> one paper."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, PassageId, Relation, TextSource, family_name
from myscholar.domain.text import fold
from myscholar.library.paragraphs import title_id
from myscholar.text.same_paper import same_behind_one_id

_RICHNESS = {source: rank for rank, source in enumerate(reversed(TextSource))}


class Merge(Frozen):
    """`kept` took over what `merged` knew. `by` names what showed them to be one: doi, arxiv id, s2
    id, paper id or title."""

    kept: PaperId
    merged: PaperId
    by: str


class Merged(NamedTuple):
    papers: tuple[Paper, ...]
    merges: tuple[Merge, ...]


def merge_papers(papers: Iterable[Paper]) -> Merged:
    """Each paper once, in the order of first appearance, and what was merged.

    Two records are one paper when they share an identifier, or the folded title with years at most
    one apart and a common author (as far as known). The first one's id stays; the richer text and
    the longer reference list win, missing facts are filled in, and `mine` wins over `followed`.
    Another paper under an id that is taken (two files both begin with "1") gets an id of its own.
    """
    kept: list[Paper] = []
    places: dict[tuple[str, str], list[int]] = {}
    merges: list[Merge] = []
    for paper in papers:
        place, by = _find(paper, kept, places)
        if place is None:
            place = len(kept)
            taken = ("paper id", paper.paper_id) in places
            kept.append(_under(title_id(paper.title, paper.authors), paper) if taken else paper)
        else:
            merges.append(Merge(kept=kept[place].paper_id, merged=paper.paper_id, by=by))
            kept[place] = _united(kept[place], paper)
        for key in _keys(kept[place]):
            if place not in places.setdefault(key, []):
                places[key].append(place)
    return Merged(tuple(kept), tuple(merges))


def _keys(paper: Paper) -> list[tuple[str, str]]:
    """What a paper is known by, the surest first."""
    keys: list[tuple[str, str]] = [("paper id", paper.paper_id)]
    keys += [("doi", paper.doi.casefold())] if paper.doi else []
    keys += [("arxiv id", paper.arxiv_id.casefold())] if paper.arxiv_id else []
    keys += [("s2 id", paper.s2_id)] if paper.s2_id else []
    return [*keys, ("title", fold(paper.title))]


def _find(
    paper: Paper, kept: Sequence[Paper], places: dict[tuple[str, str], list[int]]
) -> tuple[int | None, str]:
    for key in _keys(paper):
        for place in places.get(key, ()):
            if _is_one(paper, kept[place], by=key[0]):
                return place, key[0]
    return None, ""


def _is_one(a: Paper, b: Paper, *, by: str) -> bool:
    if by == "paper id":
        return same_behind_one_id(a, b)
    return by != "title" or _compatible(a, b)


def _compatible(a: Paper, b: Paper) -> bool:
    """Whether nothing that is known of both speaks against one paper behind the same title."""
    if len(fold(a.title)) < 8 or (
        a.doi
        and b.doi
        and _is_formal(a.doi)
        and _is_formal(b.doi)
        and a.doi.casefold() != b.doi.casefold()
    ):
        return False
    if a.year and b.year and abs(a.year - b.year) > 2:
        return False
    names_a, names_b = ({fold(family_name(name)) for name in p.authors} for p in (a, b))
    return not names_a or not names_b or bool(names_a & names_b)


def _is_formal(doi: str) -> bool:
    """A preprint's DOI may stand beside the published one's."""
    return not doi.casefold().startswith(
        ("10.48550/arxiv", "10.1101/", "10.2139/ssrn", "10.31234/", "10.20944/preprints")
    )


def _united(first: Paper, second: Paper) -> Paper:
    richer = second if _wealth(second) > _wealth(first) else first
    other = first if richer is second else second
    facts = {
        name: getattr(first, name) or getattr(second, name)
        for name in tuple("authors year venue url doi arxiv_id s2_id fields pdf_url".split())
    }
    if len(second.authors) > len(first.authors):
        facts["authors"] = second.authors
    counts = [p.citation_count for p in (first, second) if p.citation_count is not None]
    return first.model_copy(
        update=facts
        | {
            "citation_count": max(counts, default=None),
            "open_access": first.open_access
            if first.open_access is not None
            else second.open_access,
            "passages": _under(first.paper_id, richer).passages,
            "text_source": richer.text_source,
            "references": max(richer.references, other.references, key=len),
            "relation": Relation.MINE
            if Relation.MINE in (first.relation, second.relation)
            else first.relation or second.relation,
        }
    )


def _under(paper_id: PaperId, paper: Paper) -> Paper:
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


def _wealth(paper: Paper) -> tuple[int, int]:
    return _RICHNESS[paper.text_source], sum(len(p.text) for p in paper.passages)
