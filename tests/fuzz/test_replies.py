"""What services and models answer, whatever it is: what is right in it is taken as it stands, the
rest is left out, and nothing of it ends the work."""

import json
import math
from typing import Any

import httpx
import numpy as np
from hypothesis import event, example, given
from hypothesis import strategies as st
from pydantic_ai import ModelResponse, TextPart, ToolCallPart

from myscholar.actions.llm.reading import MOST_CHARACTERS, candidate_of, usable
from myscholar.actions.llm.replies import Proposals
from myscholar.actions.llm.showing import PromptSituation
from myscholar.domain.drafts import SectionPlan
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper
from myscholar.domain.profile import InferenceId
from myscholar.errors import EngineUnavailable
from myscholar.gateways.embedding.openai import OpenAiEmbedder
from myscholar.gateways.llm.wire import _json_text
from myscholar.gateways.semantic_scholar.identifiers import paper_id
from myscholar.gateways.semantic_scholar.translate import (
    to_authors,
    to_body,
    to_hits,
    to_linked,
    to_paper,
    to_papers,
)
from myscholar.profile.llm.grounding import ground
from myscholar.profile.llm.material import gather as gather_material
from myscholar.profile.llm.replies import AspectReply
from myscholar.profile.reading import read_papers
from myscholar.report.llm.outline_check import OutlineInput
from myscholar.report.llm.outline_shape import outline_of
from myscholar.report.llm.quotes import gather
from myscholar.report.llm.reading import Reading
from myscholar.report.llm.replies import OutlineReply, PaperQuotes, SearchPlanReply
from myscholar.report.llm.search_plan import MOST_QUERIES, plan_of
from myscholar.report.llm.section_replies import TableReply
from myscholar.report.llm.table import rows_of, table_of
from myscholar.text.background import Background
from myscholar.text.safeguards import is_withheld
from myscholar.workflows.sample import sample_papers
from tests.actions.conftest import COMMON
from tests.fuzz.made_up import cases, json_values, replies, texts, with_other_values
from tests.views.conftest import action

RECORD = {
    "paperId": "a" * 40,
    "corpusId": 12,
    "externalIds": {"DOI": "10.1/x", "ArXiv": "2101.00001", "CorpusId": 12},
    "url": "https://x.org/a",
    "title": "Birds",
    "abstract": "We count birds.",
    "venue": "ACL",
    "publicationVenue": {"name": "A", "type": "journal", "alternate_names": ["ACL"]},
    "year": 2020,
    "authors": [{"name": "Ada"}],
    "citationCount": 3,
    "isOpenAccess": True,
    "openAccessPdf": {"url": "https://x.org/a.pdf"},
    "fieldsOfStudy": ["Biology"],
    "s2FieldsOfStudy": [{"category": "Biology"}],
    "publicationTypes": ["JournalArticle"],
    "authorId": "7", "name": "Ada", "affiliations": ["X"], "paperCount": 3, "hIndex": 2,
}  # fmt: skip
SNIPPET = {
    "score": 0.5,
    "paper": RECORD,
    "snippet": {"text": "We count.", "snippetKind": "body", "section": "1",
                "snippetOffset": {"start": 5}},
}  # fmt: skip
GOOD = to_paper({"corpusId": 99, "title": "Good", "abstract": "It is."})


@cases(80)
@given(st.lists(with_other_values(RECORD) | json_values, max_size=2))
@example([{**RECORD, "corpusId": "²", "citationCount": 10**30}])
@example([{**RECORD, "fieldsOfStudy": ["\ud800"]}])
def test_records_give_papers_and_a_bad_one_costs_no_other(records: list[Any]) -> None:
    good = {"corpusId": 99, "title": "Good", "abstract": "It is."}
    papers = to_papers([*records, good, *records])
    assert GOOD in papers
    for paper in (*papers, *to_linked([{"citedPaper": r} for r in records])):
        assert Paper.model_validate_json(paper.model_dump_json()) == paper
        assert paper.citation_count is None or paper.citation_count < 2**63
        if paper.paper_id.startswith("CorpusId:"):
            assert paper_id(paper.paper_id) == paper.paper_id
    assert all(author.model_dump_json() for author in to_authors(records))


@cases(80)
@given(st.lists(with_other_values(SNIPPET) | json_values, max_size=3))
@example([{**SNIPPET, "score": 10**400}])
@example([{**SNIPPET, "score": math.nan}, SNIPPET])
def test_snippets_give_each_paper_once_with_words_of_its_own(snippets: list[Any]) -> None:
    hits = to_hits(snippets)
    said = [s["snippet"]["text"] for s in snippets if _has_text(s)]
    assert len({hit.paper.paper_id for hit in hits}) == len(hits)
    for hit in hits:
        assert math.isfinite(hit.score)
        assert Hit.model_validate_json(hit.model_dump_json()) == hit
        body = to_body(snippets, hit.paper.paper_id)
        assert [p.paragraph for p in body] == list(range(1, len(body) + 1))
        for passage in (*hit.paper.passages, *body):
            assert passage.text in [str(text).encode("utf-8", "replace").decode() for text in said]


