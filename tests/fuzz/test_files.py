"""Files of whatever content are read, or refused in words."""

import atexit
import json
import tracemalloc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from hypothesis import event, given
from hypothesis import strategies as st

from eval.arena.transcripts import read_seminar
from myscholar.domain.papers import Paper
from myscholar.domain.report import Report
from myscholar.errors import UnreadableFile
from myscholar.library.bibtex import read_bibtex
from myscholar.library.jsonl import read_jsonl
from myscholar.library.pdf.letters import Style
from myscholar.library.pdf.lines import Line, Page
from myscholar.library.pdf.read import _write_paper
from myscholar.library.problems import Problem
from myscholar.library.reading import ReadLimits
from myscholar.library.worker import FileWorker
from myscholar.views.report_file import FORMATS
from myscholar.workflows.files import load_report
from tests.fuzz.made_up import cases, json_values, mutated, texts, with_other_values, written
from tests.parted import parted
from tests.views.conftest import report as whole_report

MOST_MEMORY = 30_000_000
"""Bytes that reading a small file may take."""
PDFS = Path(__file__).parents[1] / "library" / "typeset" / "pdf"

pieces_of_bibtex = texts(
    "@article{", "@misc{a,", "@string{x=", "@comment{", "@", "title", "author", "year", "doi",
    "url", "eprint", "archivePrefix", "=", "{", "}", '"', ",", "#", "\\", "\\'{e}", "\\url{", "$",
    "^^5c", " and ", "et al.", "{A title},", "author={Li, Bo},", "2020", "10.1000/x",
    "https://x.org/", "~", "%", "}\n\n@book{b,", "--", most=8,
)  # fmt: skip
entries = st.builds(
    "@{}{{{},\n title = {{Birds{}}},\n {} = {{{}}},\n {} = {}\n}}\n".format,
    st.sampled_from(["article", "misc", "book", "inproceedings", "string", "comment"]),
    st.sampled_from(["a", "b", "", "a b", "é"]),
    pieces_of_bibtex,
    st.sampled_from(["author", "eprint", "doi", "url", "TITLE", "id", "a b"]),
    pieces_of_bibtex,
    st.sampled_from(["year", "journal", "abstract", "archivePrefix", "keywords"]),
    st.sampled_from(["2020", '"x"', "{x}", "x # {y}", "jan"]) | pieces_of_bibtex,
)
as_bytes = (
    st.lists(entries | pieces_of_bibtex, max_size=3)
    .map("".join)
    .map(lambda text: text.encode("utf-8", "surrogatepass"))
)

FIELDS = (
    "title paper_id authors year venue text abstract summary url doi arxiv_id s2_id relation"
    " citation_count fields keywords publication text_kind pdf_url papers"
).split()
paper_values = st.dictionaries(
    st.sampled_from(FIELDS),
    json_values | texts("## Abstract\n", "# 1 Introduction\n", "[1]", "10.1000/x", "2019"),
    max_size=4,
).map(lambda known: {"title": "Birds", **known})
cues = texts(
    "WEBVTT\n", "1\n", "00:00:01,000 --> 00:00:04,000\n", "99:99:99.999 --> 0:0:0.0", "Ana: ",
    ">> ", "<v Bo>", "<i>", "Title: ", "Language: ", "[00:01]", "[laughter]", "uh", "- ",
    "Dr. Li: ", '{"segments":[', '{"text":"', '"}', "]}", "we we", "&nbsp;", "…",
)  # fmt: skip


