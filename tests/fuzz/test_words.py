"""What models and people write, whatever it is, is read without an error and without a loss."""

import re
from collections.abc import Mapping
from typing import Any

from hypothesis import event, example, given
from hypothesis import strategies as st

from myscholar.actions.filters import filters_of, without_filters
from myscholar.actions.interpret import interpret
from myscholar.domain.evidence import ActionId
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.gateways.semantic_scholar.identifiers import Names, paper_id, parse_identifier
from myscholar.profile.llm import alignment
from myscholar.report.llm import align, markup
from myscholar.report.llm.draft_text import marker_runs
from myscholar.surfaces.web.components.ask import action_editor
from myscholar.surfaces.web.components.papers import paper_results, paper_table
from myscholar.surfaces.web.components.part import Part, _new
from myscholar.surfaces.web.components.profile import profile_editor
from myscholar.surfaces.web.components.report import report_answers, report_view
from myscholar.surfaces.web.components.runs import diversions, run_list, run_progress
from myscholar.surfaces.web.components.tables import table_grid
from myscholar.text.notation import notations, settled
from myscholar.text.question import analyse_question, check_question
from tests.fuzz.made_up import cases, of_schema, texts, with_other_values

ACTIONS = {1: ActionId("a1"), 2: ActionId("a2")}
MARKS = (
    "<a1>", "</a1>", "<a2>", "</a2>", "</a>", "<a1,2>", "< a 1 >", "<a7>", "<a", ">", "<", "/a1>",
    "<<a1>a1>", "[[9]1]", "[1[2]",
    "[1]", "[2]", "[1, 2]", "[q1]", "[9]", "[0, 1]", "[", "]", "1]", "[1", "**", "*", "__", "_",
    "- ", "`", "```", "```\n", "$", "$$", "\\(", "\\)", "\\[", "\\]", "\\", "| a | b |\n", "|",
    "---\n",
)  # fmt: skip
drafts = texts(*MARKS, "wend", "lorn", "TLDR: ", "# ", "\n# Head\n", "\r\n", most=24)


def marks_and_words(*marks: str) -> st.SearchStrategy[list[str | int]]:
    """Words are the numbers from 200 on."""
    return st.binary(max_size=24).map(
        lambda places: [p if p >= 200 else marks[p % len(marks)] for p in places]
    )


def read(raw: str) -> markup.Written:
    return markup.read(raw, title="Birds", actions=ACTIONS, known={1, 2})


@cases(200)
@given(drafts)
@example("x <a1>**")
@example("<<a1>a1>")
@example("[<a1>1]")
def test_a_section_is_read_with_its_marks_in_place(raw: str) -> None:
    written = read(raw)
    assert all(0 <= h.start < h.end <= len(written.text) for h in written.highlights)
    assert all(h.action_id in ACTIONS.values() for h in written.highlights)
    marked = (written.text[h.start : h.end] for h in written.highlights)
    assert all(text == text.strip() and "\n" not in text for text in marked)
    cited = {int(n) for run in marker_runs(written.text) for n in re.findall(r"\d+", run[0])}
    assert cited <= written.cited | {0}
    if not re.search(r"[$`\\]|<{4}", raw):  # what code and formulas hold is theirs
        assert not re.search(r"<\s*/?\s*a\s*\d\s*>", written.text)


@cases(200)
@given(drafts)
@example("<<b>b> <<a1>a1> [[1]2]")
@example("<[1]a1>word</[2]a1>")
@example("word <**a1")
@example("<a<a<a1>")
@example("<a\n# Head\nTLDR: ")
def test_what_a_screen_shows_of_a_growing_section_has_no_mark_and_no_half_of_one(raw: str) -> None:
    shown = markup.visible(raw)
    if not re.search(r"(?:(?:<|\[|\*\*)[^<>\[\]*]*){4}", raw):  # so deep none is looked for
        assert not re.search(r"<\s*/?\s*a\s*\d\s*>|\[\s*q?\d+\s*\]", shown)
        assert not re.search(r"<\s*/?\s*(?:a\d*)?\Z", shown)


@cases(200)
@given(
    marks_and_words("<a1>", "</a1>", "[1]", "[2, 3]", "**", ". ", "\n\n", "- ", " x < y "),
    st.data(),
)
def test_what_a_screen_shows_of_a_section_only_grows(
    pieces: list[str | int], data: st.DataObject
) -> None:
    raw = "".join(p if isinstance(p, str) else f" wo{p}rd " for p in pieces)
    whole = markup.visible(raw)
    part = markup.visible(raw[: data.draw(st.integers(0, len(raw)))])
    assert whole.startswith(part)
    assert re.findall(r"wo\d+rd", whole) == re.findall(r"wo\d+rd", raw)


@cases(120)
@given(marks_and_words(*MARKS))
def test_no_word_of_a_section_is_lost_but_its_marks(pieces: list[str | int]) -> None:
    said = [f"wo{p}rd" for p in pieces if isinstance(p, int)]
    raw = "".join(p if isinstance(p, str) else f" wo{p}rd " for p in pieces)
    assert re.findall(r"wo\d+rd", read(raw).text) == said


@cases(200)
@given(drafts)
def test_formulas_and_code_stand_where_they_are_said_to_stand(text: str) -> None:
    found = notations(text)
    ends = [0, *(edge for notation in found for edge in (notation.start, notation.end))]
    assert ends == sorted(ends)
    assert all(n.body in text[n.start : n.end] for n in found)
    assert text.startswith(settled(text))


