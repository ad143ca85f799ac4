"""What a model's text becomes: read whole, and shown while it is still coming."""

from itertools import pairwise

from myscholar.domain.evidence import ActionId
from myscholar.report.llm.markup import Written, read, visible

ACTIONS = {1: ActionId("compare"), 2: ActionId("numbers")}


def written(raw: str, *, title: str = "Judges and Humans", known: range = range(1, 21)) -> Written:
    return read(raw, title=title, actions=ACTIONS, known=known)


def marked(text: Written) -> list[tuple[str, str]]:
    return [(h.action_id, text.text[h.start : h.end]) for h in text.highlights]


def test_a_section_loses_its_frame_and_keeps_its_words_citations_and_marked_spans() -> None:
    raw = (
        "## Judges and Humans\n\nJudges agree [3][7]. <a2>They reach **81 percent "
        "[4]**.</a2>\n\nTLDR: Judges *mostly* agree [3]."
    )
    text = written(raw)
    assert text.text == "Judges agree [3][7]. They reach 81 percent [4]."
    assert text.tldr == "Judges mostly agree."
    assert marked(text) == [("numbers", "They reach 81 percent [4].")]
    assert text.cited == {3, 4, 7}
    assert text.dropped == ()


def test_a_title_and_a_tldr_at_the_head_are_a_frame_too() -> None:
    text = written("Who judges whom\nTLDR; Judges agree. Mostly.\n\nJudges agree [3].")
    assert (text.text, text.tldr) == ("Judges agree [3].", "Judges agree. Mostly.")


def test_of_two_tldrs_the_last_counts_and_both_go() -> None:
    text = written("TLDR: first\n\nJudges agree [3]. TLDR: last")
    assert (text.text, text.tldr) == ("Judges agree [3].", "last")


def test_a_sentence_about_tldr_generation_is_no_frame() -> None:
    assert (
        written("TLDR generation shortens papers [1].").text
        == "TLDR generation shortens papers [1]."
    )


def test_tags_that_nest_or_cross_make_overlapping_spans() -> None:
    text = written("<a1>one <a2>two</a1> three</a2> four [1].")
    assert marked(text) == [("compare", "one two"), ("numbers", "two three")]


def test_a_tag_left_open_ends_with_its_paragraph() -> None:
    assert marked(written("First <a1>here we go [2].\n\nSecond.")) == [
        ("compare", "here we go [2].")
    ]


def test_a_tag_opened_twice_ends_at_the_second_opening_or_before() -> None:
    assert marked(written("<a1>One.\n\nTwo. <a1>Three.</a1> Four.")) == [
        ("compare", "One."),
        ("compare", "Three."),
    ]


def test_a_span_over_paragraphs_and_list_items_is_cut_into_one_each() -> None:
    text = written("<a1>- one [1]\n- two\n\nrest</a1> end.")
    assert marked(text) == [("compare", "one [1]"), ("compare", "two"), ("compare", "rest")]


def test_a_span_never_covers_a_citation_or_white_space_alone() -> None:
    assert marked(written("One <a1>[4]</a1><a2> </a2> two.")) == []


def test_numbers_that_name_nothing_are_dropped_and_said() -> None:
    text = written("One [99]. <a7>Two</a7> [3, 98].", known=range(1, 5))
    assert text.text == "One. Two [3]."
    assert text.dropped == (
        "There is no quote 99, 98 in this section; such citations were left out.",
        "There is no action A7; such marks were left out.",
    )


def test_an_interval_is_not_a_citation() -> None:
    assert (
        written("Scores lie in [0, 1] there [1, 3; q5].").text
        == "Scores lie in [0, 1] there [1][3][5]."
    )


def test_formulas_and_code_stay_untouched() -> None:
    raw = (
        "With $x_1*y*z<a1>$ it costs $5 and $10, as `<a1>[77]` says [1].\n\n```py\na  = b[88]  # "
        "<a2>\n```"
    )
    assert written(raw).text == raw
    assert marked(written(raw)) == []


def test_html_links_and_images_stay_the_text_that_they_are() -> None:
    raw = "<b>bold</b> <script>alert(1)</script> ![i](http://x) [l](javascript:1) <a href='x'>y</a>"
    assert written(raw).text == raw


def test_later_headings_open_their_paragraph_and_tables_become_items() -> None:
    raw = "Text [1].\n\n### Open ends\n\nMore.\n\n| a | b |\n|---|---|\n| c | d |\n* x\n  - y"
    assert written(raw).text == "Text [1].\n\nOpen ends. More.\n\n- a; b\n- c; d\n- x\n- y"


def test_nothing_is_read_from_nothing() -> None:
    assert written(" \n") == Written("")


def test_signs_of_emphasis_that_hold_no_words_leave_nothing() -> None:
    assert written("Judges <a1>**[3] agree**</a1>.").text == "Judges [3] agree."


def test_marks_within_marks_leave_no_mark_that_nobody_reads() -> None:
    text = written("Judges <<a1>a1>agree[[99]98] here</a1> [<a7>3].")
    assert (text.text, text.cited) == ("Judges agree here [3].", {3})
    assert marked(text) == [("compare", "agree here")]


def test_the_screen_never_shows_tags_markers_or_the_tldr() -> None:
    raw = (
        "## Judges and Humans\n\nJudges <a2>agree [3][12]</a2>, **mostly**.\n\n- one [4]\n\nTLDR: "
        "Judges agree."
    )
    seen = [visible(raw[:i]) for i in range(len(raw) + 1)]
    assert not any(c in shown for shown in seen for c in ("<", "[", "]", "*", "#", "TL", "/a"))
    assert seen[-1] == "Judges agree, mostly.\n\n- one"
    assert all(later.startswith(earlier) for earlier, later in pairwise(seen))


def test_the_screen_skips_a_tldr_at_the_head() -> None:
    assert visible("Judges and Humans\nTLDR; They agree. Mostly.\n\nJudges ag") == "Judges ag"
    assert visible("Judges and Humans\nTLDR; They agree. Mos") == ""
