"""Semantic Scholar as a source of evidence, with few requests a report.

A report's queries are answered together: passages of as many as the budget allows, the question's
and those of actions first; keywords for the question, and for nothing else, where there is room
beside them all; one batch for the facts of papers known from passages only; then the filters once
more, on those facts.
Source: MySQA §2.3 (retrieval); the budget is the project's own.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any

from myscholar.domain.evidence import ActionId, Hit, QueryKind, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageKind, TextSource
from myscholar.domain.report import QueryResult, SearchRecord
from myscholar.domain.text import counted
from myscholar.errors import ScholarBudgetSpent, ScholarError
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.client import LONGEST_BATCH, SemanticScholar
from myscholar.gateways.semantic_scholar.translate import SOURCE_NAME
from myscholar.search.fusion import RANK_DAMPING
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.question_topics import core_phrases
from myscholar.text.terms import tokens

MAX_REQUESTS = 7
"""What the searches of one report may send, retries included; measured: of the papers that others
cite for 16 questions, 88 read hold 57, 61 and 65 % where none, two and four sides of the question
are searched besides it."""
ACTIONS_FIRST = 3
"""Queries of actions that are sent before the first for a side of the question; by hand."""

_FOR_FACTS = 1
"""Requests kept for the facts of the papers that passages came from, one batch; by hand."""
_BOTH = 2
"""Requests for the question's passages and its papers by keyword. Source: the API's two
endpoints."""
_CALM_START = 3
"""Tries of the first two requests while the service is calm: both, and one again; by hand."""
_PASSAGES_A_PAPER = 2
"""Passages are asked for `limit` papers, of which some have several. By hand."""
_KEYWORD_PAPERS = 20
"""Papers by keyword that join those by passage. Source: Ai2 ScholarQA (Singh et al., 2025), which
takes 256 passages and 20 papers."""
_MOST_WORDS, _MOST_OF_TOPIC = 6, 4
"""Telling words that are all sent as keywords, which the service wants in one paper; of a longer
text so many of its topic. Measured: of four questions said again with two answers no abstract among
87,000 holds all words, in rules (6 to 10) or by a model (18 to 23); 4 of their topic find 2 to 676,
and none for one of eight."""
_PASSAGE_TRIES, _KEYWORD_TRIES = 3, 2
"""Tries of the first two requests; a report can do without the keyword search. By hand."""
_URGENCY = {QueryKind.QUESTION: 0, QueryKind.ACTION: 1, QueryKind.FACET: 2}

Facts = Mapping[PaperId, Paper]


@dataclass(frozen=True)
class _Found:
    """What has come back for one query: its ranked lists, and what went wrong."""

    query: SearchQuery
    by_passage: tuple[Hit, ...] = ()
    by_keyword: tuple[Paper, ...] = ()
    errors: tuple[ScholarError, ...] = ()
    seconds: float = 0.0


class SemanticScholarSource:
    """One for each report: `max_requests` is all that it may send, out of the client's own
    budget."""

    name = SOURCE_NAME

    def __init__(
        self,
        client: SemanticScholar,
        *,
        max_requests: int = MAX_REQUESTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.budget: RequestBudget = client.budget.part(max_requests)
        self._client, self._clock = client.within(self.budget), clock

    async def search(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """At most `limit` papers. Raises the ScholarError if nothing came back; `search_all` also
        tells of a failure part-way."""
        (found,), facts, _ = await self._look_up((query,), limit)
        hits = _hits(found, facts, limit)
        if not hits and found.errors:
            raise found.errors[0]
        return hits

    async def search_all(
        self, queries: Sequence[SearchQuery], limit: int
    ) -> tuple[QueryResult, ...]:
        """What each query found, in their order. What failed, or was not sent for want of budget,
        stands in its record; the rest is kept."""
        all_found, facts, factless = await self._look_up(queries, limit)
        return tuple(_result(found, facts, factless, limit) for found in all_found)

    async def look_ahead(self, query: SearchQuery, limit: int) -> None:
        """Asks for what answers the query itself before others are known: a later `search_all` with
        it finds the answers in the cache.

        What goes wrong is left to that search.
        """
        await self._by_passage(self._client, query, limit)

    async def _look_up(
        self, queries: Sequence[SearchQuery], limit: int
    ) -> tuple[list[_Found], Facts, ScholarError | None]:
        """The finds, the facts about their papers (those that stand highest, where there are more
        than one batch holds), and why some facts could not be had."""
        all_found = await self._ask(queries, limit)
        known = {paper.paper_id: paper for found in all_found for paper in found.by_keyword}
        by_rank = chain.from_iterable(zip_longest(*(found.by_passage for found in all_found)))
        quoted = dict.fromkeys(hit.paper.paper_id for hit in by_rank if hit)
        unknown = [paper_id for paper_id in quoted if paper_id not in known]
        try:
            fetched = await self._client.papers(unknown[:LONGEST_BATCH]) if unknown else ()
        except ScholarError as error:
            return all_found, known, error
        return all_found, known | {p.paper_id: p for p in fetched if p}, None

    async def _ask(self, queries: Sequence[SearchQuery], limit: int) -> list[_Found]:
        """The most urgent query first, so that a service that is down is not asked again for each
        of the others."""
        if not queries:
            return []
        first, *rest = in_order(queries)
        left = self.budget.left
        is_whole = queries[first].kind is QueryKind.QUESTION
        # else each query's passages come first
        has_room = is_whole and _BOTH + len(rest) + _FOR_FACTS <= left
        ask_first, n_lead = (self._by_both, _BOTH) if has_room else (self._by_passage, 1)
        if left <= _FOR_FACTS:  # papers by keyword come with their facts
            lead = await self._by_keyword(self._client, queries[first], limit)
        else:
            lead = await ask_first(self._sparing(), queries[first], limit)
        if lead.errors and not lead.by_passage and not has_room:
            other = await self._by_keyword(self._sparing(), queries[first], limit)
            lead = replace(other, errors=(*lead.errors, *other.errors))
        if lead.errors and not (lead.by_passage or lead.by_keyword):
            others = [_Found(queries[i], errors=lead.errors[:1]) for i in rest]
        else:
            most = left - n_lead - _FOR_FACTS
            others = await self._ask_others([queries[i] for i in rest], limit, lead, most=most)
        answers = {first: lead} | dict(zip(rest, others, strict=True))
        return [answers[i] for i in range(len(queries))]

    async def _ask_others(
        self, queries: Sequence[SearchQuery], limit: int, lead: _Found, *, most: int
    ) -> list[_Found]:
        """As many as the budget allows; by keyword if passages can't be had, which brings the facts
        along.

        Never more than `most`, also where answers came from the cache, so that a run that is
        resumed finds what it would have found.
        """
        if lead.errors and not lead.by_passage:
            ask, client, n_affordable = self._by_keyword, self._client, self.budget.left
        else:
            ask, client = self._by_passage, self._sparing()
            # then the batch for the facts may need a second try as well
            is_shaky = self.budget.spent > _CALM_START
            n_affordable = max(0, min(client.budget.left - is_shaky, most))
        asked = [ask(client, query, limit) for query in queries[:n_affordable]]
        spent = (ScholarBudgetSpent(self.budget.limit),)
        unsent = [_Found(query, errors=spent) for query in queries[n_affordable:]]
        return [*await asyncio.gather(*asked), *unsent]

    def _sparing(self) -> SemanticScholar:
        """A client that leaves a request for the facts."""
        return self._client.within(self.budget.all_but(_FOR_FACTS))

    async def _by_both(self, client: SemanticScholar, query: SearchQuery, limit: int) -> _Found:
        passages, keywords = await asyncio.gather(
            self._by_passage(client.within(client.budget.part(_PASSAGE_TRIES)), query, limit),
            self._by_keyword(client.within(client.budget.part(_KEYWORD_TRIES)), query, limit),
        )
        return replace(
            passages,
            by_keyword=keywords.by_keyword,
            errors=(*passages.errors, *keywords.errors),
            seconds=max(passages.seconds, keywords.seconds),
        )

    async def _by_passage(self, client: SemanticScholar, query: SearchQuery, limit: int) -> _Found:
        n = _PASSAGES_A_PAPER * limit
        asked = client.snippets(telling_words(query.text), filters=query.filters, limit=n)
        return await self._time(query, "by_passage", asked)

    async def _by_keyword(self, client: SemanticScholar, query: SearchQuery, limit: int) -> _Found:
        n = min(limit, _KEYWORD_PAPERS)
        asked = client.search(keywords(query.text), filters=query.filters, limit=n)
        return await self._time(query, "by_keyword", asked)

    async def _time(self, query: SearchQuery, way: str, asked: Awaitable[object]) -> _Found:
        started = self._clock()
        try:
            told: dict[str, Any] = {way: await asked}
        except ScholarError as error:
            told = {"errors": (error,)}
        return replace(_Found(query), seconds=self._clock() - started, **told)


def in_order(queries: Sequence[SearchQuery]) -> list[int]:
    """Places of the queries, the most urgent first: the question, one query for each action, sides
    of the question, further queries of actions. Many actions leave room for one side of the
    question."""
    urgency, served = list[int](), set[ActionId]()
    for query in queries:
        is_served = bool(query.action_ids) and served.issuperset(query.action_ids)
        urgency.append(len(_URGENCY) if is_served else _URGENCY[query.kind])
        served.update(query.action_ids)
    places = sorted(range(len(queries)), key=urgency.__getitem__)
    n_first = sum(query.kind is QueryKind.QUESTION for query in queries) + ACTIONS_FIRST
    facet = next((i for i in places if queries[i].kind is QueryKind.FACET), None)
    if facet is not None and places.index(facet) > n_first:
        places.remove(facet)
        places.insert(n_first, facet)
    return places


def _result(found: _Found, facts: Facts, factless: ScholarError | None, limit: int) -> QueryResult:
    hits = _hits(found, facts, limit)
    without = [hit.paper for hit in found.by_passage if hit.paper.paper_id not in facts]
    messages = [str(error) for error in found.errors]
    if factless and without:
        filters = found.query.filters
        n_lost = sum(not filters.accepts(paper) for paper in without)
        lost = f" {n_lost} left out, since “{filters}” can't be checked." if n_lost else ""
        n_without = counted(len(without), "paper")
        messages.append(f"The facts about {n_without} are missing: {factless}{lost}")
    record = SearchRecord(
        query=found.query,
        source=SOURCE_NAME,
        n_hits=len(hits),
        seconds=round(found.seconds, 3),
        error=" ".join(dict.fromkeys(messages)) or None,
    )
    return QueryResult(record=record, hits=hits)


def _hits(found: _Found, facts: Facts, limit: int) -> tuple[Hit, ...]:
    """Both lists fused by reciprocal rank: score sum 1 / (10 + rank), in (0, 2/11]. Papers that
    can't be quoted or fail the filters are out."""
    scores: dict[PaperId, float] = defaultdict(float)
    matched = [hit.paper for hit in found.by_passage]
    for papers in (matched, found.by_keyword):
        for rank, paper in enumerate(papers, start=1):
            scores[paper.paper_id] += 1 / (RANK_DAMPING + rank)
    known = {p.paper_id: p for p in found.by_keyword}
    known |= {p.paper_id: _describe(p, facts.get(p.paper_id)) for p in matched}
    ranked = (known[i] for i in sorted(scores, key=lambda i: -scores[i]))
    fitting = [p for p in ranked if p.passages and found.query.filters.accepts(p)]
    return tuple(
        Hit(paper=p, score=scores[p.paper_id], sources=(SOURCE_NAME,)) for p in fitting[:limit]
    )


