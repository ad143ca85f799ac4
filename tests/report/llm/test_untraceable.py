"""A citation that leads nowhere costs itself or its sentence, never the report."""

from collections.abc import Callable

import pytest

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Cell, Doubt, Table
from myscholar.report.llm.assemble import assemble
from myscholar.report.llm.untraceable import without_untraceable
from myscholar.report.llm.verify import Checked

from .test_assemble import report_of

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]

P1, P2 = PaperId("p1"), PaperId("p2")


def gone(papers: Papers) -> Papers:
    """Without the paper of quote 3."""
    return {P1: papers[P1]}


def without_passage(papers: Papers) -> Papers:
    return {**papers, P2: papers[P2].without_text()}


def other_text(papers: Papers) -> Papers:
    changed = tuple(
        p.model_copy(update={"text": "Words of another version."}) for p in papers[P2].passages
    )
    return {**papers, P2: papers[P2].model_copy(update={"passages": changed})}


def left(draft: Draft, papers: Papers) -> tuple[Draft, tuple[str, ...]]:
    (checked,), notes = without_untraceable([Checked(draft=draft)], papers)
    # raises unless every citation resolves
    report_of(assemble([checked.draft.model_copy(update={"highlights": ()})], papers))
    return checked.draft, notes


@pytest.mark.parametrize("spoil", [gone, without_passage, other_text])
def test_a_sentence_that_rests_on_lost_words_alone_is_left_out_and_the_note_says_why(
    drafted: Drafted, few: Papers, spoil
) -> None:
    draft, notes = left(drafted("Judges agree [1]. Others fail [3]. Most agree [2]."), spoil(few))
    assert draft.text == "Judges agree [1]. Most agree [2]."
    assert notes == (
        "1 sentence of “Judges” was left out because the quoted words behind it are no longer at "
        "hand.",
    )
    assert [q.quote_id for q in draft.plan.quotes] == ["q1", "q2"]


def test_a_sentence_that_rests_on_other_words_too_loses_its_citation_only(
    drafted: Drafted, few: Papers
) -> None:
    draft, notes = left(drafted("Judges agree [1][3]. They may [3] [2] not."), gone(few))
    assert draft.text == "Judges agree [1]. They may [2] not."
    assert notes == (
        "2 citations of “Judges” were left out because the quoted words behind them are no longer "
        "at hand.",
    )


def test_items_and_paragraphs_without_words_go_with_their_sentence_and_marks_move_along(
    drafted: Drafted, few: Papers
) -> None:
    text = (
        "Others fail [3].\n\nThere are kinds.\n- Some fail [3]. Always [3].\n- Judges agree "
        "[1].\n\nThey fail [3]."
    )
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="why")
    doubts = tuple(
        Doubt(start=text.index(s), end=text.index(s) + len(s), flag=flag)
        for s in ("They fail [3].", "Judges agree [1].")
    )
    draft, notes = left(
        drafted(text, ("a", "Some fail"), ("b", "agree [1]"), doubts=doubts), gone(few)
    )
    assert draft.text == "There are kinds.\n- Judges agree [1]."
    assert [(h.action_id, draft.text[h.start : h.end]) for h in draft.highlights] == [
        ("b", "agree [1]")
    ]
    assert [draft.text[d.start : d.end] for d in draft.doubts] == ["Judges agree [1]."]
    assert notes[0].startswith("4 sentences of “Judges” were left out")


def test_a_section_of_which_nothing_is_left_is_no_section(drafted: Drafted, few: Papers) -> None:
    checked, notes = without_untraceable(
        [Checked(draft=drafted("Others fail [3].")), Checked(draft=drafted("Agree [1]."))],
        gone(few),
    )
    assert [s.text for s in assemble([c.draft for c in checked], gone(few)).sections] == [
        "Agree [1]."
    ]
    assert len(notes) == 1


def test_where_all_is_well_nothing_changes(drafted: Drafted, few: Papers) -> None:
    draft = drafted(
        "Take `b[3]`  and\n\n\n$x[1]$ as in [3]. They agree [1][2]. Say [9] nothing.",
        ("a", "agree"),
    )
    assert without_untraceable([Checked(draft=draft)], few) == ((Checked(draft=draft),), ())


def test_a_passage_id_of_two_papers_counts_for_the_one_that_is_cited_first(
    drafted: Drafted, few: Papers
) -> None:
    (shared,) = few[P2].passages
    own = tuple(
        p.model_copy(update={"passage_id": shared.passage_id}) for p in few[P1].passages[:1]
    )
    papers = {**few, P1: few[P1].model_copy(update={"passages": own})}
    draft = drafted("Others fail [3]. Judges agree [1].")
    quotes = tuple(
        q.model_copy(update={"evidence": Evidence.of_passage(own[0])}) if q.quote_id == "q1" else q
        for q in draft.plan.quotes
    )
    draft = draft.model_copy(update={"plan": draft.plan.model_copy(update={"quotes": quotes})})
    assert left(draft, papers)[0].text == "Others fail [3]."


def test_a_cell_without_its_words_is_blank_and_a_table_of_one_row_is_none(
    drafted: Drafted, few: Papers
) -> None:
    def row(passage, *texts: str) -> tuple[Cell, ...]:
        return (
            Cell(text="A, 2021"),
            *(Cell(text=text, evidence=(Evidence.of_passage(passage),)) for text in texts),
        )

    one, two = few[P1].passages[:2]
    (other,) = few[P2].passages
    mixed = (*row(one, "labels"), row(other, "conflict")[1])
    table = Table(columns=("Paper", "Tests", "Finds"), rows=(mixed, row(two, "x", "y")))
    draft, notes = left(drafted("Agree [1].", table=table), gone(few))
    assert draft.table
    assert [c.text for c in draft.table.rows[0]] == ["A, 2021", "labels", "not stated"]
    assert notes == (
        "1 table cell of “Judges” was left out because the quoted words behind it are no longer "
        "at hand.",
    )
    empty = (Cell(text="B, 2022"), Cell(text="not stated"), Cell(text="not stated"))
    draft, _ = left(
        drafted("Agree [1].", table=Table(columns=table.columns, rows=(row(one, "a", "b"), empty))),
        few,
    )
    assert draft.table is None
