"""One id, one paper: sources name their papers as their files do, so two of them may call different
papers "1"."""

from collections.abc import Sequence

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, short_authors
from myscholar.domain.report import QueryResult
from myscholar.search.corpus.titles import has_known_title
from myscholar.text.same_paper import is_same_behind_one_id


def with_distinct_ids(results: Sequence[QueryResult]) -> tuple[QueryResult, ...]:
    """The same results; where an id means another paper or another text than in a source before,
    `SOURCE/` is put in front of it."""
    names = DistinctIds()
    return tuple(
        result.model_copy(
            update={"hits": tuple(names.named(hit, result.record.source) for hit in result.hits)}
        )
        for result in results
    )


class DistinctIds:
    """Who had an id first."""

    def __init__(self) -> None:
        self._papers: dict[PaperId, tuple[str, Paper]] = {}
        self._texts: dict[PassageId, str] = {}

    def named(self, hit: Hit, source: str) -> Hit:
        """The hit of this source under ids that are its own."""
        paper_id = self._paper_id(hit.paper, source)
        passages = tuple(self._passage(p, paper_id, source) for p in hit.paper.passages)
        paper = hit.paper.model_copy(update={"paper_id": paper_id, "passages": passages})
        return hit.model_copy(update={"paper": paper})

    def _paper_id(self, paper: Paper, source: str) -> PaperId:
        owner, first = self._papers.setdefault(paper.paper_id, (source, paper))
        is_its_own = owner == source or _is_one(first, paper)
        return paper.paper_id if is_its_own else PaperId(f"{source}/{paper.paper_id}")

    def _passage(self, passage: Passage, paper_id: PaperId, source: str) -> Passage:
        passage_id = passage.passage_id
        if self._texts.setdefault(passage_id, passage.text) != passage.text:
            passage_id = PassageId(f"{source}/{passage_id}")
        return passage.model_copy(update={"paper_id": paper_id, "passage_id": passage_id})


def _is_one(a: Paper, b: Paper) -> bool:
    """Whether papers with the same `paper_id` are one; where a title is not known, authors and year
    must agree instead."""
    if is_same_behind_one_id(a, b):
        return True
    if (has_known_title(a) and has_known_title(b)) or not a.authors:
        return False
    return short_authors(a.authors) == short_authors(b.authors) and a.year == b.year
