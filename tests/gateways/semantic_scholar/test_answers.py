"""What is asked, and how answers become papers and hits."""

import json

import httpx
import pytest

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.papers import PassageKind, TextSource
from myscholar.errors import UnknownName, UnknownPaper
from myscholar.gateways.semantic_scholar.queries import LONGEST_QUERY, filter_options, query_text
from myscholar.gateways.semantic_scholar.translate import passage, to_hits, to_paper
from myscholar.text.lexicons import words

OF_EVERY_SEARCH = {"query", "limit", "fields"}


def test_hyphens_of_all_kinds_become_spaces():
    assert (
        query_text("state-of-the-art  retrieval‑augmented\nLLMs – a survey")
        == "state of the art retrieval augmented LLMs a survey"
    )


def test_a_long_query_is_cut_at_a_word():
    text = query_text("retrieval " * 100)
    assert len(text) <= LONGEST_QUERY
    assert text.split()[-1] == "retrieval"
    assert len(query_text("x" * 5000)) == LONGEST_QUERY


async def test_words_with_special_signs_reach_the_service_whole(client, service):
    service.always({"total": 0})
    await client().search("R&D in C++ & 50% #recall=1?")
    assert service.parameters()["query"] == "R&D in C++ & 50% #recall=1?"


@pytest.mark.parametrize(
    ("filters", "parameters"),
    [
        (SearchFilters(), {}),
        (SearchFilters(year_min=2020, year_max=2023), {"year": "2020-2023"}),
        (SearchFilters(year_min=2020), {"year": "2020-"}),
        (SearchFilters(year_max=2023), {"year": "-2023"}),
        (SearchFilters(venues=("ACL", "NeurIPS")), {"venue": "ACL,NeurIPS"}),
        (SearchFilters(venues=("Science, Technology and Society",)), {}),
        (SearchFilters(fields=("computer science",)), {"fieldsOfStudy": "Computer Science"}),
        (SearchFilters(fields=("astrology",)), {}),
        (SearchFilters(min_citations=10), {"minCitationCount": "10"}),
        (SearchFilters(min_citations=0), {}),
    ],
)
async def test_filters_become_parameters(client, service, filters, parameters):
    service.always({"data": []})
    for ask in (client().search, client().snippets):
        await ask("topic", filters=filters)
        sent = service.parameters()
        assert {name: sent[name] for name in sent if name not in OF_EVERY_SEARCH} == parameters


async def test_only_the_keyword_search_can_ask_for_open_access(client, service):
    service.always({"data": []})
    await client().search("topic", filters=SearchFilters(open_access=True))
    assert service.parameters()["openAccessPdf"] == ""
    await client().snippets("topic", filters=SearchFilters(open_access=True))
    assert "openAccessPdf" not in service.parameters()


async def test_a_paper_keeps_what_is_known_of_it(client, service, record):
    service.always(
        record(
            5,
            externalIds={"DOI": "10.1/x", "ArXiv": "2106.15928", "CorpusId": 5},
            isOpenAccess=True,
            openAccessPdf={"url": "https://x.org/a.pdf"},
            url="https://www.semanticscholar.org/paper/5",
        )
    )
    paper = await client().paper("arXiv:2106.15928v1")
    assert service.paths == ["paper/ARXIV:2106.15928"]
    assert (paper.paper_id, paper.s2_id) == ("CorpusId:5", f"{5:040x}")
    assert (paper.doi, paper.arxiv_id, paper.pdf_url, paper.open_access) == (
        "10.1/x",
        "2106.15928",
        "https://x.org/a.pdf",
        True,
    )
    assert (paper.authors, paper.year, paper.venue, paper.citation_count) == (
        ("Ada Example",),
        2023,
        "ACL",
        50,
    )
    assert paper.abstract == "We study topic 5."
    assert paper.text_source is TextSource.ABSTRACT


async def test_an_old_doi_with_special_signs_is_sent_whole(client, service, record):
    service.always(record(1))
    await client().paper("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O#x?y")
    assert service.requests[0].url.path.endswith(
        "/paper/DOI:10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O#x?y"
    )


def test_a_venue_carries_its_acronym():
    venue = {"name": "Annual Meeting of the Association for Computational Linguistics",
             "alternate_names": ["Annu Meet Assoc Comput Linguistics", "ACL"]}  # fmt: skip
    paper = to_paper({"corpusId": 1, "title": "T", "publicationVenue": venue})
    assert paper.venue == "Annual Meeting of the Association for Computational Linguistics (ACL)"
    assert SearchFilters(venues=("acl",)).accepts(paper)


