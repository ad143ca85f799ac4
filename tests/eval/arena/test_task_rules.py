"""What a task and the tasks of a part must be."""

import pytest

from eval.arena.tasks import (
    ALIKE,
    TaskDraft,
    TaskRule,
    alike,
    broken_rules,
    choose_tasks,
    make_tasks,
    subject_of,
)
from eval.domain.arena import (
    Inspiration,
    InspirationQuality,
    InspirationType,
    Seminar,
    TaskDifficulty,
    TaskFamily,
    TranscriptSpan,
)

SPAN = TranscriptSpan(start=0, end=4, text="Ring")
INSPIRATIONS = {
    f"s/i{n}": Inspiration(
        inspiration_id=f"s/i{n}",
        type=InspirationType.LIMITATION,
        text=text,
        qualities=(InspirationQuality.CHALLENGE, InspirationQuality.EXPLORABILITY),
        spans=(SPAN,),
    )
    for n, text in enumerate(
        ("Nobody knows why larch rings vanish in wet summers.", "Beech pollen hides drought."), 1
    )
}
ASKED = "Find out why larch rings vanish in wet summers. Deliver a table of causes."


def draft(text: str = ASKED, **changed: object) -> TaskDraft:
    fields = {
        "family": TaskFamily.LITERATURE_SURVEY,
        "difficulty": TaskDifficulty.BASIC,
        "text": text,
        "deliverable": "a table of causes",
        "inspiration_ids": ("s/i1",),
    }
    return TaskDraft.model_validate({**fields, **changed})


def words(n: int) -> str:
    """A task of so many words that breaks nothing else."""
    return " ".join([ASKED, *["wide"] * (n - len(ASKED.split()))])


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({}, ()),
        ({"text": words(100)}, ()),
        ({"text": words(101)}, (TaskRule.TOO_LONG,)),
        ({"deliverable": ""}, (TaskRule.NO_DELIVERABLE,)),
        ({"deliverable": "a table of effects"}, (TaskRule.NO_DELIVERABLE,)),
        ({"deliverable": "why larch rings vanish"}, (TaskRule.NO_DELIVERABLE,)),
        ({"deliverable": "A table of causes."}, ()),
        ({"deliverable": "able of cause"}, (TaskRule.NO_DELIVERABLE,)),
        ({"text": f"{ASKED} Modelled.", "deliverable": "model"}, (TaskRule.NO_DELIVERABLE,)),
        ({"deliverable": ASKED}, (TaskRule.NO_DELIVERABLE,)),
        ({"text": f"{ASKED} Mind what the speaker said."}, (TaskRule.NOT_ALONE,)),
        ({"text": f"{ASKED} Mind what this talk was on."}, (TaskRule.NOT_ALONE,)),
        ({"text": "Study rings of trees. Deliver a table of causes."}, (TaskRule.UNGROUNDED,)),
        ({"inspiration_ids": ("s/i1", "s/i9")}, (TaskRule.UNKNOWN_INSPIRATION,)),
        ({"inspiration_ids": ()}, (TaskRule.UNKNOWN_INSPIRATION,)),
    ],
)
def test_the_rules_of_one_task(changed, broken):
    assert broken_rules(draft(**changed), INSPIRATIONS) == broken


THIRST = INSPIRATIONS["s/i1"].model_copy(update={"text": "没有人知道落叶松的年轮为什么消失。"})
ASKED_IN_CHINESE = "调查落叶松的年轮为什么在多雨的夏天消失，并提交一份原因表格。"


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (ASKED_IN_CHINESE, ()),
        (ASKED_IN_CHINESE + "再比较各地的记录。" * 40, (TaskRule.TOO_LONG,)),
        ("调查山毛榉花粉，并提交一份原因表格。", (TaskRule.UNGROUNDED,)),
    ],
)
def test_the_rules_hold_where_no_spaces_are_written(text, broken):
    asked = draft(text, deliverable="一份原因表格")
    assert broken_rules(asked, {"s/i1": THIRST}) == broken


def test_what_can_be_handed_in_is_not_known_of_every_language():
    said = "Personne ne sait pourquoi les cernes du mélèze disparaissent pendant les étés humides."
    larch = {"s/i1": INSPIRATIONS["s/i1"].model_copy(update={"text": said})}
    text = (
        "Cherchez dans les revues pourquoi les cernes du mélèze disparaissent pendant les étés "
        "humides, et ce que les auteurs en disent. Remettez un tableau des causes."
    )
    assert broken_rules(draft(text, deliverable="un tableau des causes"), larch) == ()
    nowhere = draft(text, deliverable="un rapport")
    assert broken_rules(nowhere, larch) == (TaskRule.NO_DELIVERABLE,)


