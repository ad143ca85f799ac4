"""Papers without a year where only those of certain years are wanted."""

import json
from pathlib import Path

from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.domain.papers import Paper, PaperId
from myscholar.workflows.library.corpora import build_corpus
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.library.sources import SCHOLAR, open_local_sources, open_sources
from myscholar.workflows.report.filtered_out import undated
from myscholar.workflows.services import Services

FROM_2024 = SearchQuery(text="songs", filters=SearchFilters(year_min=2024))


def test_papers_without_a_year_are_named_until_somebody_gives_it(tmp_services: Services) -> None:
    papers = [
        Paper(paper_id=PaperId("a"), title="Robin songs"),
        Paper(paper_id=PaperId("b"), title="Wren songs", year=2020),
    ]
    tmp_services.store.add("default", papers, at=tmp_services.now())
    sources = open_local_sources(tmp_services).sources
    (note,) = undated(tmp_services, [FROM_2024], sources)
    assert note.startswith(
        "1 paper of your library has no year and can't pass “from 2024”: “Robin songs”."
    )
    assert undated(tmp_services, [SearchQuery(text="songs")], sources) == ()
    only_an_action = FROM_2024.model_copy(update={"kind": QueryKind.ACTION})
    assert undated(tmp_services, [only_an_action], sources) == ()
    edit_paper(tmp_services, "default", "a", year=2024)
    assert undated(tmp_services, [FROM_2024], sources) == ()


def test_of_many_papers_without_a_year_five_are_named(tmp_services: Services) -> None:
    papers = [Paper(paper_id=PaperId(f"p{n}"), title=f"Song {n}") for n in range(8)]
    tmp_services.store.add("default", papers, at=tmp_services.now())
    (note,) = undated(tmp_services, [FROM_2024], open_local_sources(tmp_services).sources)
    assert note.startswith("8 papers of your library have no year")
    assert "“Song 4” and 3 more." in note


def test_semantic_scholar_is_said_to_leave_out_papers_that_it_has_no_year_for(
    tmp_services: Services,
) -> None:
    opened = open_sources(tmp_services, [SCHOLAR])
    only_venue = SearchQuery(text="songs", filters=SearchFilters(year_max=2020, venues=("ACL",)))
    (note,) = undated(tmp_services, [only_venue], opened.sources)
    assert note.startswith("Semantic Scholar leaves out papers that it has no year for")
    assert "“to 2020”" in note
    assert undated(tmp_services, [SearchQuery(text="songs")], opened.sources) == ()


def test_papers_of_a_corpus_without_a_year_are_counted(
    tmp_services: Services, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.jsonl"
    rows = [{"title": f"Song {n}", "abstract": "Robins sing.", "year": n} for n in (2020, None, 0)]
    notes.write_text("\n".join(json.dumps(row) for row in rows))
    build_corpus(tmp_services, [str(notes)], name="birds")
    (note,) = undated(tmp_services, [FROM_2024], open_local_sources(tmp_services).sources)
    assert note.startswith("2 papers of the corpus birds have no year and can't pass “from 2024”.")
