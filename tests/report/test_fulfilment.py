"""Whether what carries an action out is enough, and in the form asked."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Stage, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import ActionOutcome, Cell, OutcomeSpan, OutcomeStatus, Section, Table
from myscholar.report.fulfilment import (
    FORMS,
    THIN,
    check_fulfilment,
    has_form,
    judged_flags,
    markdown_of,
    thin_flags,
)
from myscholar.report.outcome_evidence import ActionEvidence, ActionVerdict
from myscholar.text.wishes import forms_in

PROSE = "## Wrens\n\nWrens sing at dawn. Their songs differ between forests."
LONG = "Wrens sing. " * THIN


def kinds(*spans: str, verb: Verb) -> set[ErrorType]:
    return {f.error_type for f in thin_flags(verb, spans)}


def done(action: Action) -> ActionOutcome:
    return ActionOutcome(
        action_id=action.action_id,
        status=OutcomeStatus.DONE,
        spans=(OutcomeSpan(section=0, start=0, end=len(LONG)),),
        reason="It is done.",
    )


@pytest.mark.parametrize(
    ("asked", "form", "shown"),
    [
        ("Add a table of songs", "a table", "| wren | song | forest |"),
        (
            "Include code snippets for the analysis",
            "code or where to find it",
            "```\nplay(song)\n```",
        ),
        ("Use sub-headings", "headings within its sections", "### Songs at dawn"),
        ("Draw a diagram of the syrinx", "a figure", "![syrinx](syrinx.png)"),
        ("Give the mathematical formulation", "formulas", "$s = a + b$"),
        ("End with a checklist for recording", "a list", "- Bring a microphone"),
    ],
)
def test_what_lacks_the_form_that_was_asked_for_is_done_in_part_until_it_has_it(
    asked: str, form: str, shown: str, action: Callable[..., Action]
) -> None:
    wanted = action(Verb.FREE, tldr=asked)
    plain = [Section(title="Wrens", text=LONG)]
    (lacking,) = check_fulfilment([wanted], [done(wanted)], plain)
    assert lacking.status is OutcomeStatus.PARTLY
    assert lacking.said == f"It is done. It asks for {form}, and there is none."
    mended = [Section(title="Wrens", text=f"{LONG}\n\n{shown}")]
    assert check_fulfilment([wanted], [lacking], mended) == (done(wanted),)


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


def test_what_is_searched_for_is_no_form_of_the_report(action: Callable[..., Action]) -> None:
    search = action(Verb.SEARCH, tldr="Give a table of songs")
    (outcome,) = check_fulfilment([search], [done(search)], [Section(title="-", text=LONG)])
    assert outcome == done(search)


def test_every_form_is_absent_from_plain_prose() -> None:
    assert [form for form in FORMS if has_form(form, PROSE)] == []


def test_a_sentence_or_two_may_say_less_than_hoped_for() -> None:
    few = "Wrens sing at dawn in most of the forests."
    assert kinds(few, verb=Verb.SEARCH) == {ErrorType.UNINFORM}
    assert kinds(few, LONG, verb=Verb.SEARCH) == set()


@pytest.mark.parametrize(
    "verb", [Verb.DEFINE, Verb.EXCLUDE, Verb.SKIP_SECTION, Verb.NUMBERS, Verb.BRIEF]
)
def test_a_definition_a_number_or_an_omission_may_be_short(verb: Verb) -> None:
    assert kinds("Wrens are small.", verb=verb) == set()


def test_no_words_at_all_are_for_the_outcome_to_tell() -> None:
    assert kinds(verb=Verb.SEARCH) == set()


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
    beside = done(compare).model_copy(
        update={"spans": (OutcomeSpan(section=0, start=0, end=len(text)),)}
    )
    (full,) = check_fulfilment(
        [compare], [beside], [Section(title="Birds", text=text, table=table)]
    )
    assert full.flags == ()
    few = table.model_copy(update={"rows": rows[:1]})
    (thin,) = check_fulfilment([compare], [beside], [Section(title="Birds", text=text, table=few)])
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
    assert check_fulfilment([], [left], []) == (left,)


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


def verdict(status: OutcomeStatus, why: str = "no cost is named") -> ActionVerdict:
    return ActionVerdict(action_id=ActionId("a"), status=status, why=why, model="wise-1")


def test_only_a_judge_says_that_something_was_ignored_or_badly_presented(
    action: Callable[..., Action],
) -> None:
    no, part, yes = OutcomeStatus.NOT_DONE, OutcomeStatus.PARTLY, OutcomeStatus.DONE
    free = action(Verb.FREE)
    ordered = free.model_copy(update={"stage": Stage.ORGANIZATION})

    def raised(asked: Action, *statuses: OutcomeStatus) -> list[tuple[ErrorType, Severity]]:
        own = ActionEvidence(asked, verdicts=tuple(map(verdict, statuses)))
        return [(f.error_type, f.severity) for f in judged_flags(own)]

    assert raised(free) == raised(free, no, yes) == []
    assert raised(free, no, no) == [(ErrorType.IGNORE, Severity.WARNING)]
    assert raised(free, no, part) == [(ErrorType.IGNORE, Severity.HINT)]
    assert raised(ordered, no, part) == [(ErrorType.PRESENT, Severity.HINT)]
    assert raised(ordered, no) == [(ErrorType.IGNORE, Severity.WARNING)]


def test_a_flag_names_the_model_that_raised_it_and_stays_when_words_are_looked_at_again(
    action: Callable[..., Action],
) -> None:
    asked = action(Verb.SEARCH)
    own = ActionEvidence(asked, verdicts=(verdict(OutcomeStatus.NOT_DONE),))
    (flag,) = judged_flags(own)
    assert (flag.origin, flag.reason) == ("wise-1", "wise-1 finds: no cost is named")
    outcome = done(asked).model_copy(update={"flags": (flag,)})
    few = [Section(title="-", text=LONG)]
    thin = outcome.model_copy(update={"spans": (OutcomeSpan(section=0, start=0, end=11),)})
    (checked,) = check_fulfilment([asked], [thin], few)
    assert [f.error_type for f in checked.flags] == [ErrorType.IGNORE, ErrorType.UNINFORM]
