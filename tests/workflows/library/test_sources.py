"""What is searched when nobody says where, and what is said when nothing is left to search in."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.actions.own import new_action
from myscholar.domain.actions import Action
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.errors import NoEvidenceFound
from myscholar.search.semantic_scholar import SemanticScholarSource
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.library.sources import SAMPLE, SCHOLAR, is_reachable, open_sources
from myscholar.workflows.services import Services

QUESTION = "How do relevance judgements by language models agree with people?"
AWAY = "http://127.0.0.1:9"


def own_paper(i: int, year: int | None) -> Paper:
    paper_id = PaperId(f"own{i}")
    text = (
        f"Relevance judgements by language models agree with people in {60 + i} percent of the "
        "passages that we judged."
    )
    passage = Passage(
        passage_id=PassageId(f"own{i}:1"), paper_id=paper_id, kind=PassageKind.ABSTRACT, text=text
    )
    return Paper(
        paper_id=paper_id, title=f"Relevance judgements {i}", year=year, passages=(passage,)
    )


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = open_services(Settings(home=tmp_path, scholar_url=AWAY))
    made.store.add(
        "default",
        [
            own_paper(1, None),
            own_paper(2, None),
            own_paper(3, None),
            own_paper(4, 2019),
            own_paper(5, 2020),
        ],
        at="2026",
    )
    yield made
    made.store.close()


def limited(*years: int) -> tuple[Action, ...]:
    return tuple(
        new_action(f"only papers after {year}", action_id=f"a{year}", question=QUESTION)
        for year in years
    )


def written(
    services: Services, *actions: Action, sources: tuple[str, ...] = ("library:default",)
) -> None:
    asyncio.run(
        carry_out(
            services,
            ReportOrder(
                question=QUESTION, actions=actions, sources=sources, engine=Engine.EXTRACTIVE
            ),
        )
    )


def test_a_few_own_papers_are_searched_together_with_the_sample_when_semantic_scholar_is_away(
    services: Services,
) -> None:
    opened = open_sources(services)
    assert [source.name for source in opened.sources] == ["library:default", "corpus:sample"]
    assert opened.notes == (
        "Semantic Scholar can't be reached: your library and the bundled sample were searched.",
    )


def test_without_anything_of_ones_own_the_sample_is_searched(tmp_path: Path) -> None:
    opened = open_sources(open_services(Settings(home=tmp_path, scholar_url=AWAY)))
    assert [source.name for source in opened.sources] == ["corpus:sample"]
    assert opened.notes == ("Semantic Scholar can't be reached: the bundled sample was searched.",)


def test_what_is_named_is_searched_and_nothing_else(services: Services) -> None:
    assert [source.name for source in open_sources(services, (SAMPLE,)).sources] == [
        "corpus:sample"
    ]


def test_an_action_that_shuts_every_paper_out_is_named_with_the_papers_that_have_no_year(
    services: Services,
) -> None:
    with pytest.raises(NoEvidenceFound) as raised:
        written(services, *limited(2021))
    assert str(raised.value).startswith(
        "Your action “only papers after 2021” leaves 0 of 5 papers; 3 have no year."
    )
    assert "searched: your library)" in str(raised.value)


def test_filters_that_everything_passes_are_not_blamed(services: Services) -> None:
    with pytest.raises(NoEvidenceFound) as raised:
        asyncio.run(
            carry_out(
                services,
                ReportOrder(
                    question="How do birds sing at dawn?",
                    sources=("library:default",),
                    engine=Engine.EXTRACTIVE,
                ),
            )
        )
    assert raised.value.shut_out == ""
    assert "filters" not in str(raised.value)


def test_semantic_scholar_may_be_sent_as_many_requests_as_are_given(services: Services) -> None:
    (source,) = open_sources(services, (SCHOLAR,), n_requests=40).sources
    assert isinstance(source, SemanticScholarSource)
    assert source.budget.left == 40


@pytest.mark.parametrize("host", ["a..example.org", f"{'a' * 64}.example.org", "[v1.x]"])
def test_nobody_is_reached_under_a_name_that_nothing_can_have(host: str) -> None:
    assert not is_reachable(f"http://{host}")
