"""A model names inspirations and writes tasks; what it copied is found in the transcript, and it is
told once what it broke. Its answers were written by hand, seeing only the prompts."""

import asyncio
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from eval.arena.inspirations import InspirationRule
from eval.arena.llm.inspirations import draft_inspirations, shown
from eval.arena.llm.tasks import draft_tasks
from eval.arena.parts import parts_of
from eval.arena.tasks import TaskRule
from eval.arena.transcripts import read_seminar
from eval.studies.arena.making import make_with
from myscholar.domain.text import Span
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM

TESTS = Path(__file__).resolve().parents[3]
SEMINAR = read_seminar(TESTS / "eval" / "arena" / "seminars" / "fungi_after_fire.srt")


def recorded(name: str) -> dict[str, Any]:
    return json.loads((TESTS / "cassettes" / f"arena_{name}.json").read_text(encoding="utf-8"))


def scripted(*inspirations: object, tasks: object = None) -> ScriptedLLM:
    return ScriptedLLM(
        {
            "arena/inspirations": list(inspirations) or recorded("inspirations"),
            "arena/tasks": tasks or recorded("tasks"),
        }
    )


def make(llm: ScriptedLLM):
    return asyncio.run(make_with(SEMINAR, llm, by="desk:careful"))


def test_a_careful_answer_keeps_every_rule_and_each_task_leads_back_to_what_was_said():
    llm = scripted()
    made = make(llm)
    assert (made.repaired, made.dropped) == ({}, {})
    assert (len(made.inspirations), len(made.tasks)) == (5, 6)
    assert all(span.is_in(SEMINAR.text) for t in made.tasks for span in t.spans)
    assert {t.by for t in made.tasks} == {"desk:careful"}
    both = made.tasks[5]
    assert both.inspiration_ids == ("fungi_after_fire/i4", "fungi_after_fire/i1")
    assert len(both.spans) == 4
    assert len(llm.asked) == 2


def test_the_model_sees_who_speaks_and_its_quotes_are_found_without_the_names():
    [part] = parts_of(SEMINAR)
    text = shown(SEMINAR, part)
    assert "Mara Voss: Good afternoon" in text
    assert "Mara Voss" not in SEMINAR.text
    half = Span(0, SEMINAR.text.index("Can I interrupt") + len("Can I"))
    assert shown(SEMINAR, half).endswith("\nIdris Kane: Can I")


def changed(reply: dict[str, Any], group: str, place: int, **fields: object) -> dict[str, Any]:
    reply = copy.deepcopy(reply)
    reply[group][place].update(fields)
    return reply


INVENTED = "the fungi of burned plots never come back at all"


def test_an_invented_quote_is_told_and_the_mended_answer_counts_as_repaired():
    wrong = changed(recorded("inspirations"), "inspirations", 0, quotes=[INVENTED])
    llm = scripted(wrong, recorded("inspirations"))
    made = make(llm)
    [told] = llm.told
    assert told == (f"Inspiration 1: the transcript does not hold “{INVENTED}”: copy its words.",)
    assert made.repaired == {InspirationRule.NOT_VERBATIM: 1}
    assert made.dropped == {}
    assert len(made.inspirations) == 5


def test_an_inspiration_that_stays_invented_is_dropped():
    wrong = changed(recorded("inspirations"), "inspirations", 0, quotes=[INVENTED])
    made = make(scripted(wrong, wrong))
    assert made.repaired == {}
    assert made.dropped[InspirationRule.NOT_VERBATIM] == 1
    assert len(made.inspirations) == 4


@pytest.mark.parametrize(
    ("fields", "rule", "told"),
    [
        ({"text": "word " * 301}, InspirationRule.TOO_LONG, "more than 300 words"),
        ({"qualities": ["novelty"]}, InspirationRule.FEW_QUALITIES, "fewer than two qualities"),
        ({"quotes": []}, InspirationRule.NOT_VERBATIM, "has no quote"),
    ],
)
def test_what_an_inspiration_breaks_is_told(fields, rule, told):
    wrong = changed(recorded("inspirations"), "inspirations", 1, **fields)
    llm = scripted(wrong, recorded("inspirations"))
    assert make(llm).repaired == {rule: 1}
    assert told in llm.told[0][0]


