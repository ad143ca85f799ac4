"""Exports show what the report holds, and never run what a paper says."""

import json
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random

import bibtexparser
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape as escape_html
from pydantic import ValidationError

from eval.bench.real_size import real_size_report
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import Doubt, Highlight, Report, Section
from myscholar.errors import MyScholarError
from myscholar.views.bibtex import to_bibtex
from myscholar.views.html import to_html
from myscholar.views.markdown import escape, to_markdown
from myscholar.views.references import safe_url
from myscholar.views.report_file import export_report
from myscholar.views.report_view import report_view
from myscholar.views.section_text import BlockKind, BlockView, PieceView


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def blocks(report: Report) -> list[tuple[BlockKind, BlockView]]:
    """Those of the first section."""
    parts = report_view(report).sections[0].parts
    return [(part.kind, block) for part in parts for block in part.blocks]


def pieces(block: BlockView) -> list[PieceView]:
    return [piece for stretch in block.stretches for piece in stretch.pieces]


def test_blocks_cut_the_text_at_every_mark_and_lose_nothing(report: Report) -> None:
    (kind, paragraph), (first, _), (second, _) = blocks(report)
    assert [kind, first, second] == [BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ITEM]
    assert "".join(p.text for p in pieces(paragraph)) == report.sections[0].text.split("\n\n")[0]
    assert [(s.actions, s.pieces[0].text) for s in paragraph.stretches[:2]] == [
        (("A1",), "Birds "),
        (("A1", "A2"), "sing."),
    ]
    assert [p.citation.number for p in pieces(paragraph) if p.citation] == [1]


def test_html_has_only_its_own_script_and_no_address_but_web_links(report: Report) -> None:
    html = to_html(report)
    tags = Tags(html).tags
    assert [tag for tag, _ in tags].count("script") == 1
    assert {tag for tag, _ in tags} & {"img", "iframe", "i", "link"} == set()
    assert all(str(a["href"]).startswith(("#", "https://")) for tag, a in tags if tag == "a")
    assert not any(name.startswith("on") for _, attributes in tags for name in attributes)


def test_html_marks_each_span_with_its_actions_and_carries_the_quotes(report: Report) -> None:
    html = to_html(report)
    assert [
        a["data-actions"] for tag, a in Tags(html).tags if tag == "span" and a.get("class") == "hl"
    ][:2] == ["A1", "A1 A2"]
    assert "Not done" in html
    assert "No passage names birds." in html


def test_a_summary_is_labelled_and_never_in_quotation_marks(report: Report) -> None:
    for text, quoted in ((to_html(report), "<mark>"), (to_markdown(report), "“")):
        assert "myscholar&#39;s summary" in text or "myscholar's summary" in text
        assert f"{quoted}The authors count cats" not in text
        assert f"{quoted}Birds sing." in text


SIGNS = "\\`*_[]()|~$!<>&#:.-+=@^/ ab1;\"'{}"
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def rendered(markdown: str) -> list[tuple[str, str]]:
    """Each line of it: what kind of block it is, and its words."""
    tokens = PARSER.parse(markdown)
    return [
        (tokens[i - 1].type.removesuffix("_open"), "".join(map(words_of, token.children or ())))
        for i, token in enumerate(tokens)
        if token.type == "inline"
    ]


def words_of(token: Token) -> str:
    return " " if token.type == "softbreak" else token.content


def test_markdown_reads_back_as_the_words_that_were_written() -> None:
    random = Random(7)
    texts = ["".join(random.choices(SIGNS, k=random.randint(1, 12))) for _ in range(1500)]
    texts += ["[a]: http://b.org", "![a](b)", "~~~", "---", "1) a", "a #", "<a.org>"]
    for text in filter(str.strip, texts):
        plain = " ".join(text.split())
        inside = [token.type for t in PARSER.parse(escape(text)) for token in t.children or ()]
        assert set(inside) <= {"text", "text_special"}, text
        for sign, kind in (("", "paragraph"), ("# ", "heading"), ("- ", "paragraph")):
            assert rendered(sign + escape(text)) == [(kind, plain)], text


def test_a_report_in_markdown_shows_the_words_that_it_has(report: Report) -> None:
    for full in (report, real_size_report()):
        bare = tuple(s.model_copy(update={"highlights": (), "doubts": ()}) for s in full.sections)
        plain = full.model_copy(update={"sections": bare, "outcomes": ()})
        shown = rendered(to_markdown(plain))
        for section in report_view(plain).sections:
            assert ("heading", section.title) in shown
            parts = [part for part in section.parts if part.kind is not BlockKind.CODE]
            for found in (pieces(block) for part in parts for block in part.blocks):
                if not any(piece.formula for piece in found):
                    words = " ".join("".join(piece.text for piece in found).split())
                    assert ("paragraph", words) in shown