@pytest.mark.parametrize(
    ("venue", "kind", "types", "published"),
    [
        ("Journal of Song", "journal", ["JournalArticle"], "journal"),
        ("Meeting on Song", "conference", ["JournalArticle", "Conference"], "conference"),
        ("Meeting on Song", None, ["JournalArticle", "Conference"], "conference"),
        ("Song", None, ["Review", "JournalArticle"], "journal"),
        ("Songs of the World", None, ["BookSection"], "chapter"),
        ("", None, ["Book"], "book"),
        ("arXiv.org", "journal", ["JournalArticle"], None),
        ("", None, ["JournalArticle"], None),
        ("Song", None, None, None),
    ],
)
def test_a_paper_knows_what_it_was_published_as(venue, kind, types, published):
    facts = {"publicationVenue": {"name": venue, "type": kind}, "publicationTypes": types}
    assert to_paper({"corpusId": 1, "title": "T", "venue": venue} | facts).publication == published


async def test_the_kinds_of_publication_are_asked_for(client, service, record):
    service.always(record(1))
    await client().paper("CorpusId:1")
    assert "publicationTypes" in service.parameters()["fields"].split(",")


FIELDS = (
    "paperId",
    "externalIds",
    "title",
    "abstract",
    "year",
    "venue",
    "publicationVenue",
    "publicationTypes",
    "authors",
    "citationCount",
    "isOpenAccess",
    "openAccessPdf",
    "fieldsOfStudy",
    "s2FieldsOfStudy",
    "url",
)


@pytest.mark.parametrize("missing", FIELDS)
@pytest.mark.parametrize("value", [None, "", [], {}, [None], [{}], -1, "??", 0, True])
def test_any_field_may_be_missing_or_odd(record, missing, value):
    assert to_paper(record(3) | {missing: value}).paper_id == "CorpusId:3"


@pytest.mark.parametrize(
    "odd",
    [None, [], "text", 3, {}, {"paper": None}, {"snippet": None, "paper": {"corpusId": None}}],
)
def test_records_without_an_id_are_left_out(odd, snippet):
    assert to_paper(odd) is None
    assert [h.paper.paper_id for h in to_hits([odd, snippet(2)])] == ["CorpusId:2"]


@pytest.mark.parametrize("name", ["title", "authors", "openAccessInfo"])
def test_snippets_with_nulls_are_read(snippet, name):
    (hit,) = to_hits([snippet(2) | {"score": None}, snippet(2, "More.", **{name: None})])
    assert [p.text for p in hit.paper.passages] == ["The method works.", "More."]


def test_a_paper_without_corpus_id_goes_by_its_hash():
    assert to_paper({"paperId": "ab" * 20, "title": "T"}).paper_id == "ab" * 20


async def test_a_search_without_results_finds_nothing(client, service):
    service.always({"total": 0, "offset": 0})
    scholar = client()
    assert await scholar.search("nothing") == ()
    assert await scholar.snippets("nothing") == ()
    assert await scholar.authors("nobody") == ()


async def test_a_batch_answers_in_order_with_gaps(client, service, record):
    service.always([None, record(2)])
    assert [p and p.paper_id for p in await client().papers(["CorpusId:1", "CorpusId:2"])] == [
        None,
        "CorpusId:2",
    ]
    assert service.requests[0].method == "POST"


async def test_a_batch_without_any_known_id_is_all_gaps(client, service):
    service.always({"error": "No valid paper ids given"}, 400)
    assert await client().papers(["CorpusId:1", "CorpusId:2"]) == (None, None)


async def test_nothing_is_asked_for_no_ids(client, service):
    assert await client().papers([]) == ()
    assert service.requests == []


async def test_snippets_of_one_paper_make_one_hit_with_verbatim_text(client, service, snippet):
    service.always(
        {
            "data": [
                snippet(1, "Best  passage. ", score=0.9),
                snippet(2, score=0.8),
                snippet(1, "Second.", score=0.7),
            ]
        }
    )
    first, second = await client().snippets("topic", limit=3)
    assert [p.text for p in first.paper.passages] == ["Best  passage. ", "Second."]
    assert (first.score, second.score) == (0.9, 0.8)
    assert {p.kind for p in first.paper.passages} == {PassageKind.BODY}
    assert service.parameters()["limit"] == "3"


def test_the_same_text_always_has_the_same_id():
    # the digest by the standard library, independent of the product
    import hashlib

    expected = hashlib.sha1(b"The method works.").hexdigest()[:8]
    assert (
        passage("CorpusId:1", PassageKind.BODY, "The method works.").passage_id
        == f"CorpusId:1#s{expected}"
    )


def test_a_title_as_snippet_is_no_passage(snippet):
    (hit,) = to_hits([snippet(1, "Paper number 1", kind="title")])
    assert hit.paper.passages == ()