def _describe(matched: Paper, facts: Paper | None) -> Paper:
    """The facts, where they are known, with the passages that matched and then the abstract."""
    if facts is None:
        return matched
    passages = _with_whole_abstract(matched.passages, facts.passages)
    from_body = any(p.kind is PassageKind.BODY for p in passages)
    source = TextSource.SNIPPETS if from_body else facts.text_source
    return facts.model_copy(update={"passages": passages, "text_source": source})


def _with_whole_abstract(
    matched: tuple[Passage, ...], abstract: tuple[Passage, ...]
) -> tuple[Passage, ...]:
    """A part of the abstract gives its place to the whole."""
    whole = [next((a for a in abstract if p.text.strip() in a.text), p) for p in matched]
    return tuple({p.passage_id: p for p in (*whole, *abstract)}.values())


def telling_words(text: str) -> str:
    """The text without stop words: "How do" and "what is" match passages about nothing in
    particular."""
    return " ".join(t.text for t in tokens(text) if t.text.casefold() not in STOP_WORDS) or text


def keywords(text: str) -> str:
    """The telling words, or of many the leading topic phrases."""
    telling = telling_words(text)
    if len(telling.split()) <= _MOST_WORDS:
        return telling
    chosen: list[str] = []
    for phrase in core_phrases(text, (), None):
        if len([*chosen, *phrase.split()]) > _MOST_OF_TOPIC:
            break
        chosen += phrase.split()
    return " ".join(chosen) or telling