def _has_text(snippet: Any) -> bool:
    inner = snippet.get("snippet") if isinstance(snippet, dict) else None
    return isinstance(inner, dict) and "text" in inner


components = st.floats(width=64) | st.sampled_from([1e38, -3e38, 1e-30, 5e-324, 0.0, 1e300])
vectors = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.lists(components, min_size=n, max_size=n), min_size=2, max_size=2)
)


def answering(content: bytes, status: int = 200) -> OpenAiEmbedder:
    client = httpx.Client(
        transport=httpx.MockTransport(lambda _: httpx.Response(status, content=content))
    )
    return OpenAiEmbedder(model="m", base_url="http://x", api_key=None, client=client, max_wait_s=0)


@cases(80)
@given(vectors)
@example([[1e38, 1e38], [1.0, 0.0]])
@example([[1e-30, 1e-30], [1.0, 0.0]])
def test_vectors_of_an_embedder_have_length_one_or_are_refused(rows: list[list[float]]) -> None:
    data = {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}
    try:
        made = answering(json.dumps(data).encode()).embed(["a", "b"])
    except EngineUnavailable:
        event("refused")
        return
    event("taken")
    assert made.shape == (2, len(rows[0]))
    for row, given_row in zip(made, rows, strict=True):
        length = float(np.linalg.norm(row.astype(np.float64)))
        assert abs(length - 1) < 1e-3 or not any(abs(x) > 1e-37 for x in given_row)


REPLY = {"data": [{"index": 0, "embedding": [1.0, 0.5]}, {"index": 1, "embedding": [0.0, 1.0]}]}


@cases(80)
@given(
    with_other_values(REPLY).map(json.dumps).map(str.encode) | st.binary(max_size=30),
    st.sampled_from([200, 200, 200, 400, 401, 302]),
)
@example(b"[" * 100_000, 200)
def test_an_embedders_answer_is_one_vector_a_text_or_refused(content: bytes, status: int) -> None:
    try:
        made = answering(content, status).embed(["a", "b"])
    except EngineUnavailable:
        event("refused")
        return
    assert made.shape[0] == 2
    assert np.isfinite(made).all()


def cleaned(value: Any) -> Any:
    """Without control characters and half characters in texts."""
    if isinstance(value, str):
        whole = value.encode("utf-8", "replace").decode()
        return "".join(c for c in whole if c in "\t\n\r" or not (c < " " or "\x7f" <= c <= "\x9f"))
    if isinstance(value, list):
        return [cleaned(v) for v in value]
    return {cleaned(k): cleaned(v) for k, v in value.items()} if isinstance(value, dict) else value


plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | texts("\\", "\\u0000", '"', "```", "{", "\x1b"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts("a", '"'), inner, max_size=2),
    max_leaves=4,
)


@cases(100)
@given(
    plain_values,
    st.sampled_from(["{}", "```json\n{}\n```", "```\n\n{}```", " {}\n"]),
    st.booleans(),
)
@example({"\b": "\f"}, "{}", True)
@example(["\ud800", "\U0001f426", "\\ud800"], "{}", True)
def test_a_form_is_read_as_the_model_gave_it_without_what_terminals_obey(
    value: Any, frame: str, as_ascii: bool
) -> None:
    said = frame.replace("{}", json.dumps({"v": value}, ensure_ascii=as_ascii))
    read = json.loads(_json_text(ModelResponse(parts=[TextPart(said)])))
    event("same" if read == {"v": value} else "cleaned")
    assert flat_texts(read) == flat_texts(cleaned({"v": value}))
    called = ModelResponse(parts=[ToolCallPart("form", args={"v": value})])
    assert flat_texts(json.loads(_json_text(called))) == flat_texts(cleaned({"v": value}))


def flat_texts(value: Any) -> Any:
    """Half characters count as one sign, whoever writes them."""
    return json.loads(json.dumps(value).replace("\\ufffd", "?"))


PAPERS = [p for p in sample_papers().papers if p.passages][:3]
HITS = [Hit(paper=paper, score=1 - i / 4) for i, paper in enumerate(PAPERS)]
SENTENCES = [p.text for paper in PAPERS for p in paper.passages[:2]]
spoken = st.one_of(
    st.sampled_from(SENTENCES).flatmap(
        lambda text: st.tuples(st.integers(0, len(text)), st.integers(5, 200)).map(
            lambda at: text[at[0] : at[0] + at[1]]
        )
    ),
    texts("Your papers ", "One paper ", "[1]", "<a1>", "| a |", "…", "...", "You are a woman.",
          "claims", "citation", "I can list, which might help you ", "since 2019", most=5),
)  # fmt: skip
numbers = st.integers(-1, 6)
ACTIONS = (action("a", "Show numbers"), action("b", "Compare judges"))
SEEN = tuple(enumerate(ACTIONS, 1))