async def test_the_body_of_a_paper_comes_in_reading_order(client, service, record, snippet):
    service.always(
        {
            "data": [
                snippet(1, "Later.", start=90),
                snippet(1, "First.", start=5),
                snippet(1, "Later.", start=90),
                snippet(1, "We study", kind="abstract"),
                snippet(2, "Other paper."),
            ]
        }
    )
    body = await client().body_of(to_paper(record(1)))
    assert service.parameters()["paperIds"] == "CorpusId:1"
    assert [(p.text, p.paragraph) for p in body] == [("First.", 1), ("Later.", 2)]


async def test_the_closest_title_is_found_or_unknown(client, service, record):
    service.always({"data": [record(4)]})
    assert (await client().match("Paper number four")).paper_id == "CorpusId:4"
    service.always({"error": "Title match not found"}, 404)
    with pytest.raises(UnknownPaper):
        await client().match("No such title")


async def test_an_authors_papers_come_most_cited_first(client, service, record):
    service.always({"data": [record(1), record(3), record(2, citationCount=None)]})
    assert [p.paper_id for p in await client().author_papers("7")] == [
        "CorpusId:3",
        "CorpusId:1",
        "CorpusId:2",
    ]
    service.always({"error": "Author not found"}, 404)
    with pytest.raises(UnknownName, match="author"):
        await client().author_papers("0")


async def test_what_cites_a_paper_and_what_it_cites_are_papers(client, service, record):
    service.always({"offset": 0, "data": [{"citingPaper": record(2)}, {"citingPaper": record(3)}]})
    found = await client().citations("arXiv:2106.15928v1", limit=2000)
    assert [p.paper_id for p in found] == ["CorpusId:2", "CorpusId:3"]
    service.always({"offset": 0, "data": [{"citedPaper": record(4)}]})
    (cited,) = await client().references("10.1234/a?b")
    assert (cited.title, cited.authors) == ("Paper number 4", ("Ada Example",))
    assert service.paths == [
        "paper/ARXIV:2106.15928/citations",
        "paper/DOI:10.1234/a?b/references",
    ]
    assert [service.parameters(i)["limit"] for i in (0, 1)] == ["1000", "100"]
    service.always({"error": "Paper with id x not found"}, 404)
    for ask in (client().citations, client().references):
        with pytest.raises(UnknownPaper, match="nowhere"):
            await ask("nowhere")


async def test_papers_like_some_and_unlike_others_are_recommended(client, service, record):
    service.always({"recommendedPapers": [record(5), record(6)]})
    found = await client().recommendations(["CorpusId:1", "10.1/x"], unlike=["CorpusId:9"], limit=2)
    assert [p.paper_id for p in found] == ["CorpusId:5", "CorpusId:6"]
    (request,) = service.requests
    assert (request.url.path, service.parameters()["limit"]) == ("/recommendations/v1/papers/", "2")
    assert json.loads(request.content) == {
        "positivePaperIds": ["CorpusId:1", "10.1/x"],
        "negativePaperIds": ["CorpusId:9"],
    }
    service.always({"error": "Input papers not found"}, 404)
    with pytest.raises(UnknownPaper, match="CorpusId:1, CorpusId:2"):
        await client().recommendations(["CorpusId:1"], unlike=["CorpusId:2"])


async def test_a_name_with_hyphens_is_looked_up_both_ways(client, service):
    service.answers = [httpx.Response(200, json={"total": 0})]
    service.always(
        {
            "data": [
                {"authorId": "7", "name": "Mei-Ling Example", "paperCount": 3},
                {"authorId": None},
            ]
        }
    )
    assert [a.author_id for a in await client().authors("Mei-Ling Example")] == ["7"]
    assert [service.parameters(i)["query"] for i in (0, 1)] == [
        "Mei Ling Example",
        "Mei-Ling Example",
    ]


async def test_half_characters_spoil_neither_answer_nor_cache(client, service, tmp_path):
    service.always(
        httpx.Response(
            200, content=b'{"paperId": "x", "corpusId": 5, "title": "Owls \\ud83e at night"}'
        )
    )
    scholar = client(cache=tmp_path)
    assert (await scholar.paper("CorpusId:5")).title == "Owls ? at night"
    assert (await scholar.paper("CorpusId:5")).title == "Owls ? at night"
    assert len(service.requests) == 1


@pytest.mark.parametrize("field", words("search_filters.field_names"))
def test_a_field_that_an_action_can_name_is_one_that_the_service_knows(field):
    sent = filter_options(SearchFilters(fields=(field,)))["fields_of_study"]
    assert field in sent
