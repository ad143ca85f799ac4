"""What is searched, filtered and exported holds for any words."""

import csv
import io
import re
import zipfile
from xml.etree import ElementTree

from hypothesis import event, given
from hypothesis import strategies as st

from myscholar.actions.filters import filters_of
from myscholar.domain.evidence import Evidence, SearchFilters, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind, TextSource
from myscholar.domain.runs import RunId
from myscholar.domain.tables import Fact, PaperCell, PaperTable, WhyEmpty, new_columns, row_of
from myscholar.errors import BadFilter
from myscholar.gateways.semantic_scholar.queries import LONGEST_QUERY, filter_options, query_text
from myscholar.report.llm.search_plan import clean_query
from myscholar.report.queries import merge_queries
from myscholar.search.library import LibrarySource
from myscholar.views.table_file import to_csv, to_markdown, to_xlsx
from myscholar.views.table_file import to_html as table_to_html
from tests.fuzz.made_up import cases, texts
from tests.fuzz.test_exports import OURS_MARKDOWN, RENDERER, Tags, hostile

words = texts(
    "Birds sing at dawn", "judge", "citations", "AND", "OR", "NOT", '"', "“", "-", "title:", "*",
    "?", "~", "+", "(", ")", "[", "year:>2000", "é", "漢字", "the", "singing", "in ACL", most=8,
)  # fmt: skip
FACTS = (("ACL", 2019, 5, True), ("Findings of ACL", 2021, None, False), (None, None, 0, None))


def whole(text: str) -> str:
    """Without half characters: a query with one can't be made."""
    return text.encode(errors="replace").decode()


def _paper(
    n: int, venue: str | None, year: int | None, cited: int | None, is_open: bool | None
) -> Paper:
    own = PaperId(f"p{n}")
    text = f"Birds sing at dawn and judge citations {n}."
    passage = Passage(
        passage_id=PassageId(f"p{n}#1"), paper_id=own, kind=PassageKind.ABSTRACT, text=text
    )
    return Paper(
        paper_id=own,
        title=f"Birds {n}",
        venue=venue,
        year=year,
        citation_count=cited,
        open_access=is_open,
        fields=("Biology", "Straße")[: n + 1],
        passages=(passage,),
        text_source=TextSource.ABSTRACT,
    )


PAPERS = tuple(_paper(n, *facts) for n, facts in enumerate(FACTS))
SOURCE = LibrarySource(PAPERS)


@st.composite
def filters(draw: st.DrawFn) -> SearchFilters:
    some = st.none() | st.integers(2015, 2024)
    first, last = draw(some), draw(some)
    if first and last:
        first, last = sorted((first, last))
    named = st.lists(
        st.sampled_from(["ACL", "acl", "Findings", "ﬁndings", "x", "ß", "STRASSE"]), max_size=2
    )
    return SearchFilters(
        year_min=first,
        year_max=last,
        venues=tuple(draw(named)),
        fields=tuple(draw(named)),
        min_citations=draw(st.none() | st.integers(0, 10**20)),
        open_access=draw(st.booleans()),
    )


@cases(100)
@given(words.map(whole), filters())
def test_a_search_finds_what_its_filters_let_through_and_nothing_else(
    text: str, wanted: SearchFilters
) -> None:
    found = SOURCE.search_now(SearchQuery(text=f"x {text}", filters=wanted), 5)
    assert all(wanted.accepts(hit.paper) for hit in found)
    assert all(0 < hit.score <= 1 for hit in found)
    every = SOURCE.search_now(SearchQuery(text=f"{text} birds", filters=wanted), 5)
    assert {h.paper.paper_id for h in every} == {p.paper_id for p in PAPERS if wanted.accepts(p)}