def test_markdown_takes_a_sign_for_markup_only_where_a_renderer_would() -> None:
    plain = [
        *("12.6K contexts", "2022", "snake_case of a_b", "3 * 4 and ~50", "p < 0.05 & R&D", "a|b"),
        *("[CLS] and [12], see (a).", "-5.3 points", ". Then", "training data: all", "C# is it"),
    ]
    assert [escape(text) for text in plain] == plain
    assert [escape(text) for text in ("12. of May", "3) so", "- so", "# so", "a [b](c) *d*")] == [
        "12\\. of May",
        "3\\) so",
        "\\- so",
        "\\# so",
        "a [b]\\(c) \\*d\\*",
    ]


def test_markdown_escapes_html_images_and_links(report: Report) -> None:
    text = to_markdown(report)
    assert "<script" not in text
    assert "](javascript:" not in text
    assert "![" not in text
    assert "<mark>Birds</mark><sup>A1</sup> <mark>sing.</mark><sup>A1 A2</sup>" in text
    assert "| P \\| one [[1]](#ref-1) |" in text


def test_bibtex_is_read_back_with_unique_keys(report: Report) -> None:
    library = bibtexparser.parse_string(to_bibtex(tuple(r.paper for r in report.references)))
    assert library.failed_blocks == []
    assert [e.key for e in library.entries] == ["muller2020songs", "muller2020cats"]
    assert library.entries[0]["author"] == "Ada Müller and B. Li"


def test_json_is_the_report_itself_and_a_forged_quote_is_refused(
    report: Report, tmp_path: Path
) -> None:
    path = export_report(report, tmp_path / "deep" / "r.json")
    assert Report.model_validate_json(path.read_text()) == report
    forged = json.loads(path.read_text())
    forged["sections"][0]["citations"][0]["evidence"][0]["text"] = "X" * len(
        forged["sections"][0]["citations"][0]["evidence"][0]["text"]
    )
    with pytest.raises((ValidationError, MyScholarError)):
        Report.model_validate_json(json.dumps(forged))


def test_an_unknown_ending_is_one_clear_error(report: Report, tmp_path: Path) -> None:
    with pytest.raises(MyScholarError, match=r"\.md, \.html, \.json, \.bib"):
        export_report(report, tmp_path / "r.docx")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://",
        "http://a b",
        'https://x/"onload',
        None,
        "//x.org",
    ],
)
def test_only_plain_web_addresses_become_links(url: str | None) -> None:
    assert safe_url(url) is None


def doubtful(report: Report) -> Report:
    """Two passages of the report in doubt, one within the other; and the whole report twice."""
    section = report.sections[0]
    rule = Flag(
        error_type=ErrorType.FACTUAL,
        severity=Severity.WARNING,
        reason="The number 3 is not in <b>what</b> is cited.",
    )
    judge = rule.model_copy(update={"reason": "Not so [^d9].", "origin": "wise-1"})
    start = section.text.index("Then more.")
    doubts = (
        Doubt(start=start, end=start + 10, flag=judge),
        Doubt(start=start, end=start + 4, flag=rule),
    )
    doubted = section.model_copy(update={"doubts": doubts})
    return report.model_copy(update={"sections": (doubted, doubted)})


def test_doubtful_words_are_underlined_and_numbered_with_a_note_beside_them(report: Report) -> None:
    page = to_html(doubtful(report))
    assert '<span class="doubt" data-doubts="1 2">Then</span>' in page
    assert '<span class="doubt" data-doubts="2"> more.</span>' in page
    assert '<span class="doubt" data-doubts="3 4">Then</span>' in page, "numbers go on"
    note = "The number 3 is not in &lt;b&gt;what&lt;/b&gt; is cited."
    assert f"<b>?1</b> {note}</span>" in page
    assert f'aria-label="Doubtful: {note}"' in page
    assert "<b>?2</b> Not so [^d9]. <i>wise-1</i></span>" in page
    assert "4 sentences are underlined as doubtful" in page
    assert "underlined as doubtful" not in to_html(report)


def test_a_sentence_in_doubt_for_two_reasons_is_one_sentence(report: Report) -> None:
    doubted = doubtful(report)
    [first, second] = doubted.sections[0].doubts
    twice = first.model_copy(update={"flag": second.flag})
    section = doubted.sections[0].model_copy(update={"doubts": (first, twice)})
    page = to_html(doubted.model_copy(update={"sections": (section,), "outcomes": ()}))
    assert "1 sentence is underlined as doubtful" in page
    assert ("<b>?1</b>" in page, "<b>?2</b>" in page, "<b>?3</b>" in page) == (True, True, False)