def test_what_a_task_breaks_is_told_and_dropped_where_it_stays():
    wrong = changed(recorded("tasks"), "tasks", 0, deliverable="an essay", inspirations=[1, 9])
    llm = scripted(tasks=[wrong, wrong])
    made = make(llm)
    assert [line.partition(":")[0] for line in llm.told[0][:2]] == ["Task 1"] * 2
    assert made.repaired == {}
    assert made.dropped == {
        TaskRule.NO_DELIVERABLE: 1,
        TaskRule.UNKNOWN_INSPIRATION: 1,
        TaskRule.PHASE_MISSING: 1,
    }
    assert [t.task_id for t in made.tasks] == [f"fungi_after_fire/t{n}" for n in range(1, 6)]


def test_a_task_that_mends_a_broken_one_before_it_is_no_repetition():
    reply = recorded("tasks")
    reply["tasks"].insert(0, {**reply["tasks"][0], "deliverable": "an essay"})
    llm = scripted(tasks=[reply, reply])
    made = make(llm)
    assert [line[:7] for line in llm.told[0]] == ["Task 1:"]
    assert (len(made.tasks), made.dropped) == (6, {TaskRule.NO_DELIVERABLE: 1})


def test_rules_on_all_tasks_are_told_without_a_number():
    few = {"tasks": recorded("tasks")["tasks"][:2]}
    llm = scripted(tasks=[few, recorded("tasks")])
    made = make(llm)
    assert [line[:5] for line in llm.told[0]] == ["There", "One o"]
    assert made.repaired == {TaskRule.TOO_FEW: 1, TaskRule.PHASE_MISSING: 1}
    assert len(made.tasks) == 6


def test_a_seminar_without_inspirations_asks_for_no_task():
    llm = scripted({"inspirations": []})
    made = make(llm)
    assert (made.inspirations, made.tasks) == ((), ())
    assert [prompt.name for _, prompt in llm.asked] == ["arena/inspirations"]
    assert asyncio.run(draft_tasks((), "", "en", llm=llm)) == ((), {})


def test_a_model_that_fails_is_an_error_of_the_model():
    with pytest.raises(LLMUnavailable):
        make(scripted(LLMUnavailable(model="desk:careful", reason="down")))


def test_one_invented_quote_beside_a_true_one_is_enough():
    true = recorded("inspirations")["inspirations"][0]["quotes"][0]
    wrong = changed(recorded("inspirations"), "inspirations", 0, quotes=[true, INVENTED])
    assert make(scripted(wrong, wrong)).dropped[InspirationRule.NOT_VERBATIM] == 1


def test_offsets_in_a_later_part_are_those_of_the_seminar():
    start = SEMINAR.text.index("Can I interrupt")
    later = Span(start, len(SEMINAR.text))
    llm = scripted({"inspirations": recorded("inspirations")["inspirations"][3:]})
    drafts, _ = asyncio.run(draft_inspirations(SEMINAR, later, n_part=2, n_parts=2, llm=llm))
    assert all(span.is_in(SEMINAR.text) for draft in drafts for span in draft.spans)
    assert "Part 2 of 2." in llm.asked[0][1].text


def test_a_quote_that_only_printing_changed_is_found_verbatim():
    [part] = parts_of(SEMINAR)
    quote = "Nobody has tested whether  occupancy models hold up, when detection depends on"
    reply = changed(recorded("inspirations"), "inspirations", 3, quotes=[quote])
    drafts, mended = asyncio.run(
        draft_inspirations(SEMINAR, part, n_part=1, n_parts=1, llm=scripted(reply))
    )
    [span] = drafts[3].spans
    assert span.is_in(SEMINAR.text)
    assert (
        span.text == "Nobody has tested whether occupancy models hold up when detection depends on"
    )
    assert not mended
