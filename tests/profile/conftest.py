"""Small made-up papers, and a background in which their topics are rare."""

from collections.abc import Callable

import pytest

from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.text.background import Background

MakePaper = Callable[..., Paper]

NESTS_1 = (
    "We study nest acoustics of city sparrows. Nest acoustics are the sounds that a nest lets "
    "through to the brood. "
    "In a user study with 40 participants, listeners told quiet nests from loud nests. "
    "We argue that nest acoustics should be measured before any nest box is put on sale. "
    "The results help ornithologists and box builders to choose materials for nest boxes."
)
NESTS_2 = (
    "This paper presents a survey of nest acoustics in noisy streets. Nest acoustics suffers from "
    "sparse measurements of traffic noise. "
    "We conducted a user study with 12 participants who rated recordings of loud nests. "
    "We argue that recordings of loud nests must be shared with city planners who approve nest "
    "boxes. "
    "For practitioners, we list recording protocols that keep nest acoustics comparable."
)
SONGS = (
    "Song dialects change when forests shrink. We describe song dialects of wrens in eleven "
    "forests. "
    "Song dialects are inherited by imitation, which our recordings of wrens confirm. "
    "Wildlife managers can use song dialects to tell whether a population is cut off."
)


@pytest.fixture
def make_paper() -> MakePaper:
    def make(
        paper_id: str,
        title: str,
        abstract: str = "",
        body: tuple[str, ...] = (),
        relation: Relation = Relation.MINE,
        venue: str | None = None,
    ) -> Paper:
        pieces = [(PassageKind.ABSTRACT, abstract)] if abstract else []
        pieces += [(PassageKind.BODY, text) for text in body]
        passages = tuple(
            Passage(
                passage_id=PassageId(f"{paper_id}#{n}"),
                paper_id=PaperId(paper_id),
                kind=kind,
                text=text,
                paragraph=n,
            )
            for n, (kind, text) in enumerate(pieces, start=1)
        )
        source = (
            TextSource.FULL_TEXT
            if body
            else TextSource.ABSTRACT
            if abstract
            else TextSource.TITLE_ONLY
        )
        return Paper(
            paper_id=PaperId(paper_id),
            title=title,
            passages=passages,
            text_source=source,
            relation=relation,
            venue=venue,
        )

    return make


@pytest.fixture
def nests(make_paper: MakePaper) -> tuple[Paper, ...]:
    """Two papers on nest acoustics and one on song dialects."""
    return (
        make_paper("a", "Nest Acoustics of City Sparrows", NESTS_1),
        make_paper("b", "A Survey of Nest Acoustics", NESTS_2),
        make_paper("c", "Song Dialects of Wrens", SONGS),
    )


@pytest.fixture
def background() -> Background:
    """1,000 papers that know neither nests nor wrens."""
    return Background(
        n_documents=1000,
        frequencies={"nest": 6, "song": 12, "record": 90, "result": 700},
        quantiles={("words_per_sentence", "abstract"): tuple(10 + q / 5 for q in range(101))},
        floor=5,
    )