@contextmanager
def bounded_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def read_list(found: Iterable[Paper | Problem]) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Nothing of a file whose first bytes show that it is no list, which an error says."""
    try:
        return parted(found)
    except UnreadableFile:
        event("no list")
        return (), ()


@cases(100)
@given(st.binary(max_size=60) | as_bytes)
def test_bibtex_gives_papers_and_named_problems(content: bytes) -> None:
    with bounded_memory():
        papers, problems = read_list(read_bibtex(written("a.bib", content)))
    assert all(paper.title for paper in papers)
    event(f"{min(len(papers), 2)} papers")
    assert all(problem.message and str(problem).encode() for problem in problems)
    assert all(paper.model_dump_json() for paper in papers)


@cases(100)
@given(
    st.lists(
        st.binary(max_size=40)
        | (paper_values | json_values | st.fixed_dictionaries({"papers": st.lists(paper_values)}))
        .map(json.dumps).map(str.encode),
        max_size=3,
    ).map(b"\n".join)
)  # fmt: skip
def test_json_lines_give_papers_and_named_problems(content: bytes) -> None:
    with bounded_memory():
        papers, problems = read_list(read_jsonl(written("a.jsonl", content)))
    event(f"{min(len(papers), 2)} papers")
    assert all(paper.model_dump_json() for paper in papers)
    assert all(problem.message and str(problem).encode() for problem in problems)


@cache
def worker() -> FileWorker:
    worker = FileWorker(limits=ReadLimits(memory_bytes=700_000_000, seconds=20))
    atexit.register(worker.__exit__)
    return worker


WORDS_OF_PDF = (
    b"endobj", b"stream\n", b"endstream", b"xref", b"trailer", b"<<", b">>", b"/Length 99999999",
    b"/Filter [/FlateDecode /FlateDecode]", b"1 0 R", b"/Kids [3 0 R 3 0 R]", b"/Parent 3 0 R",
    b"/Count -1", b"/MediaBox [0 0 0 0]", b"/MediaBox [0 0 1e30 -1e30]", b"(", b")", b"\0" * 9,
    b"/Type /Page", b"/Rotate 45", b"-2147483649", b"/Encrypt 1 0 R", b"/FontMatrix [0 0 0 0 0 0]",
)  # fmt: skip
pdfs = st.sampled_from(sorted(PDFS.glob("*.pdf"))).flatmap(
    lambda path: mutated(path.read_bytes(), WORDS_OF_PDF)
)


@cases(12)
@given(pdfs)
def test_a_pdf_is_a_paper_or_said_to_be_unreadable(content: bytes) -> None:
    reason = ""
    try:
        reading = worker().read(written("a.pdf", content))
        assert reading.paper.model_dump_json()
    except UnreadableFile as error:
        reason = error.reason
    event(reason[:30] or "read")
    assert "made sense of" not in reason  # an error that nobody foresaw


reports = with_other_values(json.loads(whole_report.__wrapped__().model_dump_json()))


@cases(80)
@given(reports.map(json.dumps).map(str.encode) | st.binary(max_size=40))
def test_a_report_file_is_refused_or_can_be_shown(content: bytes) -> None:
    try:
        report = load_report(written("report.json", content))
    except UnreadableFile:
        event("refused")
        return
    event("read")
    assert Report.model_validate_json(report.model_dump_json())
    for write in FORMATS.values():
        assert write(report).encode()


@cases(100)
@given(
    st.sampled_from(["a.srt", "a.vtt", "a.txt", "a.json", "a.de.srt", "\u202e.txt"]),
    cues.map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.binary(max_size=30)
    | st.fixed_dictionaries(
        {"segments": st.lists(st.fixed_dictionaries({"text": cues | json_values}, optional={
            "start": json_values, "end": json_values, "speaker": json_values}), max_size=3)},
        optional={"title": json_values, "language": json_values, "discipline": json_values},
    ).map(json.dumps).map(str.encode),
)  # fmt: skip
def test_a_transcript_is_a_seminar_or_refused(name: str, content: bytes) -> None:
    try:
        seminar = read_seminar(written(name, content))
    except UnreadableFile:
        event("refused")
    else:
        event("read")
        assert seminar.model_dump_json()
        assert all(turn.text == " ".join(turn.text.split()) for turn in seminar.turns)


STYLES = (
    Style(10, "Roman", bold=False, italic=False),
    Style(10, "Bold", bold=True, italic=False),
    Style(16, "Bold", bold=True, italic=False),
    Style(8, "Italic", bold=False, italic=True),
    Style(0.5, "Roman", bold=False, italic=False),
)
LINES = (
    "Birds That Sing at Night", "Ada Li, Bo Rao", "Abstract", "Abstract. We count birds that sing.",
    "1 Introduction", "2. Methods", "A. Appendix", "References", "[1] A. Li. On birds. 2020.",
    "Li, A. (2020). On birds.", "Figure 1: Birds.", "Table 2", "We count the birds that sing at",
    "night and find that twelve of them sing in", "exam-", "ples of song. They sing again.",
    "3.1 Results of the counting", "arXiv:2101.00001v2 [cs.CL] 3 Jan 2021", "12", "- an item",
    "Keywords: birds, song", "Acknowledgements", "doi:10.1000/x", "Proceedings of ACL 2021", "• a",
    "ada@x.org", "University of Birds", "x = y + 2 (1)", "0.1 0.2 0.3", "Theorem 1.", "i",
    "1", "(a)", "et al.",
)  # fmt: skip
places = st.tuples(
    st.integers(0, 255), st.integers(0, 7), st.integers(0, 3), st.integers(0, 60), st.booleans()
)


@st.composite
def pages(draw: st.DrawFn) -> list[Page]:
    """Lines of made-up papers, wherever they stand."""
    made = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        lines = []
        for which, style, column, row, hyphen in draw(st.lists(places, max_size=30)):
            text = LINES[which % len(LINES)]
            x0 = (50.0, 310.0, 180.0, -20.0)[column]
            look = STYLES[style % len(STYLES)]
            x1 = x0 + len(text) * look.size * 0.45
            lines.append(Line(text, number, x0, x1, 780 - 12.0 * row, look, hyphen=hyphen))
        match draw(st.integers(0, 3)):
            case 0:
                lines.sort(key=lambda line: -line.y)
            case 1:
                lines = in_two_columns(lines, number)
        text = "\n".join(line.text for line in lines)
        made.append(Page(number, 595.0, 842.0, tuple(lines), text))
    return made


def in_two_columns(lines: list[Line], number: int) -> list[Line]:
    """Of running text, with these lines among it."""
    running = "and of these birds we find that twelve sing"
    whole = [*lines[:12], *(Line(running, number, 0, 0, 0, STYLES[0]) for _ in range(40))]
    places = [(50.0, 740 - 13.0 * row) for row in range(26)]
    places += [(310.0, y) for _, y in places]
    return [
        line._replace(x0=x, x1=x + 235.0, y=y) for line, (x, y) in zip(whole, places, strict=False)
    ]


def letters_of(*texts: str) -> Counter[str]:
    return Counter(c for text in texts for c in text if c.isalnum())


@cases(40)
@given(pages(), st.sampled_from([{}, {"Title": "Birds"}, {"Title": "", "Author": "A; B", "X": ""}]))
def test_a_page_of_whatever_layout_gives_only_letters_that_stand_on_it(
    made: list[Page], metadata: dict[str, str]
) -> None:
    try:
        paper, headings = _write_paper(made, metadata, (), Path("a.pdf"))
    except UnreadableFile:
        event("refused")
        return
    event(paper.text_source)
    assert paper.title.strip()
    printed = letters_of(*(line.text for page in made for line in page.lines))
    assert letters_of(*(passage.text for passage in paper.passages)) <= printed
    assert letters_of(*headings) <= printed
    assert Paper.model_validate_json(paper.model_dump_json()) == paper
