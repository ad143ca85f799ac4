"""The report as the browser draws it, without a server: data in, messages out."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from eval.bench.real_size import real_size_report
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import Doubt, Report
from myscholar.surfaces.web.components.report.report_view import as_data
from myscholar.views.html import SHARED
from myscholar.views.report_view import report_view

from .conftest import HOSTILE, watched_page

BROWSER = Path(__file__).resolve().parents[2] / "myscholar/surfaces/web/components/browser"
VIEW = (
    "dom",
    "report_reading",
    "report_text",
    "report_card",
    "report_table",
    "report_actions",
    "judging",
    "report_feedback",
    "report_passage",
    "report_view",
)
LIVE = ("dom", "report_text", "report_live")
LIVE_ALONE = "export default part((root) => new LiveView(root));"
PAGE = """<!doctype html><html lang="en"><title>Report</title><style>
:root { --st-text-color: #1d2126; --st-background-color: #fdfcfa;
  --st-secondary-background-color: #f3f1ec; --st-border-color: #dedad1;
  --st-primary-color: #1f5fa8; --st-link-color: #1f5fa8; } body { margin: 0;
    }</style><main id="host"></main></html>"""
START = """([script, css]) => {
  const home = document.getElementById("host").attachShadow({ mode: "open" });
  home.innerHTML = `<style>${css}</style><div class="part"></div>`;
  const entry = new Function(`${script.replace("export default", "return")}`)();
  window.sent = []; window.root = home.querySelector(".part");
  window.show = (data) => entry({
    data: [{ ...data, mail: { session: "s", taken: window.sent.length } }], parentElement: home,
    setStateValue: (name, value) => { window.sent.push(...value.messages);
      root.outbox.waiting = []; },
  });
}"""
Draw = Callable[..., Page]


def read(names: tuple[str, ...], ending: str) -> str:
    files = (f"{name}.{ending}" for name in names)
    found = (next(f for f in (BROWSER / name, SHARED / name) if f.exists()) for name in files)
    return "\n".join(file.read_text(encoding="utf-8") for file in found)


def started(page: Page, scripts: tuple[str, ...], styles: tuple[str, ...]) -> Page:
    page.set_content(PAGE)
    page.evaluate(START, [read(scripts, "js"), read(("base", *styles), "css")])
    return page


@pytest.fixture
def draw(browser: Browser) -> Iterator[Draw]:
    """Draws a report in a fresh page, of a phone if wanted."""
    with watched_page(browser, "about:") as page:

        def drawn(
            report: Report,
            feedback: Mapping[str, Feedback] | None = None,
            *,
            phone: bool = False,
            read_only: bool = False,
            unfolded: bool = True,
        ) -> Page:
            if phone:
                page.set_viewport_size({"width": 390, "height": 844})
            started(page, VIEW, ("report_text", "report_reading", "report_view"))
            page.evaluate(
                "(data) => show(data)",
                as_data(report_view(report), feedback or {}, read_only=read_only),
            )
            if unfolded and report_view(report).is_folded:
                page.get_by_role("button", name="Expand all").click()
            return page

        yield drawn


def sent(page: Page) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = page.evaluate("sent")
    return [{k: v for k, v in message.items() if k != "n"} for message in messages]


def pick(page: Page, label: str) -> None:
    page.locator(".pick", has=page.locator(f".chip:text-is('{label}')")).click()


def test_an_action_lights_its_words_and_is_stepped_through_by_keys(draw: Draw) -> None:
    page = draw(real_size_report())
    count = page.locator(".bar .count")
    pick(page, "A2")
    expect(count).to_have_text("1 of 10")
    assert page.get_by_role("radio", name="Selected").is_checked()
    assert page.locator(".hl.here").count() == 2, (
        "a place where another action ends goes on behind it"
    )
    assert page.locator(".hl.here > .tag").last.inner_text() == "A2"
    assert page.locator(".hl.on:not(.strong)").count() == 0
    page.keyboard.press("n")
    expect(count).to_have_text("2 of 10")
    page.keyboard.press("p")
    page.keyboard.press("p")
    expect(count).to_have_text("10 of 10")
    expect(page.locator(".hl.here").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".bar")).to_be_hidden()
    page.get_by_role("radio", name="All").press("ArrowLeft")
    assert page.get_by_role("radio", name="Selected").is_checked(), (
        "the arrows move within the group"
    )
    page.get_by_role("radio", name="Off").check()
    assert page.locator(".hl.on").count() == 0


def test_a_long_report_begins_folded_and_opens_where_the_reader_goes(draw: Draw) -> None:
    report = real_size_report()
    page = draw(report, unfolded=False)
    is_open = "[...root.querySelectorAll('details.section')].map((s) => s.open)"
    assert page.evaluate(is_open) == [False] * 6
    page.get_by_role("button", name="9 sources: Judges and Their Agreement").click()
    first = report_view(report).sections[2].evidence[0]
    card = page.get_by_role("dialog")
    expect(card.locator(".share").first).to_have_text(first.share)
    expect(card.get_by_role("link", name="Open the paper")).to_have_count(1)
    assert page.evaluate(is_open) == [False] * 6
    page.keyboard.press("Escape")
    page.locator(".jump").nth(4).click()
    assert page.evaluate(is_open) == [False, False, False, False, True, False]
    page.evaluate("root.view.update({ ...root.view.data })")
    assert page.evaluate(is_open)[4], "what is open stays so when the page runs again"
    pick(page, "A1")
    assert page.evaluate(is_open)[0]


def test_a_lit_heading_is_no_wider_than_its_words(draw: Draw) -> None:
    report = real_size_report()
    title = "How far the agreement of judges with people goes where answers grow long"
    changed = {"title": title, "highlights": (), "action_ids": (report.actions[0].action_id,)}
    first, *rest = report.sections
    sections = (first.model_copy(update={**changed, "table": None}), *rest)
    page = draw(report.model_copy(update={"sections": sections}), phone=True)
    heading = page.locator("[data-section='0'] h2 > .hl")
    assert heading.evaluate("(node) => node.getClientRects().length") > 1, "a stroke a line"


def test_a_report_begins_at_its_end_where_that_is_new(draw: Draw) -> None:
    report = real_size_report()
    page = draw(report, unfolded=False)
    data = as_data(report_view(report.model_copy(update={"report_id": "next"})), {})
    page.evaluate("(data) => show(data)", {**data, "at_end": True})
    is_open = "[...root.querySelectorAll('details.section')].map((s) => s.open)"
    assert page.evaluate(is_open) == [*[False] * 5, True]
    expect(page.locator(".section").last.locator("h2")).to_be_in_viewport()


def test_doubts_are_stepped_through_where_they_stand(draw: Draw) -> None:
    page = draw(real_size_report(), unfolded=False)
    page.set_viewport_size({"width": 1400, "height": 900})
    more, count = page.get_by_role("button", name="Show them one by one"), page.locator(".count")
    more.click()
    expect(count).to_have_text("1 of 6")
    expect(page.locator(".note.lit")).to_be_in_viewport()
    more.click()
    expect(page.locator(".note.lit")).to_contain_text("?2")
    page.keyboard.press("n")
    page.get_by_role("button", name="Previous doubt").click()
    expect(count).to_have_text("2 of 6")
    pick(page, "A2")
    expect(count).to_have_text("1 of 10")
    expect(page.locator(".note.lit")).to_have_count(0)


def test_an_action_without_lit_words_says_where_it_shows(draw: Draw) -> None:
    page = draw(real_size_report())
    row = page.locator(".action", has_text="Skip definitions of retrieval")
    expect(row).to_contain_text("Done shows throughout", use_inner_text=True)
    row.locator(".pick").click()
    expect(row).to_contain_text("there are no single words to light up")
    expect(page.locator(".bar .count")).to_have_text("Not in single words")


def test_a_source_is_opened_and_left_by_keyboard_and_lies_within_the_window(draw: Draw) -> None:
    report = real_size_report()
    page = draw(report)
    chip = page.locator(".cite").nth(1)
    chip.focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("dialog")
    number = report.sections[0].citations[1].number
    paper = report.reference(number).paper
    expect(card).to_contain_text(f"[{number}] {paper.title}")
    expect(card).to_contain_text(f"{paper.venue}, {paper.year} · {paper.citation_count} citations")
    assert [mark.replace("\n", " ") for mark in card.locator("mark").all_inner_texts()] == [
        e.text for e in report.sections[0].citations[1].evidence
    ]
    expect(card).to_contain_text("From the full text, “Results”, page")
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert page.evaluate("root.getRootNode().activeElement.textContent") == f"[{number}]"


def test_on_a_phone_nothing_scrolls_sideways_and_a_source_is_a_sheet_at_the_bottom(
    draw: Draw,
) -> None:
    page = draw(real_size_report(), phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator(".cite").nth(30).click()
    box = page.get_by_role("dialog").bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] == 844


def test_a_table_is_sorted_by_numbers_and_back(draw: Draw) -> None:
    page = draw(real_size_report())
    table = page.locator("[data-section='0'] table")
    names = table.locator("tbody tr td:first-child")
    as_written = names.all_inner_texts()
    share = table.get_by_role("button", name="Agreement")
    share.click()
    assert [name.split()[1] for name in names.all_inner_texts()] == ["5", "4", "3", "2", "1"], (
        "55.5 %, 63.0 % and so on"
    )
    expect(table.locator("th").nth(2)).to_have_attribute("aria-sort", "ascending")
    table.get_by_role("button", name="Answers").press("Enter")
    assert [name.split()[1] for name in names.all_inner_texts()] == ["1", "2", "3", "4", "5"], (
        "1,250 before 2,500"
    )
    share.click()
    share.click()
    share.click()
    assert names.all_inner_texts() == as_written


def test_a_dash_in_a_table_is_nothing_and_stands_last_in_both_orders(draw: Draw) -> None:
    report = real_size_report()
    first, *rest = report.sections
    assert first.table
    (name, n, share), *rows = first.table.rows
    dashed = first.table.model_copy(
        update={"rows": ((name, n, share.model_copy(update={"text": "–"})), *rows)}
    )
    page = draw(
        report.model_copy(update={"sections": (first.model_copy(update={"table": dashed}), *rest)})
    )
    table = page.locator("[data-section='0'] table")
    share_of = table.get_by_role("button", name="Agreement")
    for order in (["5", "4", "2", "1", "3"], ["1", "2", "4", "5", "3"]):
        share_of.click()
        assert [
            name.split()[1] for name in table.locator("tbody tr td:first-child").all_inner_texts()
        ] == order


def test_formulas_are_mathml_and_code_is_code(draw: Draw) -> None:
    page = draw(real_size_report())
    assert page.evaluate(
        "[...new Set([...root.querySelectorAll('math')].map((m) => m.namespaceURI))]"
    ) == ["http://www.w3.org/1998/Math/MathML"]
    assert page.locator("[data-section='1'] math[display=block] mfrac").count() == 1
    code = page.locator("[data-section='0'] .code")
    assert code.locator(".code-head span").first.inner_text() == "python"
    assert code.locator("pre").inner_text().splitlines()[0] == "def support(sentences, cited):"


def test_what_the_reader_thinks_of_a_section_and_an_action_is_told(draw: Draw) -> None:
    report = real_size_report()
    page = draw(report)
    section = page.locator("[data-section='1']")
    section.get_by_role("button", name="Is this section good? Not good").click()
    section.get_by_role("button", name="Too vague: I wanted more detail").click()
    expect(section.locator(".does")).to_contain_text("a follow-up below the report can change it")
    section.get_by_label("Comment").fill("n p <b>")
    section.get_by_role("button", name="Done").click()
    expect(section.locator(".said")).to_contain_text(
        "Noted: Too vague: I wanted more detail · “n p <b>”"
    )
    pick(page, "A6")
    row = page.locator(".action.chosen")
    row.get_by_role("button", name="Was this carried out well? Good").click()
    row.get_by_role("button", name="Try again").click()
    section.get_by_role("button", name="Write this section anew").click()
    title, wish = report.sections[1].title, report.actions[5].tldr
    said_at_once, *others = sent(page)
    assert (said_at_once["errors"], said_at_once["comment"]) == (["report.uninform"], "")
    assert others == [
        {
            "kind": "judge",
            "subject": "report",
            "item": "1",
            "words": title,
            "liked": False,
            "errors": ["report.uninform"],
            "comment": "n p <b>",
        },
        {
            "kind": "judge",
            "subject": "report.action",
            "item": "a6",
            "words": wish,
            "liked": True,
            "errors": [],
            "comment": "",
        },
        {"kind": "try_again", "action_id": "a6"},
        {"kind": "anew", "section": 1},
    ]


def in_doubt(report: Report) -> Report:
    """The first two sentences of its first section."""
    section, *others = report.sections
    ends = [m.end() for m in re.finditer(r"[.!?](?= )", section.text)][:2]
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="Read <b> again.")
    judged = flag.model_copy(update={"origin": "wise-1"})
    doubts = (
        Doubt(start=0, end=ends[0], flag=flag),
        Doubt(start=ends[0] + 1, end=ends[1], flag=judged),
    )
    doubted = section.model_copy(update={"doubts": doubts})
    return report.model_copy(update={"report_id": "doubt", "sections": (doubted, *others)})


def test_a_doubt_stands_in_the_margin_and_is_found_one_by_one(draw: Draw) -> None:
    report = real_size_report()
    bare = tuple(s.model_copy(update={"doubts": ()}) for s in report.sections)
    page = draw(in_doubt(report.model_copy(update={"sections": bare})))
    page.set_viewport_size({"width": 1400, "height": 900})
    notes = page.locator(".note:visible")
    assert [note.strip() for note in notes.all_inner_texts()] == [
        "?1 Read <b> again.",
        "?2 Read <b> again.\nwise-1",
    ]
    first, second = notes.nth(0).bounding_box(), notes.nth(1).bounding_box()
    column = page.locator("article").bounding_box()
    assert first
    assert second
    assert column
    assert column["x"] + column["width"] < first["x"]
    assert first["y"] + first["height"] < second["y"]


def test_without_a_margin_a_doubt_opens_at_its_sign(draw: Draw) -> None:
    page = draw(in_doubt(real_size_report()), phone=True)
    expect(page.locator(".note:visible")).to_have_count(0)
    sign = page.get_by_role("button", name="Doubtful: Read <b> again. (wise-1)")
    sign.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("?2 Read <b> again.")
    page.keyboard.press("Escape")
    expect(sign).to_be_focused()


def test_a_sign_says_whether_words_are_doubtful_or_repeated(draw: Draw) -> None:
    report = in_doubt(real_size_report())
    section, *others = report.sections
    first, second = section.doubts
    flag = second.flag.model_copy(update={"error_type": ErrorType.REPORT_GLOBAL})
    doubts = (first, second.model_copy(update={"flag": flag}))
    doubted = section.model_copy(update={"doubts": doubts})
    page = draw(report.model_copy(update={"sections": (doubted, *others)}), phone=True)
    names = page.locator(".ask").evaluate_all("all => all.map((a) => a.ariaLabel)")
    assert names[:2] == ["Doubtful: Read <b> again.", "Repeated: Read <b> again. (wise-1)"]


def test_what_is_said_about_selected_words_names_them_by_their_place(draw: Draw) -> None:
    """Places count characters as Python does, also behind characters that JavaScript counts
    twice."""
    report = real_size_report()
    first = report.sections[3].model_copy(
        update={
            "text": "😀 Readers check numbers first. They do.",
            "citations": (),
            "highlights": (),
            "doubts": (),
        }
    )
    report = report.model_copy(
        update={"report_id": "smile", "sections": (*report.sections[:3], first)}
    )
    page = draw(report)
    page.evaluate("""() => {
      const words = [...root.querySelectorAll("[data-body='3'] p span")][0].firstChild,
        range = document.createRange();
      range.setStart(words, words.data.indexOf("ders")); range.setEnd(words,
        words.data.indexOf("umbers"));
      getSelection().removeAllRanges(); getSelection().addRange(range);
    }""")
    page.get_by_role("button", name="Comment on this passage").click()
    page.get_by_role("dialog").get_by_role("button", name="Good", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    (judged,) = sent(page)
    assert (judged["subject"], judged["item"], judged["words"]) == (
        "report.span",
        "3:2:23",
        "Readers check numbers",
    )
    assert first.text[2:23] == judged["words"]
    expect(page.locator("[data-body='3'] .sign")).to_have_count(1)


def test_what_was_said_before_is_shown_again_and_can_be_taken_back(draw: Draw) -> None:
    report = real_size_report()
    end = report.sections[0].citations[2].start - 1
    words = report.sections[0].text[5:end]

    def said(subject: Subject, item: str, words: str) -> tuple[str, Feedback]:
        given = Feedback(
            subject=subject,
            about="r",
            item=item,
            liked=False,
            errors=(ErrorType.FACTUAL,),
            comment="No.",
            words=words,
        )
        return f"{subject.value}:{item}", given

    page = draw(
        report,
        dict(
            [
                said(Subject.SECTION, "2", "x"),
                said(Subject.SPAN, f"0:5:{end}", words),
                said(Subject.SPAN, "9:1:2", "gone"),
            ]
        ),
    )
    thumb = page.locator("[data-section='2']").get_by_role(
        "button", name="Is this section good? Not good"
    )
    expect(thumb).to_have_attribute("aria-pressed", "true")
    thumb.click()
    page.locator(".sign").click()
    expect(page.get_by_role("dialog")).to_contain_text(words)
    page.get_by_role("button", name="Take back what you said").click()
    expect(page.locator(".sign")).to_have_count(0)
    assert sent(page) == [
        {"kind": "take_back", "subject": "report", "item": "2"},
        {"kind": "take_back", "subject": "report.span", "item": f"0:5:{end}"},
    ]


def test_who_may_only_read_meets_nothing_to_press_but_what_shows(draw: Draw) -> None:
    page = draw(real_size_report(), read_only=True)
    pick(page, "A6")
    for name in ("Try again", "Write this section anew", "Good", "Comment on this passage"):
        assert page.get_by_role("button", name=name).count() == 0
    page.get_by_role("button", name="What was searched (5)").click()
    expect(page.get_by_role("cell", name="It did not answer in time.")).to_be_visible()


def test_hostile_words_are_shown_letter_by_letter(draw: Draw) -> None:
    long = "x" * 10_000
    evil = " ".join(HOSTILE)
    report = real_size_report()
    papers = [
        r.model_copy(
            update={
                "paper": r.paper.model_copy(
                    update={
                        "title": evil,
                        "url": "javascript:alert(9)",
                        "authors": (evil, long),
                        "venue": evil,
                    }
                )
            }
        )
        for r in report.references
    ]
    actions = [
        a.model_copy(update={"tldr": f"{evil}{n}", "text": long[:4000]})
        for n, a in enumerate(report.actions)
    ]
    outcomes = [o.model_copy(update={"reason": evil, "trace": (long,)}) for o in report.outcomes]
    table = report.sections[0].table
    assert table
    cells = tuple(tuple(c.model_copy(update={"text": evil}) for c in row) for row in table.rows)
    bad = report.sections[0].model_copy(
        update={
            "title": evil,
            "tldr": long,
            "table": table.model_copy(update={"columns": (evil, long, "c"), "rows": cells}),
        }
    )
    text = f"{HOSTILE[0]} {HOSTILE[1]} {HOSTILE[4]} {long}"
    raw = report.sections[1].model_copy(
        update={"title": long, "text": text, "citations": (), "highlights": (), "doubts": ()}
    )
    page = draw(
        report.model_copy(
            update={
                "report_id": "evil",
                "title": evil,
                "question": long,
                "notice": evil,
                "notes": (evil, long),
                "sections": (bad, raw, *report.sections[2:]),
                "references": tuple(papers),
                "actions": tuple(actions),
                "outcomes": tuple(outcomes),
                "searches": tuple(
                    s.model_copy(update={"error": evil, "source": evil}) for s in report.searches
                ),
            }
        ),
        {
            f"report:{n}": Feedback(
                subject=Subject.SECTION, about="r", item=str(n), liked=False, comment=evil
            )
            for n in range(2)
        },
        phone=True,
    )
    assert page.locator("article h1").inner_text() == evil
    assert page.locator("[data-body='1']").inner_text().strip() == text
    page.get_by_text("Actions (8)").click()
    pick(page, "A1")
    page.locator(".cite").first.dispatch_event("click")
    assert page.get_by_role("dialog").locator(".paper").inner_text().endswith(evil)
    assert (
        page.locator(
            ".part :is(img, script, iframe, [onerror], a[href*='javascript'], a[href*='evil'])"
        ).count()
        == 0
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_click_lights_the_words_of_a_real_size_report_at_once(draw: Draw) -> None:
    """Within the click, and without drawing the text again; how long that takes `eval bench web`
    tells."""
    page = draw(real_size_report())
    lit, is_same = page.evaluate("""() => {
      const words = [...root.querySelectorAll("article .hl")];
      root.querySelectorAll(".pick")[1].click();
      const now = [...root.querySelectorAll("article .hl")];
      const same = now.every((node, i) => node === words[i]);
      return [root.querySelectorAll(".hl.here").length, now.length === words.length && same];
    }""")
    assert (lit, is_same) == (2, True)


def test_a_text_that_grows_leaves_what_stands_alone(browser: Browser) -> None:
    def block(text: str) -> dict[str, Any]:
        return {
            "language": "",
            "stretches": [
                {
                    "actions": [],
                    "begins": [],
                    "ends": [],
                    "pieces": [{"text": text, "start": 0, "end": 1}],
                }
            ],
        }

    def live(*parts: tuple[str, tuple[str, ...]], over: bool = False) -> dict[str, Any]:
        section = {
            "name": "section 2",
            "title": "Judges",
            "parts": [{"kind": kind, "blocks": [block(t) for t in texts]} for kind, texts in parts],
        }
        return {"sections": [section], "news": "0 of 6 sections are written.", "is_over": over}

    with watched_page(browser, "about:") as page:
        page.set_content(PAGE)
        styles = read(("base", "report_text", "report_live"), "css")
        page.evaluate(START, [f"{read(LIVE, 'js')}\n{LIVE_ALONE}", styles])
        page.evaluate("(data) => show(data)", live(("paragraph", ("One.", "Tw"))))
        page.evaluate("() => { window.first = root.querySelector('p'); }")
        page.evaluate(
            "(data) => show(data)", live(("paragraph", ("One.", "Two.")), ("item", ("a", "b")))
        )
        page.evaluate("() => { window.item = root.querySelector('li'); }")
        page.evaluate(
            "(data) => show(data)",
            live(("paragraph", ("One.", "Two.")), ("item", ("a", "b c")), over=True),
        )
        assert page.locator(".growing").inner_text().split("\n\n")[1:] == ["One.", "Two.", "a\nb c"]
        assert page.evaluate("first.isConnected && item.isConnected")
        expect(page.locator(".writing")).to_be_hidden()
        assert json.loads(page.evaluate("JSON.stringify(sent)")) == []


def test_news_that_comes_while_a_button_is_held_down_waits_for_the_click(browser: Browser) -> None:
    view = (
        "export default part((root, outbox) => ({ update: ({ word }) => "
        "root.replaceChildren(button('', () => outbox.send('pressed'), word)) }));"
    )
    with watched_page(browser, "about:") as page:
        page.set_content(PAGE)
        page.evaluate(START, [read(("dom",), "js") + view, ""])
        page.evaluate("show({ word: 'before' })")
        page.get_by_role("button", name="before").hover()
        page.mouse.down()
        page.evaluate("show({ word: 'between' }); show({ word: 'after' })")
        assert page.get_by_role("button").all_inner_texts() == ["before"]
        page.mouse.up()
        expect(page.get_by_role("button", name="after")).to_be_visible()
        assert page.evaluate("sent.map((message) => message.kind)") == ["pressed"]
