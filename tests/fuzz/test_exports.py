"""Exports of any text hold the tags, links and fields that are ours, and no other."""

import re
from html.parser import HTMLParser

import bibtexparser
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from myscholar.domain.papers import Paper, PaperId, Publication
from myscholar.domain.report import Report
from myscholar.views.bibtex import to_bibtex
from myscholar.views.html import to_html
from myscholar.views.markdown import to_markdown
from tests.fuzz.made_up import cases, texts
from tests.views.conftest import report as whole_report

REPORT: Report = whole_report.__wrapped__()
OF_FORMULAS = re.compile(r"^(?:math|m[a-z]+|semantics)$")
RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

hostile = texts(
    "$x_i + 2$", "$$\\frac{1}{2}$$", "\\(a < b\\)",
    "`", "``", "```", "```\n", "````", "~~~", "    ", "\t", "<img src=x onerror=a()>", "<b>", "$",
    "$$", "x_i", "[1]", "](", "[a](javascript:x)", "[a](http://x.org)", "![", "!", "\\", "|",
    "&lt;", "&#60;", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "- ", "1. ", "> ", "# ", "*",
    "_", "python", "---", "===", "<script>", "</script>", "</code>", "</mark>", ":", "[^1]:",
    "[^d1]", "<http://x>", "{", "}", "<a\nhref=x>", "\\(", "\\)", "\\[", "\\]", "^{2}", "\\text{",
    "\\href{", "]: http://x.org", "'", '"', most=16,
).map(lambda text: text.encode("utf-8", "replace").decode().strip() or "a")  # fmt: skip


class Tags(HTMLParser):
    """Each start tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    @property
    def n_scripts(self) -> int:
        return sum(tag == "script" for tag, _ in self.seen)

    @property
    def names(self) -> set[str]:
        return {tag for tag, _ in self.seen}

    @property
    def attributes(self) -> set[str]:
        return {name for _, attributes in self.seen for name in attributes}

    @property
    def addresses(self) -> set[str]:
        pairs = (pair for _, attributes in self.seen for pair in attributes.items())
        return {value or "" for name, value in pairs if name in ("href", "src", "action")}


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """The report with a text of others in one place, or some."""
    where = draw(
        st.sets(st.sampled_from(["text", "title", "table", "paper", "question", "reason"]))
    )
    (section,) = REPORT.sections
    changes: dict[str, object] = {}
    if not where or "text" in where:
        changes |= {"text": draw(hostile), "citations": (), "highlights": (), "tldr": draw(hostile)}
    if "title" in where:
        changes |= {"title": draw(hostile)}
    if "table" in where and section.table:
        row = tuple(
            cell.model_copy(update={"text": draw(hostile)}) for cell in section.table.rows[0]
        )
        table = {"columns": (draw(hostile), draw(hostile)), "rows": (row,)}
        changes |= {"table": section.table.model_copy(update=table)}
    whole: dict[str, object] = {"sections": (section.model_copy(update=changes),)}
    if "text" in changes:
        whole |= {"outcomes": ()}
    elif "reason" in where:
        whole |= {"outcomes": tuple(o.model_copy(update={"reason": draw(hostile)})
                                    for o in REPORT.outcomes)}  # fmt: skip
    if "paper" in where:
        facts = {"title": draw(hostile), "authors": (draw(hostile),), "venue": draw(hostile),
                 "url": draw(hostile), "doi": draw(hostile)}  # fmt: skip
        first, *others = REPORT.references
        paper = first.paper.model_copy(update=facts)
        whole |= {"references": (first.model_copy(update={"paper": paper}), *others)}
    if "question" in where:
        whole |= {"question": draw(hostile), "title": draw(hostile), "notes": (draw(hostile),)}
    return REPORT.model_copy(update=whole)


OURS_MARKDOWN = {
    "h1", "h2", "h3", "p", "em", "strong", "ul", "ol", "li", "a", "blockquote", "code", "pre",
    "table", "thead", "tbody", "tr", "th", "td", "mark", "sup", "br", "hr", "s",
}  # fmt: skip


@cases(80)
@given(reports())
def test_markdown_of_any_text_has_no_tag_and_no_link_of_others(report: Report) -> None:
    page = Tags(RENDERER.render(to_markdown(report)))
    assert page.names <= OURS_MARKDOWN
    assert page.attributes <= {"href", "id", "class", "start", "style"}
    assert all(re.match(r"#ref-\d+$|https?://", address) for address in page.addresses)
    linked = [a for a in page.addresses if not a.startswith("#")]
    assert len(linked) <= len(report.references)


OURS = Tags(to_html(REPORT))


@cases(40)
@given(reports())
def test_html_of_any_text_has_no_tag_and_no_script_of_others(report: Report) -> None:
    page = Tags(to_html(report))
    strange = {tag for tag in page.names - OURS.names if not OF_FORMULAS.match(tag)}
    assert strange <= {"code", "pre", "ul", "li", "details", "summary"}
    assert [tag for tag, _ in page.seen].count("script") == [t for t, _ in OURS.seen].count(
        "script"
    )
    assert not {name for name in page.attributes if name.startswith("on")}
    assert all(re.match(r"#|https?://", address) for address in page.addresses)


papers = st.lists(
    st.builds(
        Paper,
        paper_id=st.just(PaperId("p")),
        title=hostile,
        authors=st.lists(hostile, max_size=2).map(tuple),
        year=st.none() | st.integers(1900, 2030),
        venue=st.none() | hostile,
        publication=st.none() | st.sampled_from(Publication),
        url=st.none() | hostile | hostile.map("https://x.org/{}".format),
        doi=st.none() | hostile.map("10.1000/{}".format),
        arxiv_id=st.none() | hostile,
    ),
    max_size=2,
).map(tuple)


@cases(80)
@given(papers)
def test_bibtex_of_any_papers_parses_back_without_a_field_more(papers: tuple[Paper, ...]) -> None:
    library = bibtexparser.parse_string(to_bibtex(papers))
    assert not library.failed_blocks
    assert len(library.blocks) == len(library.entries) == len(papers)
    known = {"title", "author", "year", "doi", "eprint", "url", "journal", "booktitle", "publisher",
             "institution", "school", "howpublished"}  # fmt: skip
    for entry, paper in zip(library.entries, papers, strict=True):
        assert entry.fields_dict.keys() <= known
        written = re.sub(r"\\text[a-z]+\{\}", " ", entry["title"])
        assert re.findall(r"\w+", written.replace("\\_", "_")) == re.findall(r"\w+", paper.title)
