"""How a question may involve its asker, chosen on the ask page."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.interaction import ResearchMode, ResearchPlan, TreeLimits, UserKind, UserSpec
from myscholar.domain.orders import ClarifyOrder, ReportOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.surfaces.web.plain import plain
from myscholar.views.involving_view import asking_first_takes, limits_in_words, suggested
from myscholar.workflows import jobs
from myscholar.workflows.ask.ask_again import ask_again
from myscholar.workflows.ask.inquiries import list_inquiries, new_inquiry
from myscholar.workflows.runs.research_estimates import (
    estimate_clarifying,
    estimate_research,
    most_explored,
)
from myscholar.workflows.services import Services

from .conftest import until

OpenPage = Callable[[str], AppTest]
QUESTION = "How is cited text checked against its sources?"


@pytest.fixture
def page(open_page: OpenPage, services: Services) -> AppTest:
    """A question about the sample, for which a tree was chosen and nothing else is wanted."""
    new_inquiry(services, QUESTION, sources=("sample",))
    page = open_page("ask")
    page.query_params["inquiry"] = kept(services).inquiry_id
    page.run()
    page.radio(key="involve").set_value("tree").run()
    return page.toggle(key="without-actions").set_value(True).run()


def kept(services: Services) -> Inquiry:
    return list_inquiries(services)[0]


def captions(page: AppTest) -> str:
    return "\n".join(each.value for each in page.caption)


def test_a_tree_with_what_was_set_for_it_is_kept_and_reaches_the_report(
    page: AppTest, services: Services, open_page: OpenPage
) -> None:
    page.slider(key="tree-base_cost").set_value(0.2).run()
    page.slider(key="tree-depth").set_value(1).run()
    page.slider(key="tree-breadth").set_value(2).run()
    page.text_area(key="research-persona").set_value("A linguist").run()
    assert not page.exception
    wanted = TreeLimits(base_cost=0.2, depth=1, breadth=2)
    assert kept(services).research == ResearchPlan(persona="A linguist", tree=wanted)
    assert plain("Up to 3 searches, and about 1 question to you.") in captions(page)

    again = open_page("ask")
    again.query_params["inquiry"] = kept(services).inquiry_id
    again.run()
    assert again.radio(key="involve").value == "tree"
    assert again.slider(key="tree-base_cost").value == 0.2

    again.button(key="write").click().run()
    assert not again.exception
    (run_id,) = kept(services).reports
    assert services.runs.order(run_id).inputs["research"]["tree"]["breadth"] == 2
    assert again.query_params["run"] == run_id
    finish(services, run_id)


def finish(services: Services, run_id: RunId) -> None:
    """Answers nothing: what is asked is left to the tool."""
    until(lambda: leave_to_the_tool(services, run_id))


def leave_to_the_tool(services: Services, run_id: RunId) -> bool:
    for asked in services.runs.open_questions(run_id):
        jobs.answer(services, run_id, asked.question_id, asked.question.read(decide=True))
    return services.runs.info(run_id).status is RunStatus.FINISHED


def test_back_to_actions_up_front_nothing_is_researched_beyond_one_search(
    page: AppTest, services: Services
) -> None:
    assert kept(services).research == ResearchPlan()
    page.radio(key="involve").set_value("actions").run()
    assert kept(services).research is None
    page.radio(key="involve").set_value("tree").run()
    assert page.slider(key="tree-breadth").value == TreeLimits().breadth


def test_a_plan_that_goes_further_than_the_page_offers_stays_as_it_is(
    open_page: OpenPage, services: Services
) -> None:
    plan = ResearchPlan(ahead=False, tree=TreeLimits(tolerance=60, explore_weight=5))
    inquiry = new_inquiry(services, QUESTION, research=plan)
    page = open_page("ask")
    page.query_params["inquiry"] = inquiry.inquiry_id
    page.run()
    assert page.slider(key="tree-tolerance").value == 60
    page.text_area(key="research-persona").set_value("A linguist").run()
    assert not page.exception
    assert kept(services).research == plan.model_copy(update={"persona": "A linguist"})


def test_time_and_money_are_told_once_a_tree_was_grown_here_and_a_report_is_asked_like_it_again(
    page: AppTest, services: Services
) -> None:
    assert estimate_research(services, ResearchPlan()) is None
    plan = ResearchPlan(tree=TreeLimits(depth=1))
    order = ReportOrder(
        question=QUESTION, sources=("sample",), research=plan, engine=Engine.EXTRACTIVE
    )
    run_id = jobs.start(services, order)
    finish(services, run_id)
    found = estimate_research(services, ResearchPlan())
    assert found
    per = services.runs.info(run_id).seconds / most_explored(plan.tree)
    assert found.seconds == pytest.approx(13 * per)
    assert found.spoken.endswith("free")
    page.run()
    assert "your answers take as long as you like" in captions(page)
    assert ask_again(services, run_id).research == plan


FIRST, TAKES = "“Ask me first” suits it, since", "It asks up to 9 questions."


@pytest.mark.parametrize(
    ("question", "has_profile", "mode", "said"),
    [
        ("memory", True, None, f"{FIRST} “memory” alone is a broad topic. {TAKES}"),
        (
            "What are open challenges in federated learning?",
            False,
            None,
            f"{FIRST} “federated learning” alone is a broad topic, and no profile says what you "
            f"want of it. {TAKES}",
        ),
        ("What is new?", True, None, f"{FIRST} the question names no topic. {TAKES}"),
        (
            QUESTION,
            False,
            ResearchMode.TREE,
            "Without a profile, a research tree learns what you want as it asks.",
        ),
    ],
)
def test_a_way_is_suggested_with_its_reason(
    question: str, has_profile: bool, mode: ResearchMode | None, said: str
) -> None:
    found = suggested(question, has_profile=has_profile)
    assert found
    assert (found.mode, found.reason) == (mode, said)


@pytest.mark.parametrize("question", [QUESTION, "", "?" * 6000, "What is new in AI since 2020?"])
def test_who_asks_clearly_and_has_a_profile_is_left_in_peace(question: str) -> None:
    assert suggested(question, has_profile=True) is None


def test_what_asking_first_takes_is_told_by_the_last_time(services: Services) -> None:
    assert asking_first_takes(services) == "Without a model it is free."
    nobody = UserSpec(kind=UserKind.NOBODY)
    run_id = jobs.start(services, ClarifyOrder(question=QUESTION, sources=("sample",), user=nobody))
    until(lambda: services.runs.info(run_id).status is RunStatus.FINISHED)
    found = estimate_clarifying(services)
    assert found
    assert found.seconds == pytest.approx(services.runs.info(run_id).seconds)
    assert asking_first_takes(services).endswith("free; your answers take as long as you like.")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (TreeLimits(), "Up to 13 searches, and about 4 questions to you."),
        (TreeLimits(depth=0), "One search, and no questions to you."),
        (TreeLimits(depth=5, breadth=8), "Up to 60 searches, and about 6 questions to you."),
        (TreeLimits(breadth=1, tolerance=1), "Up to 3 searches, and about 1 question to you."),
    ],
)
def test_what_a_tree_may_take_of_searches_and_questions(limits: TreeLimits, said: str) -> None:
    assert limits_in_words(ResearchPlan(tree=limits)) == said
