"""Whether what carries an action out is enough, and in the form asked."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import ActionOutcome, Cell, OutcomeSpan, OutcomeStatus, Section, Table
from myscholar.report.fulfilment import (
    FORMS,
    THIN,
    fulfilment_flags,
    has_form,
    markdown_of,
    with_flags,
)
from myscholar.text.wishes import forms_in

PROSE = "## Wrens\n\nWrens sing at dawn. Their songs differ between forests."
LONG = "Wrens sing. " * THIN


def kinds(asked: str, *spans: str, verb: Verb = Verb.FREE, report: str = PROSE) -> set[ErrorType]:
    return {f.error_type for f in fulfilment_flags(forms_in(asked), verb, spans, report)}


@pytest.mark.parametrize(
    ("asked", "kind", "shown"),
    [
        ("Add a table of songs", ErrorType.IGNORE, "| wren | song | forest |"),
        ("Include code snippets for the analysis", ErrorType.IGNORE, "```\nplay(song)\n```"),
        ("Use sub-headings", ErrorType.IGNORE, "### Songs at dawn"),
        ("Draw a diagram of the syrinx", ErrorType.IGNORE, "![syrinx](syrinx.png)"),
        ("Give the mathematical formulation", ErrorType.PRESENT, "$s = a + b$"),
        ("End with a checklist for recording", ErrorType.PRESENT, "- Bring a microphone"),
    ],
)
def test_a_form_that_is_asked_and_missing_is_doubted(
    asked: str, kind: ErrorType, shown: str
) -> None:
    assert kinds(asked, LONG) == {kind}
    assert kinds(asked, LONG, report=f"{PROSE}\n\n{shown}") == set()


@pytest.mark.parametrize(
    "asked",
    [
        "Avoid tables",
        "Compare songs, but without equations",
        "Search for papers with diagrams",
        "Add a section on charts",
        "Compare the retrieval of tables",
        "Say how equations of motion are solved",
        "Say it in plain words",
        "Explain hash tables",
        "Describe GitHub Copilot as a field guide",
        "Explain what surgical checklists change",
        "Compare the plots of novels",
        "Define the repository of songs",
        "Give illustrations of failed recordings",
    ],
)
def test_what_is_unwanted_or_wanted_of_papers_or_the_topic_itself_is_no_form_asked(
    asked: str,
) -> None:
    assert forms_in(asked) == ()


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ("Tabulate the songs", Wish.TABLE),
        ("Set forests side by side in a table", Wish.TABLE),
        ("I can add a short summary table of the songs", Wish.TABLE),
        ("Say which songs recur. Put them as bullet points", Wish.LIST),
    ],
)
def test_a_form_is_asked_where_the_report_is_to_have_it(asked: str, form: Wish) -> None:
    assert forms_in(asked) == (form,)


def test_what_is_searched_for_is_no_form_of_the_report() -> None:
    assert kinds("Search for chart captions and tables", LONG, verb=Verb.SEARCH) == set()


def test_every_form_is_absent_from_plain_prose() -> None:
    assert [form for form in FORMS if has_form(form, PROSE)] == []


def test_a_sentence_or_two_may_say_less_than_hoped_for() -> None:
    few = "Wrens sing at dawn in most of the forests."
    assert kinds("Search for dawn songs", few, verb=Verb.SEARCH) == {ErrorType.UNINFORM}
    assert kinds("Search for dawn songs", few, LONG, verb=Verb.SEARCH) == set()


@pytest.mark.parametrize(
    "verb", [Verb.DEFINE, Verb.EXCLUDE, Verb.SKIP_SECTION, Verb.NUMBERS, Verb.BRIEF]
)
def test_a_definition_a_number_or_an_omission_may_be_short(verb: Verb) -> None:
    assert kinds("wrens", "Wrens are small.", verb=verb) == set()


def test_no_words_at_all_are_for_the_outcome_to_tell() -> None:
    assert kinds("Search for dawn songs", verb=Verb.SEARCH) == set()


def test_the_table_of_a_section_is_seen() -> None:
    table = Table(columns=("bird", "song"), rows=((Cell(text="wren"), Cell(text="trill")),))
    text = markdown_of([Section(title="Songs", text="Wrens trill.", table=table)])
    assert has_form(Wish.TABLE, text)
    assert not has_form(Wish.TABLE, markdown_of([Section(title="Songs", text="Wrens trill.")]))


def test_a_table_carries_its_action_out_with_every_word_of_its_rows(
    action: Callable[..., Action],
) -> None:
    compare = action(Verb.COMPARE)
    rows = tuple(
        (Cell(text=f"bird {n}"), Cell(text="sings one long trill at dawn"))
        for n in range(THIN // 8 + 1)
    )
    table = Table(columns=("bird", "song"), rows=rows, action_ids=(compare.action_id,))
    text = "The table sets the birds side by side."
    done = ActionOutcome(
        action_id=compare.action_id,
        status=OutcomeStatus.DONE,
        spans=(OutcomeSpan(section=0, start=0, end=len(text)),),
        reason="A table sets the birds side by side.",
    )
    (full,) = with_flags([compare], [done], [Section(title="Birds", text=text, table=table)])
    assert full.flags == ()
    few = table.model_copy(update={"rows": rows[:1]})
    (thin,) = with_flags([compare], [done], [Section(title="Birds", text=text, table=few)])
    # 8 words above the table, 2 + 6 in its one row.
    assert [f.reason for f in thin.flags] == [
        "Only 16 words of the report carry it out, which may be less than you hoped for."
    ]


def test_an_outcome_of_an_action_that_is_gone_keeps_still() -> None:
    left = ActionOutcome(
        action_id=ActionId("gone"),
        status=OutcomeStatus.DONE,
        trace=("searched",),
        reason="It is done.",
    )
    assert with_flags([], [left], []) == (left,)


def test_a_doubt_is_said_after_the_reason() -> None:
    flag = Flag(
        error_type=ErrorType.UNINFORM, severity=Severity.HINT, reason="Only 9 words carry it out."
    )
    outcome = ActionOutcome(
        action_id=ActionId("a"),
        status=OutcomeStatus.DONE,
        trace=("searched",),
        reason="It is done.",
        flags=(flag,),
    )
    assert outcome.said == "It is done. Only 9 words carry it out."
    assert outcome.model_copy(update={"flags": ()}).said == "It is done."