def test_a_sentence_that_was_said_before_is_called_repeated_and_not_counted_as_doubtful(
    report: Report,
) -> None:
    doubted = doubtful(report)
    section = doubted.sections[0]
    flag = section.doubts[0].flag.model_copy(
        update={"error_type": ErrorType.REPORT_GLOBAL, "reason": "Section 1 says nearly the same."}
    )
    again = section.doubts[0].model_copy(update={"flag": flag})
    both = section.model_copy(update={"doubts": (*section.doubts, again)})
    shown = doubted.model_copy(update={"sections": (both,), "outcomes": ()})
    # two places in doubt, at one of which the words are also said again
    page = to_html(shown)
    assert (
        "2 sentences are underlined as doubtful and 1 sentence is underlined as repeated; a note "
        "at the question mark says why."
    ) in page
    assert 'aria-label="Repeated: Section 1 says nearly the same. (wise-1)"' in page
    assert "Repeated (wise-1): Section 1 says nearly the same." in to_markdown(shown)
    alone = section.model_copy(update={"doubts": (again,)})
    page = to_html(shown.model_copy(update={"sections": (alone,)}))
    assert "1 sentence is underlined as repeated; a note at the question mark says why." in page
    assert "spread noted" in page
    assert "underlined as doubtful" not in page


def test_a_doubt_that_ends_behind_a_line_is_said_too(report: Report) -> None:
    doubted = doubtful(report)
    section, (outer, inner) = doubted.sections[0], doubted.sections[0].doubts
    text = f"{section.text[: outer.end]}\n\n{section.text[outer.end :]}"
    over = outer.model_copy(update={"end": outer.end + 2})
    section = Section(title="A", text=text, doubts=(over, inner))
    page = to_html(doubted.model_copy(update={"sections": (section,), "outcomes": ()}))
    assert '<span class="doubt" data-doubts="2"> more.</span>' in page
    assert "<b>?2</b> Not so [^d9]. <i>wise-1</i></span>" in page


def test_markdown_puts_a_doubt_in_a_footnote_at_the_end_of_its_section(report: Report) -> None:
    first, second = to_markdown(doubtful(report)).split("\n## ")[1:3]
    assert "Then[^d1] more.[^d2]\n" in first
    assert first.rstrip().endswith(
        "[^d1]: Doubtful: The number 3 is not in &lt;b>what&lt;/b> is cited.\n\n"
        "[^d2]: Doubtful (wise-1): Not so \\[^d9]."
    )
    assert "Then[^d3] more.[^d4]\n" in second
    assert "doubtful" not in second.replace("Doubtful", "").casefold()


def test_a_doubt_about_an_action_is_said_on_every_page_and_never_run(report: Report) -> None:
    flag = Flag(error_type=ErrorType.UNINFORM, severity=Severity.HINT, reason="Too <b>short</b>.")
    first, *others = report.outcomes
    doubted = report.model_copy(
        update={"outcomes": (first.model_copy(update={"flags": (flag,)}), *others)}
    )
    assert "One span. Too &lt;b&gt;short&lt;/b&gt;." in to_html(doubted)
    assert "One span. Too &lt;b>short&lt;/b>." in to_markdown(doubted)


def test_a_report_from_before_there_were_doubts_about_actions_opens(report: Report) -> None:
    old = report.model_dump(mode="json")
    for outcome in old["outcomes"]:
        del outcome["flags"]
    assert Report.model_validate(old) == report


FORMULA, CODE = "$x_i < 1$", "```python\nif a < b:\n    print('<b>')\n```"


def technical(report: Report) -> Report:
    """A formula, code within a line and a block of code; the highlight ends within the formula, the
    doubt within the block."""
    text = f"Take {FORMULA} and `a*b*c` for $5 and $6.\n\n{CODE}\n\n- Then $\\nonsense{{a}}$."
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.WARNING, reason="Not so.")
    section = report.sections[0].model_copy(
        update={
            "text": text,
            "citations": (),
            "highlights": (Highlight(action_id=ActionId("a"), start=0, end=text.index("< 1")),),
            "doubts": (Doubt(start=text.index("if a"), end=text.index("print"), flag=flag),),
        }
    )
    return report.model_copy(update={"sections": (section,)})


