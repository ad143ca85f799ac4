"""Edit instructions in plain words, and what they do to a report."""

import re
from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.papers import Paper
from myscholar.domain.report import (
    Citation,
    Findings,
    OutcomeStatus,
    Report,
    Section,
    SectionFormat,
)
from myscholar.errors import InputError
from myscholar.report.extractive.edit import edit_sections, with_sections
from myscholar.report.extractive.instructions import EditKind, read_instruction

TITLES = (
    "Background and Main Ideas",
    "Irrigation Water",
    "Soil Sensors",
    "The Papers Side by Side",
)


@pytest.mark.parametrize(
    ("said", "kind", "sections"),
    [
        ("Shorten the second section.", EditKind.SHORTEN, (1,)),
        ("Please make the irrigation section shorter", EditKind.SHORTEN, (1,)),
        ("shorten the report", EditKind.SHORTEN, (0, 1, 2, 3)),
        ("Lengthen section three", EditKind.LENGTHEN, (2,)),
        ("Say more about soil sensors", EditKind.LENGTHEN, (2,)),
        ("remove the last section", EditKind.REMOVE, (3,)),
        ("Drop the section on soil sensors", EditKind.REMOVE, (2,)),
        ("Write section 1 as a list", EditKind.LIST, (0,)),
        ("as a list", EditKind.LIST, (0, 1, 2, 3)),
        ("Swap sections 1 and 3", EditKind.SWAP, (0, 2)),
    ],
)
def test_a_section_goes_by_number_ordinal_or_title(
    said: str, kind: EditKind, sections: tuple[int, ...]
) -> None:
    edit = read_instruction(said, TITLES)
    assert (edit.kind, edit.sections) == (kind, sections)


@pytest.mark.parametrize(
    ("said", "moved", "place"),
    [
        ("Move section 3 to the top", 2, 0),
        ("Put irrigation water at the end", 1, 3),
        ("Start with soil sensors", 2, 0),
        ("Move the first section after soil sensors", 0, 2),
        ("Move section 3 before irrigation water", 2, 1),
    ],
)
def test_a_section_is_moved_to_where_it_is_said(said: str, moved: int, place: int) -> None:
    edit = read_instruction(said, TITLES)
    assert (edit.kind, edit.sections, edit.place) == (EditKind.MOVE, (moved,), place)


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("Add a section on crop prices", "crop prices"),
        ("Please add a short section about crop prices.", "crop prices"),
        ("Add a crop prices section", "crop prices"),
        ("Include a background section on crop prices", "background crop prices"),
    ],
)
def test_an_added_section_is_on_what_is_said(said: str, topic: str) -> None:
    assert read_instruction(said, TITLES).topic == topic


@pytest.mark.parametrize(
    "said", ["Make it sing", "Translate the report into French", "Add a section", "Move section 2"]
)
def test_what_is_not_understood_is_an_error_that_helps(said: str) -> None:
    with pytest.raises(InputError):
        read_instruction(said, TITLES)


def test_a_section_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(InputError, match="4 sections; there is no section 7"):
        read_instruction("remove section 7", TITLES)
    with pytest.raises(InputError, match="2 “Irrigation Water”"):
        read_instruction("remove the section on tractors", TITLES)


def changed(report: Report, said: str) -> Report:
    return with_sections(
        report, edit_sections(report, read_instruction(said, [s.title for s in report.sections]))
    )


def test_a_removed_section_leaves_the_others_and_references_in_order(
    report_of: Callable[..., Report],
) -> None:
    before = report_of()
    after = changed(before, "remove section 1")
    assert [s.title for s in after.sections] == [s.title for s in before.sections][1:]
    assert [r.number for r in after.references] == list(range(1, len(after.references) + 1))
    assert after.sections[0].citations[0].number == 1


def test_a_list_holds_the_same_sentences(report_of: Callable[..., Report]) -> None:
    before = report_of()
    after = changed(before, "write section 1 as a list")
    assert after.sections[0].format is SectionFormat.LIST
    assert after.sections[0].text.count("\n- ") == len(before.sections[0].citations) - 1
    assert after.sections[1:] == before.sections[1:]


def test_a_line_that_leads_a_list_and_cites_nothing_stays_with_what_is_left_of_it(
    report_of: Callable[..., Report],
) -> None:
    def mark(text: str, start: int = 0) -> Citation:
        at = text.index("[", start)
        return (
            before.sections[0]
            .citations[0]
            .model_copy(update={"start": at, "end": text.index("]", at) + 1})
        )

    before = report_of()
    n = before.sections[0].citations[0].number
    text = (
        f"Said in three papers:\n- Rain helps wheat [{n}].\n- Rain harms rye [{n}].\n- Snow helps "
        f"neither [{n}]."
    )
    starts = [m.start() for m in re.finditer("- ", text)]
    led = Section(title="Rain", text=text, citations=tuple(mark(text, start) for start in starts))
    after = changed(with_sections(before, (led,)), "shorten section 1")
    assert after.sections[0].text.startswith("Said in three papers:\n- Rain helps wheat [1].\n- ")
    assert len(after.sections[0].citations) == 2


def test_what_cites_nothing_can_not_be_shortened(report_of: Callable[..., Report]) -> None:
    bare = Section(title="The papers", text="What they do, on what:\nsee below.")
    before = report_of()
    before = before.model_copy(update={"sections": (bare, *before.sections)})
    with pytest.raises(InputError, match="nothing to shorten"):
        changed(before, "shorten section 1")


def test_an_action_whose_sentences_are_gone_is_no_longer_done(
    report_of: Callable[..., Report], action: Callable[..., Action]
) -> None:
    before = report_of(action(Verb.ADD_SECTION, "irrigation water", emphasis=True))
    after = changed(before, "remove the section on irrigation water")
    assert after.outcomes[0].reason == "What served it was taken out by the last change."


def test_an_action_is_done_once_a_change_gives_the_text_the_form_that_it_asks_for(
    report_of: Callable[..., Report],
    action: Callable[..., Action],
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    asked = action(Verb.LIMITATIONS, tldr="Give the limitations as bullet points")
    text = (
        "Crop rotation schedules often fail to raise soil nitrogen when irrigation water is "
        "limited. Most small farms suffer from a lack of laboratories and advice."
    )
    alone = papers[3].model_copy(
        update={"passages": (papers[3].passages[0].model_copy(update={"text": text}),)}
    )
    before = report_of(asked, findings=found((alone,)))
    assert before.outcomes[0].status is OutcomeStatus.PARTLY
    assert before.outcomes[0].lacks == "It asks for a list, and there is none."
    after = changed(before, "write section 1 as a list")
    assert (after.outcomes[0].status, after.outcomes[0].lacks) == (OutcomeStatus.DONE, "")


def test_highlights_stay_on_their_words_when_citations_are_numbered_anew(
    report_of: Callable[..., Report], action: Callable[..., Action]
) -> None:
    before = report_of(action(Verb.NUMBERS))
    after = changed(before, "move the last section to the top")
    words = {_bare(s.text[h.start : h.end]) for s in before.sections for h in s.highlights}
    assert {_bare(s.text[h.start : h.end]) for s in after.sections for h in s.highlights} == words


def _bare(text: str) -> str:
    return "".join(c for c in text.split("[")[0])
