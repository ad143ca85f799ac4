"""What a dialogue brings, counted by hand, and which question each asker takes."""

import asyncio
from collections.abc import Sequence
from random import Random

from eval.datasets.users import SyntheticUser
from eval.domain.instance import UserPaper
from eval.studies.clarification.cases import VagueCase, nearest_users
from eval.studies.clarification.dialogues import TURNS, AskerName, CaseDialogues, by_turn, pick
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.interactive.clarify.extractive.ask import OpenQuestion
from myscholar.interactive.clarify.extractive.facets import Facet, FacetKind
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


def asking(*intents: str) -> CaseDialogues:
    case = VagueCase(
        query_id="q",
        question="What changes songs of wrens?",
        intents=intents,
        papers=(),
        chosen_on=False,
    )
    return CaseDialogues(
        case, (Wrens(),), Background(n_documents=10_000, frequencies={}), None, "v", 0
    )


def open_question(kind: FacetKind, *choices: str) -> OpenQuestion:
    return OpenQuestion(Facet(kind, (), 1.0), Question(text="Which?", choices=choices))


def test_an_intent_that_a_choice_speaks_of_is_found_once() -> None:
    held = asyncio.run(
        asking("street noise", "lunar eclipse").hold(AskerName.OURS, with_profile=False)
    )
    assert held.n_intents == 2
    assert held.found == held.named == (1,) * TURNS
    assert held.n_fitting == 1


def test_who_wants_something_else_turns_all_down() -> None:
    held = asyncio.run(asking("lunar eclipse").hold(AskerName.OURS, with_profile=False))
    assert held.found == (0,) * TURNS
    assert held.n_fitting == 0
    assert held.n_asked >= held.stopped == 1, "what is left would narrow little"


def test_after_the_last_question_what_was_found_stays() -> None:
    """Nothing before the first turn, one after it, two after the second and from then on."""
    assert by_turn([set(), {4}, {4, 0}]) == (1, *(2,) * (TURNS - 1))
    assert by_turn([set()]) == (0,) * TURNS


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
