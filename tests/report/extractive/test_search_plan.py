"""Queries from a question and actions."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import QueryKind, SearchFilters
from myscholar.errors import BadFilter
from myscholar.report.extractive.search_plan import plan_queries

QUESTION = "What are the main differences between contextual inquiry and diary studies?"


def test_the_question_comes_first_and_two_to_four_facets_follow() -> None:
    queries = plan_queries(QUESTION)
    assert (queries[0].text, queries[0].kind) == (QUESTION, QueryKind.QUESTION)
    assert 2 <= sum(q.kind is QueryKind.FACET for q in queries) <= 4
    assert any("contextual inquiry" in q.text and "diary studies" not in q.text for q in queries)


def test_an_action_that_searches_gets_one_query_with_its_id(action: Callable[..., Action]) -> None:
    queries = plan_queries(
        QUESTION, actions=(action(Verb.SEARCH, "power relations"), action(Verb.LIST))
    )
    served = [q for q in queries if q.action_ids]
    assert [(q.kind, q.action_ids) for q in served] == [(QueryKind.ACTION, ("search",))]
    assert served[0].text.startswith("power relations")


def test_a_limit_narrows_every_query(action: Callable[..., Action]) -> None:
    limit = action(Verb.LIMIT, filters=SearchFilters(year_min=2020))
    queries = plan_queries(
        QUESTION, actions=(limit, action(Verb.NUMBERS)), filters=SearchFilters(year_max=2024)
    )
    assert {q.filters for q in queries} == {SearchFilters(year_min=2020, year_max=2024)}


def test_filters_that_shut_everything_out_are_refused(action: Callable[..., Action]) -> None:
    with pytest.raises(BadFilter):
        plan_queries(
            QUESTION,
            actions=(action(Verb.LIMIT, filters=SearchFilters(year_min=2020)),),
            filters=SearchFilters(year_max=2010),
        )


def test_two_actions_with_the_same_words_share_a_query(action: Callable[..., Action]) -> None:
    queries = plan_queries(
        QUESTION, actions=(action(Verb.SEARCH, "power"), action(Verb.FOCUS, "power"))
    )
    assert [q.action_ids for q in queries if q.action_ids] == [("search", "focus")]
