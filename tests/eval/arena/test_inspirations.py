"""What an inspiration must be, and what becomes of those that are not."""

import pytest

from eval.arena.inspirations import (
    MOST_A_PART,
    REQUIRED,
    InspirationDraft,
    InspirationRule,
    broken_rules,
    choose_inspirations,
)
from eval.domain.arena import InspirationQuality as Q
from eval.domain.arena import InspirationType, TranscriptSpan

TEXT = " ".join(f"Ring number {n} of {tree} is wide." for n, tree in enumerate("abcdefghijklm"))
WORDS = (
    "oak beech larch spruce pine birch alder hazel willow poplar maple rowan yew fir elm".split()
)


def draft(text: str, /, at: int = 0, **changed: object) -> InspirationDraft:
    end = at + 6
    fields = {
        "type": InspirationType.LIMITATION,
        "text": text,
        "qualities": (Q.CHALLENGE, Q.EXPLORABILITY),
        "spans": (TranscriptSpan(start=at, end=end, text=TEXT[at:end]),),
    }
    return InspirationDraft.model_validate({**fields, **changed})


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({}, ()),
        ({"text": "word " * 300}, ()),
        ({"text": "word " * 301}, (InspirationRule.TOO_LONG,)),
        ({"qualities": (Q.CHALLENGE,)}, (InspirationRule.FEW_QUALITIES,)),
        ({"qualities": ()}, (InspirationRule.FEW_QUALITIES,)),
        ({"qualities": (Q.CHALLENGE, Q.CHALLENGE)}, (InspirationRule.FEW_QUALITIES,)),
        ({"qualities": (Q.NOVELTY, Q.EXPLORABILITY)}, (InspirationRule.FEW_QUALITIES,)),
        ({"qualities": (Q.CHALLENGE, Q.NOVELTY)}, (InspirationRule.FEW_QUALITIES,)),
        ({"qualities": tuple(Q)}, ()),
        ({"spans": ()}, (InspirationRule.NOT_VERBATIM,)),
        (
            {"spans": (TranscriptSpan(start=0, end=4, text="King"),)},
            (InspirationRule.NOT_VERBATIM,),
        ),
    ],
)
def test_the_rules_of_one_inspiration(changed, broken):
    assert broken_rules(draft("Rings are hard to date.", **changed), TEXT) == broken


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        (InspirationType.LIMITATION, Q.CHALLENGE),
        (InspirationType.METHODOLOGY, Q.NOVELTY),
        (InspirationType.TRANSDISCIPLINARITY, Q.NOVELTY),
        (InspirationType.HYPOTHESIS, Q.VERIFIABILITY),
    ],
)
def test_each_type_needs_its_own_quality_and_explorability(kind, own):
    """As the table of the paper's appendix D."""
    assert REQUIRED[kind] == {own, Q.EXPLORABILITY}


def about(n: int) -> str:
    """Four words that no other number has."""
    return f"{WORDS[n]} dates {WORDS[n]}s {WORDS[n]}wood"


def test_at_most_ten_of_a_part_are_kept_the_first_ones_in_the_order_of_the_transcript():
    drafts = [draft(about(n), at=5 * (12 - n)) for n in range(12)]
    [kept], broken = choose_inspirations([drafts], TEXT, "s")
    assert len(kept) == MOST_A_PART == 10
    assert [i.text for i in kept] == [about(n) for n in range(9, -1, -1)]
    assert [i.inspiration_id for i in kept] == [f"s/i{n}" for n in range(1, 11)]
    assert broken == {InspirationRule.TOO_MANY: 2}


def test_one_that_says_what_another_one_does_leaves_it_its_spans_also_in_a_later_part():
    first, again, other = draft(about(0), at=40), draft(about(0), at=0), draft(about(1), at=80)
    (kept, more), broken = choose_inspirations([[first, other], [again]], TEXT, "s")
    assert more == ()
    assert [span.start for span in kept[0].spans] == [0, 40]
    assert [span.start for span in kept[1].spans] == [80]
    assert broken == {InspirationRule.REPEATED: 1}


def test_numbers_go_on_over_parts_and_a_part_may_have_none():
    parts, broken = choose_inspirations([[draft(about(0))], [], [draft(about(1))]], TEXT, "s")
    assert [[i.inspiration_id for i in part] for part in parts] == [["s/i1"], [], ["s/i2"]]
    assert not broken


def test_every_rule_that_a_draft_breaks_is_counted():
    bad = draft("word " * 301, spans=(), qualities=())
    [kept], broken = choose_inspirations([[bad]], TEXT, "s")
    assert kept == ()
    assert sum(broken.values()) == 3