prose = texts(
    "We count twelve birds in 2020.", "of the nest", "-", "fi", "“", "’s", "[3]", "[Rao, 2021]",
    "...", "…", " . . . ", "1,000", "10-20", "(", ")", "ß", "漢字", "\u0345", "<a1>",
    "‹", "e\u0301", most=20,
)  # fmt: skip


@cases(150)
@given(prose, st.data())
def test_a_quote_of_a_report_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = text[start:end] + data.draw(st.just("") | prose)
    spans = align.align(quote, text)
    for span in spans or ():
        assert 0 <= span.start < span.end <= len(text)
        assert span.of(text).strip()
    if align.n_words(quote) >= align.LEAST_WORDS and quote in text:
        at = text.find(quote.strip())
        is_whole = align._stands_alone(text, at, at + len(quote.strip()))
        assert spans or not is_whole
        event("verbatim")


@cases(150)
@given(prose, st.data())
def test_a_quote_of_a_profile_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))] + data.draw(st.just("") | prose)
    span = alignment.align(quote, text)
    if span is None:
        return
    assert 0 <= span.start < span.end <= len(text)
    letters = alignment._letters(span.of(text))
    pieces = [alignment._letters(piece) for piece in alignment._GAP.split(quote)]
    assert all(sorted(piece) <= sorted(letters) or piece in letters for piece in pieces)
    around = alignment.sentences_around(span, text)
    assert 0 <= around.start <= span.start < span.end <= around.end <= len(text)
    alignment.nearest_sentence(quote, text)


questions = texts(
    "How do birds sing", "?", "Compare ", " versus ", "BERT (bidirectional encoders)", "1. ", "Q: ",
    "Hello, ", "Thank you!", "https://x.org/a ", "www.", "doi:10.1/x", "since 2019",
    "between 2010 and", "2005", "in the last 5 years", "before ", "from 2021 to 1999",
    "cited at least 1,000 times", "more than ", " citations", "in ACL and ", "open access",
    "Deliver a table of ", "“", '"', "without reference answers", "e.g. ", "such as", "years", "3",
    "’", "- ", "last ", "0", "9999",
)  # fmt: skip


@cases(120)
@given(questions)
@example("? How do birds sing")
def test_a_question_is_read_and_read_again_the_same(question: str) -> None:
    try:
        line = check_question(question)
        found = analyse_question(question)
    except (EmptyQuestion, QuestionTooLong):
        return
    assert check_question(line) == line
    assert analyse_question(line) == found
    assert all((found.question, found.text, found.topic))


@cases(150)
@given(questions)
@example(f"cited at least {'9' * 4500} times")
def test_filters_are_read_of_any_words(text: str) -> None:
    filters_of(text)
    interpret(text)
    rest = without_filters(text)
    assert rest == " ".join(rest.split())
    left = iter(text)
    assert all(character in left for character in "".join(rest.split()))  # in their order


identifiers = texts(
    f"https://www.semanticscholar.org/paper/Birds/{'a' * 40}", "https://arxiv.org/abs/2101.00001v2",
    "https://doi.org/10.1000/x", "CorpusID:12", "https://www.semanticscholar.org/author/A/12",
    "https://", "http://", "www.", "semanticscholar.org", "/paper/", "/author/", "arxiv.org/abs/",
    "/", "doi.org/", "aclanthology.org/", "pubmed.ncbi.nlm.nih.gov/", "10.1000/", "10.48550/arXiv.",
    "v2", "2101.00001", "cs.CL/0101001", "CorpusId:", "DOI:", "ARXIV:", "ACL:", "URL:", "author:",
    "12345", "a" * 40, "[", "]", ":", "@", "%", "%2f", "%00", ".pdf", "?x=", "#", "\\", "::1",
)  # fmt: skip


@cases(200)
@given(identifiers)
def test_an_identifier_means_the_same_when_read_again(text: str) -> None:
    found = parse_identifier(text)
    assert found.value.encode("utf-8") is not None
    assert paper_id(paper_id(text)) == paper_id(text)
    if found.names is Names.PAPER:
        assert not re.search(r"\s", found.value)


PARTS: tuple[Part[Any], ...] = tuple(
    module.PART
    for module in (
        action_editor, paper_results, paper_table, profile_editor, report_answers, report_view,
        diversions, run_list, run_progress, table_grid,
    )
)  # fmt: skip
SCHEMAS = [(part, part._messages.json_schema()) for part in PARTS]
messages = st.sampled_from(SCHEMAS).flatmap(
    lambda known: st.tuples(st.just(known[0]), of_schema(known[1], known[1].get("$defs", {})))
)


@cases(100)
@given(messages)
def test_what_a_browser_says_is_a_message_or_passed_over(said: tuple[Part[Any], Any]) -> None:
    part, plain = said
    message = part._read(plain)
    event("message" if message else "passed over")
    assert message is None or part._read(message.model_dump()) == message


@cases(100)
@given(
    with_other_values(
        {"session": "s", "messages": [{"n": 1, "kind": "a"}, {"n": 3, "kind": "b"}, {"n": 2}]}
    )
)
def test_an_outbox_of_whatever_shape_gives_messages_in_order(outbox: Any) -> None:
    new = _new(outbox, "s", 1)
    assert [n for n, _ in new] == sorted(n for n, _ in new)
    assert all(n > 1 and isinstance(message, Mapping) for n, message in new)
    assert not new or outbox["session"] == "s"