@cases(100)
@given(filters(), filters())
def test_two_filters_together_let_through_no_more_than_either(
    one: SearchFilters, other: SearchFilters
) -> None:
    try:
        both = one.narrowed(other)
    except BadFilter:
        event("apart")
        return
    for paper in PAPERS:
        assert not both.accepts(paper) or (one.accepts(paper) and other.accepts(paper))
    assert str(both)
    assert SearchFilters.model_validate_json(both.model_dump_json()) == both
    assert filter_options(both)


@cases(200)
@given(words)
def test_a_query_is_sent_in_one_short_line_and_the_same_twice(text: str) -> None:
    line = query_text(text)
    assert query_text(line) == line
    assert len(line) <= LONGEST_QUERY
    assert line.isprintable()
    cleaned = clean_query(text)
    assert clean_query(cleaned) == cleaned
    assert not cleaned or any(c.isalnum() for c in cleaned)


@cases(100)
@given(st.lists(words.map("x{}".format), max_size=4))
def test_queries_that_ask_the_same_are_asked_once(asked: list[str]) -> None:
    queries = [SearchQuery(text=whole(text), filters=filters_of(text)) for text in asked]
    merged = merge_queries(queries)
    assert merge_queries(merged) == merged
    assert merge_queries(queries, known=queries) == ()
    assert len(merged) <= len(queries)


@st.composite
def tables(draw: st.DrawFn) -> PaperTable:
    own = PaperId("p")
    passage = Passage(
        passage_id=PassageId("p#1"), paper_id=own, kind=PassageKind.BODY, text=draw(hostile)
    )
    paper = Paper(
        paper_id=own,
        title=draw(hostile),
        authors=(draw(hostile),),
        year=draw(st.none() | st.integers(1900, 2030)),
        url=draw(st.none() | hostile | hostile.map("https://x.org/{}".format)),
        passages=(passage,),
        text_source=TextSource.FULL_TEXT,
    )
    cells = (
        PaperCell(text=draw(st.sampled_from(["2020", "=1+1", "−5", "٣"]))),
        PaperCell(text=draw(hostile), evidence=(Evidence.of_passage(passage),)),
        PaperCell(why=WhyEmpty.NOT_SAID),
    )
    heads = (draw(hostile.map("a{}".format)), draw(hostile.map("=b{}".format)))
    return PaperTable(
        table_id=RunId("t"),
        title=draw(hostile),
        engine="extractive",
        created_at="2026-11-24T03:00:00Z",
        columns=new_columns(("Year", *heads), {"Year": Fact.YEAR}),
        rows=(row_of(paper, cells),),
        notes=(draw(hostile),),
    )


@cases(60)
@given(tables())
def test_a_table_as_csv_keeps_its_shape_and_holds_no_formula(table: PaperTable) -> None:
    head, *rows = csv.reader(io.StringIO(to_csv(table).decode("utf-8-sig")))
    assert [len(row) for row in rows] == [len(head)]
    assert not [
        cell for row in (head, *rows) for cell in row if re.match(r"[=+\-@\t\r\n＝＋－＠]", cell)
    ]


@cases(20)
@given(tables())
def test_a_table_as_a_workbook_is_whole_and_holds_no_formula(table: PaperTable) -> None:
    with zipfile.ZipFile(io.BytesIO(to_xlsx(table))) as book:
        for name in book.namelist():
            parsed = ElementTree.fromstring(book.read(name))
            tags = {element.tag.rpartition("}")[2] for element in parsed.iter()}
            assert not name.startswith("xl/worksheets/") or "f" not in tags


@cases(40)
@given(tables())
def test_a_table_as_a_page_has_no_tag_and_no_link_of_others(table: PaperTable) -> None:
    page = Tags(RENDERER.render(to_markdown(table)))
    assert page.names <= OURS_MARKDOWN
    assert not page.addresses
    page = Tags(table_to_html(table))
    assert not {name for name in page.attributes if name.startswith("on")}
    assert page.n_scripts == 0
    assert all(re.match(r"#|https?://", address) for address in page.addresses)