@cases(60)
@given(st.lists(replies(PaperQuotes, spoken, numbers), min_size=3, max_size=3))
def test_quotes_of_any_reply_stand_word_for_word_in_their_papers(said: list[PaperQuotes]) -> None:
    made = gather(HITS, [Reading(reply=reply) for reply in said], SEEN)
    by_id = {p.passage_id: p for paper in PAPERS for p in paper.passages}
    for quote in made.quotes:
        quote.evidence.verify(by_id[quote.evidence.passage_id])
    assert [q.quote_id for q in made.quotes] == [f"q{n + 1}" for n in range(len(made.quotes))]
    told = {q.evidence.paper_id for q in made.quotes} | {d.paper_id for d in made.dropped}
    assert told == {paper.paper_id for paper in PAPERS}


MATERIAL = gather_material(
    read_papers(tuple(PAPERS)), Background(10_000, dict.fromkeys(COMMON, 2_000)), 60_000
)


@cases(25)
@given(replies(AspectReply, spoken, st.integers(-1, 30)))
def test_inferences_of_any_reply_rest_on_words_of_their_papers(reply: AspectReply) -> None:
    found = ground(reply, MATERIAL, of_style=False, model="m")
    by_id = {p.passage.passage_id: p.passage for p in MATERIAL.paragraphs.values()}
    assert len(found.inferences) + found.n_unsupported + found.n_withheld == len(reply.inferences)
    for inference in found.inferences:
        assert inference.supports
        assert not is_withheld(inference.text)
        for support in inference.supports:
            for evidence in support.evidence:
                evidence.verify(by_id[evidence.passage_id])


FIRST_WORDS = [" ".join(p.passages[0].text.split()[:30]) for p in PAPERS]
QUOTES = gather(
    HITS, [Reading(reply=PaperQuotes(paper=1, quotes=[words])) for words in FIRST_WORDS], SEEN
).quotes


@cases(40)
@given(replies(OutlineReply, spoken, numbers))
def test_an_outline_of_any_reply_has_a_place_for_each_action(reply: OutlineReply) -> None:
    wanted = OutlineInput(quotes=QUOTES, seen=SEEN, fewest=1, most=2, question="How do judges err?")
    outline = outline_of(reply, wanted)
    assert 1 <= len(outline.sections) <= 2
    assert all(plan.title.strip() and plan.title == " ".join(plan.title.split())
               for plan in outline.sections)  # fmt: skip
    known = {quote.quote_id for quote in QUOTES}
    assert {q.quote_id for plan in outline.sections for q in plan.quotes} <= known
    assert {i for plan in outline.sections for i in plan.action_ids} == {"a", "b"}


@cases(40)
@given(replies(SearchPlanReply, spoken, numbers))
def test_a_search_plan_of_any_reply_asks_the_question_first(reply: SearchPlanReply) -> None:
    plan = plan_of(reply, "How do judges err?", SEEN, actions=ACTIONS)
    assert plan.queries[0].text == "How do judges err?"
    assert len(plan.queries) <= MOST_QUERIES
    assert all(q.text == " ".join(q.text.split()) for q in plan.queries)
    assert {i for q in plan.queries for i in q.action_ids} <= {"a", "b"}


@cases(60)
@given(replies(TableReply, spoken, numbers))
def test_a_table_of_any_reply_has_cells_that_quotes_bear_out(reply: TableReply) -> None:
    papers = {paper.paper_id: paper for paper in PAPERS}
    plan = SectionPlan(title="Judges", quotes=QUOTES)
    table = table_of(reply, rows_of(plan), papers)
    event("table" if table else "none")
    for row in table.rows if table else ():
        assert len(row) == len(table.columns)
        assert all(cell.evidence or not cell.text for cell in row[1:])


SITUATION = PromptSituation(question="How do judges err?", this_year=2026, n_per_stage=2)


@cases(40)
@given(replies(Proposals, spoken, numbers))
def test_proposals_of_any_reply_are_shown_or_told_why_not(reply: Proposals) -> None:
    inferences = (InferenceId("i1"), InferenceId("i2"))
    made = [candidate_of(p, inferences=inferences, model="m") for p in reply.proposals]
    kept, dropped = usable(made, SITUATION)
    assert len(kept) + len(dropped) == len({(c.tldr, c.text) for c in made})
    assert sum(c.wild_card for c in kept) <= 1
    assert all(len(c.tldr) > 0 and len(c.tldr + c.text) <= MOST_CHARACTERS for c in kept)


def test_the_papers_of_the_sample_are_read() -> None:
    assert len(PAPERS) == len(QUOTES) == 3
