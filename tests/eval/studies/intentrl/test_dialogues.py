"""What a dialogue brings, counted by hand, and which question each asker takes."""

import asyncio
from collections.abc import Sequence
from random import Random

from eval.datasets.users import SyntheticUser
from eval.domain.instance import UserPaper
from eval.studies.intentrl.askers import AskerName, pick
from eval.studies.intentrl.cases import IntentCase, nearest_users
from eval.studies.intentrl.dialogues import CaseDialogues
from eval.studies.intentrl.offline import OfTurn
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.interactive.clarify.extractive.ask import OpenQuestion
from myscholar.interactive.clarify.extractive.facets import Facet, FacetKind
from myscholar.interactive.clarify.training.examples import QueryGraph
from myscholar.text.background import Background

SAID = ("the street noise is loud", "the nest boxes are warm", "people listen")


class Wrens:
    """24 papers on songs of wrens, in thirds about noise, boxes and neither; each names places of
    its own, else a search takes them for one."""

    name = "wrens"

    async def search(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        return tuple(Hit(paper=_paper(n), score=1 / (1 + n)) for n in range(24))

    async def aclose(self) -> None: ...


def _paper(n: int) -> Paper:
    name = PaperId(f"p{n}")
    own = " ".join(f"{chr(97 + n)}{n}{word}" for word in ("oak", "elm", "fir", "ash", "yew", "bay"))
    text = f"We see that {SAID[n % 3]} for wrens. It was in {own}."
    passage = Passage(
        passage_id=PassageId(f"{name}-1"), paper_id=name, text=text, kind=PassageKind.ABSTRACT
    )
    return Paper(paper_id=name, title=f"Songs of wrens {n}", year=2010, passages=(passage,))


def case_of(*intents: str) -> IntentCase:
    """Its graph asks which of the first two intents is meant, and below the second which side of
    it."""
    first, second = intents[0], intents[-1]
    graph = {
        "root_node": "Songs",
        "start_node_ids": ["q1"],
        "nodes": {
            "q1": _node("q1", first, second, opens=["q2"]),
            "q2": _node("q2", f"{second} at night", f"{second} by day", opens=[]),
        },
    }
    of = QueryGraph.model_validate(
        {
            "query_id": "q",
            "graph": graph,
            "intents": {"q1": [first, second], "q2": [second, second]},
        }
    )
    question = "What changes songs of wrens?"
    return IntentCase(query_id="q", question=question, intents=intents, graph=of)


def _node(name: str, *options: str, opens: list[str]) -> dict[str, object]:
    """Its last option opens something."""
    ways = [{"text": text} for text in options[:-1]]
    return {
        "id": name,
        "text": "Which?",
        "options": [*ways, {"text": options[-1], "next_node_id": opens}],
    }


def asking(*intents: str) -> CaseDialogues:
    background = Background(n_documents=10_000, frequencies={})
    return CaseDialogues(case_of(*intents), (Wrens(),), background, None, 0)


def open_question(kind: FacetKind, *choices: str) -> OpenQuestion:
    return OpenQuestion(Facet(kind, (), 1.0), Question(text="Which?", choices=choices))


def test_an_intent_that_a_choice_speaks_of_is_found() -> None:
    held = asyncio.run(
        asking("street noise", "lunar eclipse").hold(AskerName.OURS, with_profile=False)
    )
    assert held.n_intents == 2
    assert held.told[0] == 0
    assert set(held.told[1:]) <= {None}
    assert held.named[0]


def test_who_wants_something_else_turns_all_down() -> None:
    held = asyncio.run(asking("lunar eclipse", "tides").hold(AskerName.OURS, with_profile=False))
    assert set(held.told) == {None}
    assert len(held.told) >= held.stopped == 1, "what is left would narrow little"


def test_an_expert_goes_through_the_graph_by_what_is_replied() -> None:
    """The first question offers both intents, and the user picks what it wants; only the second
    leads on."""
    held = asyncio.run(asking("lunar eclipse", "tides").hold(AskerName.EXPERT, with_profile=False))
    assert held.told[0] is not None
    assert held.stopped == len(held.told) <= 2


def test_one_question_is_asked_after_each_part_of_an_experts_dialogue() -> None:
    async def of_turns() -> list[OfTurn]:
        return [turn async for turn in asking("street noise", "tides").single_turns()]

    turns = asyncio.run(of_turns())
    n_turns = len(turns) // len(AskerName)
    experts = [turn.score for turn in turns if turn.asker == AskerName.EXPERT]
    ours = [turn.score for turn in turns if turn.asker == AskerName.OURS]
    assert len(experts) == len(ours) == n_turns in (1, 2)
    assert all(score is not None and score > 2 for score in experts), "2 times above 1/2, plus 1"
    assert ours[0] is not None
    assert ours[0] < experts[0]  # type: ignore[operator]


def test_a_form_begins_with_the_years_and_goes_on_by_the_alphabet() -> None:
    best = open_question(FacetKind.SIDE, "nest boxes", "street noise")
    other = open_question(FacetKind.SIDE, "fields", "woods")
    years = open_question(FacetKind.YEARS, "work since 2011", "work until 2010")
    assert pick(AskerName.OURS, [best, other, years], Random(0)) == best.question
    assert pick(AskerName.FIXED, [best, other, years], Random(0)) == years.question
    assert pick(AskerName.FIXED, [best, other], Random(0)) == other.question
    drawn = {pick(AskerName.RANDOM, [best, other], Random(n)).choices for n in range(20)}
    assert len(drawn) == 2


def test_the_researcher_whose_papers_share_the_words_of_a_question_is_nearest() -> None:
    users: Sequence[SyntheticUser] = [
        SyntheticUser(user_id=topic, papers=(UserPaper(paper_id="1", title=f"On {topic}"),))
        for topic in ("lunar eclipses", "songs of wrens")
    ]
    (found,) = nearest_users(["What changes songs of wrens?"], users)
    assert found.user_id == "songs of wrens"
