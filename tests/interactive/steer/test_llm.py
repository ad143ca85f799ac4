"""What a model says at a node is held to the papers and to the tree."""

import pytest

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import (
    AspectOrigin,
    Learning,
    NodeId,
    PauseDecision,
    Pausing,
    Persona,
    PersonaAspect,
    ResearchNode,
    TreeLimits,
)
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.extractive import persona as by_words
from myscholar.interactive.steer.llm import persona as personas
from myscholar.interactive.steer.llm.learn import learn
from myscholar.interactive.steer.llm.marks import marks
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.interactive.steer.llm.propose import propose
from myscholar.interactive.steer.mind import Marks

QUESTION = "How are citations checked?"
TEXT = "We check citations with entailment models. They agree with people in 82 % of cases."
PERSONA = Persona(
    text="I build tools for lawyers.",
    aspects=tuple(
        PersonaAspect(text=text, origin=AspectOrigin.STATED)
        for text in ("error rates of checks", "cost of checking")
    ),
)
NODE = ResearchNode(node_id=NodeId("1"), direction="Automatic checks")


def hit(name: str = "p", text: str = TEXT) -> Hit:
    passage = Passage(
        passage_id=PassageId(f"{name}-1"),
        paper_id=PaperId(name),
        section="",
        paragraph=1,
        text=text,
        kind=PassageKind.ABSTRACT,
    )
    return Hit(paper=Paper(paper_id=PaperId(name), title=name, passages=(passage,)), score=1)


async def learned(*learnings: dict[str, object], again: dict[str, object] | None = None):
    replies = [{"learnings": list(learnings), "tags": ["entailment", "entailment", "", "x" * 99]}]
    if again:
        replies.append({"learnings": [again], "tags": []})
    llm = ScriptedLLM({"steer/learn": replies})
    return await learn(
        QUESTION, "Automatic checks", [hit()], known=(), tags=(), persona=PERSONA, llm=llm
    )


async def test_a_learning_stands_on_words_that_are_in_its_paper() -> None:
    quote = "They agree with people in 82 % of cases."
    taught = await learned({"paper": 1, "quote": quote, "insight": "Models agree with people."})
    (learning,) = taught.learnings
    assert learning.text == "Models agree with people."
    assert learning.evidence.text == quote
    assert taught.tags == ("entailment", "x" * 40)


async def test_an_invented_quote_costs_its_learning_and_not_the_others() -> None:
    good = {"paper": 1, "quote": "We check citations with entailment models.", "insight": "So."}
    taught = await learned(
        good,
        {"paper": 1, "quote": "It never fails in any case at all.", "insight": "Never fails."},
        {"paper": 7, "quote": "We check citations with entailment models.", "insight": "Other."},
    )
    assert [le.text for le in taught.learnings] == ["So."]


async def test_where_every_quote_is_invented_the_model_is_asked_once_more() -> None:
    bad = {"paper": 1, "quote": "It never fails in any case at all.", "insight": "Never."}
    good = {"paper": 1, "quote": "We check citations with entailment models.", "insight": "So."}
    assert (await learned(bad, again=good)).learnings[0].text == "So."
    lost = await learned(bad, again=bad)
    assert lost.learnings == ()
    assert lost.note.startswith("“Automatic checks”: what the model quoted is not in the papers")


async def test_a_model_that_finds_nothing_to_learn_is_believed() -> None:
    taught = await learned()
    assert (taught.learnings, taught.note) == ((), "")


async def test_papers_without_text_are_not_asked_about() -> None:
    llm = ScriptedLLM({})
    bare = Hit(paper=Paper(paper_id=PaperId("b"), title="b"), score=1)
    taught = await learn(QUESTION, "x", [bare], known=(), tags=(), persona=PERSONA, llm=llm)
    assert taught.learnings == ()
    assert llm.asked == []


async def test_of_what_was_found_a_model_reads_twelve_papers_and_says_which() -> None:
    hits = [hit(f"p{n}") for n in range(40)]
    llm = ScriptedLLM({"steer/learn": {"learnings": []}})
    taught = await learn(QUESTION, "x", hits, known=(), tags=(), persona=PERSONA, llm=llm)
    assert taught.read == tuple(f"p{n}" for n in range(12))


def direction(name: str, query: str = "citation checks error", confidence: float = 0.5):
    return {"direction": name, "query": query, "reason": "why", "confidence": confidence}


async def test_the_same_direction_five_times_is_one_and_none_of_the_tree_comes_again() -> None:
    reply = {
        "directions": [
            *[direction("Checks by people")] * 5,
            direction("Automatic checks"),
            direction("Already there"),
            direction("Without words to search", query="“”"),
            direction("Too sure", confidence=7.0),
        ],
        "wild_card": direction("Citation checks in law", confidence=-1.0),
    }
    llm = ScriptedLLM({"steer/propose": reply})
    made = await propose(QUESTION, NODE, ["Already there"], PERSONA, this_year=2026, llm=llm)
    assert [(c.direction, c.confidence, c.is_wild_card) for c in made] == [
        ("Checks by people", 0.5, False),
        ("Citation checks in law", 0.0, True),
    ]


