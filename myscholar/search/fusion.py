"""Several ranked lists into one: reciprocal rank fusion, the same paper from several sources once,
near-duplicate passages once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, Passage, publication_in
from myscholar.domain.text import fold
from myscholar.search.corpus.titles import has_known_title
from myscholar.text.similarity import overlap

RANK_DAMPING = 10
"""k of reciprocal rank fusion. Source: Cormack, Clarke and Büttcher (2009), whose 60 lets a paper
that is in the middle of every list pass one that is the best of a list. Chosen of 60, 20, 10 and 5
on 24 questions, confirmed on 36 others: the table is in `eval/bench/README.md`, Fusion."""
SAME_TEXT = 0.9
"""Share of the shorter one's content words that makes two passages near-duplicates; by hand."""
_SHORTEST_TITLE = 12
"""Characters below which equal titles do not mean equal papers ("Introduction"); by hand."""


@dataclass(frozen=True)
class RankedList:
    """What one query found in one source, best first. `weight` > 0."""

    source: str
    hits: tuple[Hit, ...]
    weight: float = 1.0


@dataclass
class _Cluster:
    """One paper as its sources know it."""

    versions: dict[str, Paper] = field(default_factory=dict)
    """Source -> its facts."""
    score: float = 0.0
    passages: dict[str, tuple[float, Passage]] = field(default_factory=dict)
    """Passage id -> its best reciprocal rank and text."""


def fuse(lists: Sequence[RankedList], *, per_paper_cap: int) -> tuple[Hit, ...]:
    """The papers by the sum over lists of weight / (10 + rank), scaled so that the best has 1.

    A paper of two sources is one hit if a DOI, an id or its title agrees; two papers of one source
    stay apart. Each hit has at most
    `per_paper_cap` passages, best first; a text that a better paper has already is left out, and a
    paper with nothing else too.
    """
    clusters = sorted(_clusters(lists), key=lambda c: -c.score)
    best = clusters[0].score if clusters else 1.0
    seen: set[str] = set()
    hits = (_hit(cluster, cluster.score / best, seen, per_paper_cap) for cluster in clusters)
    return tuple(hit for hit in hits if hit)


def _clusters(lists: Sequence[RankedList]) -> list[_Cluster]:
    """Papers in order of first sight, which keeps ties in the order of the lists."""
    clusters: list[_Cluster] = []
    of_paper: dict[tuple[str, str], _Cluster] = {}
    of_key: defaultdict[str, list[_Cluster]] = defaultdict(list)
    for ranked in lists:
        for rank, hit in enumerate(ranked.hits, 1):
            paper, place = hit.paper, (ranked.source, hit.paper.paper_id)
            if place not in of_paper:
                of_paper[place] = _same(paper, ranked.source, of_key) or _Cluster()
                if not of_paper[place].versions:
                    clusters.append(of_paper[place])
                of_paper[place].versions[ranked.source] = paper
                for key in keys_of(paper):
                    of_key[key].append(of_paper[place])
            _count(of_paper[place], hit, ranked.weight / (RANK_DAMPING + rank))
    return clusters


def _same(paper: Paper, source: str, of_key: dict[str, list[_Cluster]]) -> _Cluster | None:
    """The cluster of the same paper from other sources; never one that has another paper of this
    source."""
    candidates = (cluster for key in keys_of(paper) for cluster in of_key.get(key, ()))
    return next((c for c in candidates if source not in c.versions), None)


def keys_of(paper: Paper) -> Iterable[str]:
    """What two sources' versions of a paper have in common, surest first."""
    yield f"id {paper.paper_id}"
    if paper.doi:
        yield f"doi {paper.doi.casefold().removeprefix('https://doi.org/')}"
    if paper.s2_id:
        yield f"s2 {paper.s2_id.casefold()}"
    if paper.arxiv_id:
        yield f"arxiv {paper.arxiv_id.casefold().removeprefix('arxiv:').split('v')[0]}"
    title = fold(paper.title)
    if len(title) >= _SHORTEST_TITLE and has_known_title(paper):
        yield f"title {title}"


def _count(cluster: _Cluster, hit: Hit, share: float) -> None:
    cluster.score += share
    for place, passage in enumerate(hit.paper.passages):
        value = share / (1 + place)
        known = cluster.passages.get(passage.passage_id)
        if known is None or known[0] < value:
            cluster.passages[passage.passage_id] = (value, passage)


def _hit(cluster: _Cluster, score: float, seen: set[str], cap: int) -> Hit | None:
    paper = merged(tuple(cluster.versions.values()))
    by_value = [p for _, p in sorted(cluster.passages.values(), key=lambda pair: -pair[0])]
    fresh = [p for p in by_value if fold(p.text) not in seen]
    if by_value and not fresh:
        return None
    kept = _without_twins(fresh)[:cap]
    seen.update(fold(p.text) for p in kept)
    passages = tuple(p.model_copy(update={"paper_id": paper.paper_id}) for p in kept)
    shown = paper.model_copy(update={"passages": passages})
    return Hit(paper=shown, score=score, sources=tuple(cluster.versions))


def _without_twins(passages: Sequence[Passage]) -> list[Passage]:
    """The passages without near-duplicates: of two the longer, at the better one's place. A summary
    never replaces the paper's words."""
    kept: list[Passage] = []
    for passage in passages:
        twin = next((i for i, other in enumerate(kept) if _is_near(passage, other)), None)
        if twin is None:
            kept.append(passage)
        elif len(passage.text) > len(kept[twin].text):
            kept[twin] = passage
    return kept


def _is_near(a: Passage, b: Passage) -> bool:
    return a.kind.is_verbatim == b.kind.is_verbatim and overlap(a.text, b.text) >= SAME_TEXT


def merged(versions: Sequence[Paper]) -> Paper:
    """The first version with a known title; what it does not know is taken from the others."""
    first = next((v for v in versions if has_known_title(v)), versions[0]).without_text()
    if len(versions) == 1:
        return first
    filled: dict[str, object] = {}
    for name in _FACTS:
        if getattr(first, name) in (None, ()):
            known = [value for v in versions if (value := getattr(v, name)) not in (None, ())]
            filled |= {name: known[-1]} if known else {}
    counts = [v.citation_count for v in versions if v.citation_count is not None]
    whole = first.model_copy(update={**filled, "citation_count": max(counts, default=None)})
    return whole.model_copy(update={"publication": publication_in(whole.venue, versions)})


_FACTS = tuple("authors year venue url doi arxiv_id s2_id fields open_access pdf_url".split())