def test_a_formula_or_code_is_one_piece_that_marks_take_whole(report: Report) -> None:
    (first, line), (second, code), (third, _) = blocks(technical(report))
    assert [first, second, third] == [BlockKind.PARAGRAPH, BlockKind.CODE, BlockKind.ITEM]
    assert [p.text for p in pieces(line)] == ["Take ", FORMULA, " and ", "a*b*c", " for $5 and $6."]
    assert [p.text for s in line.stretches if s.actions for p in s.pieces] == ["Take ", FORMULA]
    assert pieces(line)[1].latex == "x_i < 1"
    (block,) = pieces(code)
    assert (code.language, block.text) == ("python", "if a < b:\n    print('<b>')")
    assert [(note.number, note.reason) for note in block.notes] == [(1, "Not so.")]
    assert block.doubts == (1,)


def test_a_citation_is_never_lost_in_what_looks_like_a_formula(report: Report) -> None:
    section = report.sections[0]
    text = "Of $a [1] b$ more."
    cited = section.citations[0].model_copy(update={"start": 6, "end": 9})
    changes = {"text": text, "citations": (cited,), "highlights": (), "doubts": ()}
    ((_, block),) = blocks(
        report.model_copy(update={"sections": (section.model_copy(update=changes),)})
    )
    assert [(p.text, bool(p.citation)) for p in pieces(block)] == [
        ("Of $a ", False),
        ("[1]", True),
        (" b$ more.", False),
    ]


def test_html_shows_formulas_and_code_and_markdown_keeps_their_source(report: Report) -> None:
    page, source = to_html(technical(report)), to_markdown(technical(report))
    assert "<mo>&lt;</mo><mn>1</mn>" in page
    assert "<code>a*b*c</code>" in page
    assert "print(&#39;&lt;b&gt;&#39;)</code>" in page
    assert "$\\nonsense{a}$" in page, "what can't be read stays as it was written"
    assert "<mark>Take $x_i \\lt 1$</mark>" in source
    assert "`a*b*c` for \\$5 and \\$6" in source
    assert "```python\nif a < b:\n    print('<b>')\n```" in source
    assert "\\$\\\\nonsense" in source


@pytest.mark.parametrize(
    "text",
    [
        "````x\n```\n<img src=x>\n````\n\nAnd ``` ``<b>`` ``` here.",
        "{`<b>````python``[a](javascript:x)}",
        "``` a\r- <b> ```",
        "![~~~{``&lt;_````$$--><img src=x>$$<img src=x>``[1]",
        "_```![ :===|``- *<img src=x>- ``<b>[^1]:",
    ],
)
def test_no_code_gets_out_of_its_signs(report: Report, text: str) -> None:
    changes = {"text": text, "citations": (), "highlights": (), "doubts": ()}
    section = report.sections[0].model_copy(update=changes)
    source = to_markdown(report.model_copy(update={"sections": (section,)}))
    page = MarkdownIt("commonmark", {"html": True}).render(source)
    assert not {tag for tag, _ in Tags(page).tags} & {"img", "b"}
    assert "javascript" not in "".join(str(found) for _, found in Tags(page).tags)


def test_a_page_and_a_file_say_the_same_of_a_report() -> None:
    report = real_size_report()
    view, page, source = report_view(report), to_html(report), to_markdown(report)
    for text in (view.facts, view.cost, view.doubts, *(a.where for a in view.actions if a.where)):
        assert escape_html(text) in page
    for quote in (view.quotes[place] for r in view.references for place in r.quotes):
        assert escape(quote.text) in source
    marked = [
        attributes["data-actions"]
        for (before, _), (tag, attributes) in pairwise(Tags(page).tags)
        if (tag == "div" or before == "h2") and attributes.get("class") == "hl"
    ]
    whole = [s.alone for s in view.sections if s.alone]
    whole += [s.table.actions for s in view.sections if s.table and s.table.actions]
    assert sorted(marked) == sorted(" ".join(labels) for labels in whole)


def test_formulas_of_a_short_line_are_drawn_as_on_the_page(report: Report) -> None:
    section = report.sections[0].model_copy(update={"tldr": "It is $x_i$."})
    short = report.model_copy(update={"sections": (section,)})
    assert "<msub><mi>x</mi><mi>i</mi></msub>" in to_html(short)
    assert "**TL;DR** It is $x_i$" in to_markdown(short)


def test_an_address_holds_no_link_for_any_renderer(report: Report) -> None:
    """Python-Markdown reads links before addresses between angles."""
    first, *others = report.references
    address = "https://papers.example/![x](//evil.example)[y](javascript:alert(1))"
    paper = first.paper.model_copy(update={"url": address, "doi": None, "arxiv_id": None})
    changed = (first.model_copy(update={"paper": paper}), *others)
    source = to_markdown(report.model_copy(update={"references": changed}))
    plain = address.replace("[", "%5B").replace("]", "%5D")
    assert f" <{plain}>\n" in source