def test_two_words_of_its_inspirations_are_too_few_and_three_are_enough():
    """Words of grammar and of three letters are none: "why", "in", "wet"."""
    two = draft("Ask why, in wet air, larch rings thin. Deliver a table of causes.")
    three = draft("Ask why, in wet air, larch rings vanish. Deliver a table of causes.")
    assert broken_rules(two, INSPIRATIONS) == (TaskRule.UNGROUNDED,)
    assert broken_rules(three, INSPIRATIONS) == ()


def test_likeness_is_the_share_of_words_of_content_that_both_have():
    # {rings, vanish, wood} and {rings, vanish, bark}: 2 of 4
    assert alike("the rings vanish: wood", "rings that vanish, bark") == 0.5
    assert alike("rings", "rings") == 1
    assert alike("rings", "bark") == 0
    assert alike("", "of the") == 1
    assert alike("", "bark") == 0


ABOUT = (
    "larch rings vanish while glaciers advance northward",
    "larch rings vanish because beetles tunnel underneath",
    "larch rings vanish wherever shepherds burned heathland",
    "larch rings vanish after volcanic ashfall darkened skies",
    "larch rings vanish unless groundwater feeds roots",
    "larch rings vanish though samplers drilled correctly",
    "larch rings vanish once monasteries planted orchards",
    "larch rings vanish until frost cracks cambium",
    "larch rings vanish near busy railway embankments",
)


def tasks(*families: TaskFamily) -> list[TaskDraft]:
    """On different things."""
    return [
        draft(f"{about}. Hand in: a table of causes", family=family)
        for about, family in zip(ABOUT, families, strict=False)
    ]


F = TaskFamily
FIVE = (F.LITERATURE_SURVEY, F.TREND_SCAN, F.METHOD_BLUEPRINT, F.METRIC_DESIGN, F.EMPIRICAL_TEST)


def test_five_tasks_over_three_phases_break_nothing():
    drafts = tasks(*FIVE)
    assert choose_tasks(drafts, INSPIRATIONS) == (tuple(drafts), {})


def test_four_tasks_are_too_few_and_no_task_is_too_few_and_of_no_phase():
    assert choose_tasks(tasks(*FIVE[1:]), INSPIRATIONS)[1] == {TaskRule.TOO_FEW: 1}
    none = {TaskRule.TOO_FEW: 1, TaskRule.PHASE_MISSING: 1}
    assert choose_tasks([], INSPIRATIONS) == ((), none)


def test_a_phase_without_a_task_is_counted_and_the_tasks_are_kept():
    drafts = tasks(*FIVE[:4], F.HYPOTHESIS_GENERATION)
    kept, broken = choose_tasks(drafts, INSPIRATIONS)
    assert (len(kept), broken) == (5, {TaskRule.PHASE_MISSING: 1})


def test_a_third_task_of_a_family_and_a_ninth_task_are_left_out():
    kept, broken = choose_tasks(tasks(*FIVE, *[F.EMPIRICAL_TEST] * 2), INSPIRATIONS)
    assert (len(kept), broken) == (6, {TaskRule.FAMILY_THRICE: 1})
    nine = (*FIVE, F.BIAS_REVIEW, F.COMPARATIVE_ANALYSIS, F.NEEDS_ANALYSIS, F.SYSTEM_SPECIFICATION)
    kept, broken = choose_tasks(tasks(*nine), INSPIRATIONS)
    assert (len(kept), broken) == (8, {TaskRule.TOO_MANY: 1})


def test_a_task_that_asks_what_another_asks_is_left_out_whatever_its_family():
    drafts = tasks(*FIVE)
    again = drafts[0].model_copy(update={"family": F.BIAS_REVIEW})
    assert alike(again.text, drafts[0].text) >= ALIKE
    kept, broken = choose_tasks([*drafts, again], INSPIRATIONS)
    assert (kept, broken) == (tuple(drafts), {TaskRule.REPEATED: 1})


def test_a_task_has_the_spans_of_all_its_inspirations():
    seminar = Seminar(seminar_id="s", title="Rings", discipline="botany", language="en")
    both = draft(inspiration_ids=("s/i2", "s/i1"))
    [task] = make_tasks([both], seminar, INSPIRATIONS, "desk:x")
    assert (task.task_id, task.discipline, task.by) == ("s/t1", "botany", "desk:x")
    assert task.spans == (SPAN, SPAN)


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("rings of old trees", "Rings of old trees"),
        ("Do rings of trees lie?", "Do rings of trees lie?"),
        ("Seminar on old trees", ""),
        ("zoom 0341", ""),
        ("rings", ""),
        ("word " * 13, ""),
        ("", ""),
    ],
)
def test_a_title_names_the_subject_only_where_it_tells_one(title, subject):
    assert subject_of(Seminar(seminar_id="s", title=title)) == subject
