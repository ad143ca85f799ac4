"""A search made again finds other passages of a paper, or the paper under another id: what was
quoted before stays with it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.papers import PaperId, PassageId
from myscholar.search.distinct_ids import DistinctIds
from myscholar.search.fusion import keys_of, merged


def with_quoted(
    hits: Sequence[Hit], known: Sequence[Hit], quoted: Iterable[Evidence]
) -> tuple[Hit, ...]:
    """The hits, with each passage of `known` ones that is quoted. Both are fused lists; the hits'
    order stays.

    A quoted paper keeps the id that its quotes name, unless the hit that it is now has quotes under
    its own; one that is not among the hits comes after them. Another paper, or another text, behind
    an id of the known ones gets an id of its own.
    """
    passages = defaultdict[PaperId, set[PassageId]](set)
    for piece in quoted:
        passages[piece.paper_id].add(piece.passage_id)
    names = DistinctIds()
    before = [names.named(hit, "") for hit in known]
    kept = [names.named(hit, hit.sources[0] if hit.sources else "now") for hit in hits]
    places: dict[str, int] = {}
    for place, hit in enumerate(kept):
        for key in keys_of(hit.paper):
            places.setdefault(key, place)
    for hit in before:
        own = hit.paper.paper_id
        if own not in passages:
            continue
        for place in (places[key] for key in keys_of(hit.paper) if key in places):
            now = kept[place].paper.paper_id
            if now == own or now not in passages:
                kept[place] = _as_before(hit, kept[place], passages[own])
                break
        else:
            kept.append(hit)
    return tuple(kept)


def with_everything(hits: Sequence[Hit], known: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, with every passage of the `known` ones, as `with_quoted` has it."""
    every = (p for hit in known for p in hit.paper.passages if p.text.strip())
    return with_quoted(hits, known, map(Evidence.of_passage, every))


def _as_before(before: Hit, now: Hit, quoted: Collection[PassageId]) -> Hit:
    """The paper as it is found now, under the id that it had."""
    facts = merged((before.paper, now.paper))
    own = {p.passage_id for p in now.paper.passages}
    passages = (
        *now.paper.passages,
        *(p for p in before.paper.passages if p.passage_id in quoted and p.passage_id not in own),
    )
    paper_id = before.paper.paper_id
    renamed = tuple(p.model_copy(update={"paper_id": paper_id}) for p in passages)
    return now.model_copy(
        update={"paper": facts.model_copy(update={"paper_id": paper_id, "passages": renamed})}
    )