async def test_a_model_that_only_repeats_the_tree_leaves_a_leaf() -> None:
    llm = ScriptedLLM({"steer/propose": {"directions": [direction("Automatic checks")] * 3}})
    assert await propose(QUESTION, NODE, [], PERSONA, this_year=2026, llm=llm) == ()
    assert len(llm.asked) == 2


def a_learning(text: str) -> Learning:
    from myscholar.domain.evidence import Evidence

    return Learning(
        text=text, evidence=Evidence.of_passage(hit(text=text).paper.passages[0]), title="p"
    )


async def test_reports_are_marked_and_what_has_no_learnings_covers_nothing() -> None:
    reply = {"reports": [{"report": 2, "marks": [2, 1]}]}
    llm = ScriptedLLM({"steer/marks": reply})
    made = await marks([(), (a_learning("Checks err in 8 %."),)], PERSONA, llm=llm)
    assert made == Marks(of_reports=((0, 0), (2, 1)), n_by_words=0)


@pytest.mark.parametrize(
    "bad", [[], [{"report": 1, "marks": [2]}], [{"report": 1, "marks": [3, 0]}]]
)
async def test_what_a_model_does_not_mark_is_marked_by_its_words_and_counted(bad) -> None:
    # all words of "cost of checking" are in the sentence, none of "error rates" but "checks"
    llm = ScriptedLLM({"steer/marks": {"reports": bad}})
    made = await marks([(a_learning("The cost of checking by hand is high."),)], PERSONA, llm=llm)
    assert (made.of_reports[0][1], made.n_by_words) == (2, 1)
    assert len(llm.asked) == 2


async def test_a_persona_learns_from_a_reply_and_drops_what_is_turned_down() -> None:
    reply = {"addition": "Wants figures.", "aspects": ["agreement with people"], "refused": [2, 9]}
    llm = ScriptedLLM({"steer/update": reply})
    said = Answer(kind=AnswerKind.TEXT, text="Figures, please. Cost is not my problem.")
    made = await personas.update(QUESTION, PERSONA, said, [], [], llm=llm)
    assert made.text == "I build tools for lawyers. Wants figures."
    assert [a.text for a in made.wanted] == ["error rates of checks", "agreement with people"]


async def test_what_a_reply_refuses_is_nothing_that_it_adds() -> None:
    refusal = "Leave the cost of checking aside"
    said = Answer(kind=AnswerKind.TEXT, text=f"checks in law\n{refusal}")
    llm = ScriptedLLM({"steer/update": {}})
    await personas.update(QUESTION, PERSONA, said, [], ["checks in law", refusal], llm=llm)
    ((_, prompt),) = llm.asked
    assert prompt.task.count(refusal) == 1
    made = by_words.update(PERSONA, said, [], ["checks in law", refusal])
    assert [a.text for a in made.wanted] == [*(a.text for a in PERSONA.aspects), "checks in law"]


async def test_nothing_private_of_a_person_becomes_an_aspect() -> None:
    private = "You are a non-native speaker of English"
    llm = ScriptedLLM({"steer/estimate": {"aspects": [private, "error rates"]}})
    made = await personas.estimate(QUESTION, "", None, llm=llm)
    assert [a.text for a in made.aspects] == ["error rates"]


RULE = PauseDecision(
    node_id=NODE.node_id, gain=0.3, cost=0.1, n_pauses=1, tolerance_share=2.0, asked=True
)
OFFERED = (ResearchNode(node_id=NodeId("1.1"), direction="Checks by people", n_papers=4),)


async def decided(llm: ScriptedLLM) -> PauseDecision:
    agent = LlmPauseAgent(QUESTION, llm)
    limits = TreeLimits(tolerance=3, depth=2)
    return await agent.decide(RULE, NODE, OFFERED, PERSONA, limits=limits, n_asked=2)


async def test_a_pause_agent_decides_in_the_rules_place_and_the_rules_numbers_stay() -> None:
    llm = ScriptedLLM({"steer/pause": {"reason": "One direction is left.", "ask": False}})
    made = await decided(llm)
    said = {"asked": False, "decided_by": Pausing.AGENT, "reason": "One direction is left."}
    assert made == RULE.model_copy(update=said)
    ((_, prompt),) = llm.asked
    shown = prompt.task
    assert "1. Checks by people. A quick look found 4 papers" in shown
    assert "Level 1 of 2." in shown
    assert "in all: about 3. Asked so far: 2, of these under the same direction" in shown


async def test_where_a_pause_agent_can_not_answer_the_rule_stands() -> None:
    refusing = ScriptedLLM({"steer/pause": LLMRefusal("m", "steer/pause")})
    assert await decided(refusing) == RULE


async def test_what_a_pause_agent_says_of_who_the_person_is_is_not_shown() -> None:
    reply = {"reason": "You are a non-native speaker of English.", "ask": True}
    assert (await decided(ScriptedLLM({"steer/pause": reply}))).reason == ""
