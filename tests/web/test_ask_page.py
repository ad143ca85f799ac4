"""The ask page: a question, actions to pick from, a report at the end; driven as the browser
would."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.actions import ActionList, Verb
from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.surfaces.web.components.ask import action_editor
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.actions.learned import list_learned
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.ask_again import ask_instead
from myscholar.workflows.ask.inquiries import (
    count_inquiries,
    delete_inquiry,
    get_inquiry,
    list_inquiries,
    new_inquiry,
)
from myscholar.workflows.ask.question_hints import SAMPLE_EXAMPLES
from myscholar.workflows.jobs import open_services
from myscholar.workflows.my_scholar import MyScholar
from myscholar.workflows.profile.profiles import copy_profile, save_profile
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

from .conftest import PAGES, ask_again, part_data, send, until

OpenPage = Callable[[str], AppTest]
TWO = "How is retrieval evaluated in clinical text? Which datasets exist for protein folding?"


@pytest.fixture(scope="session")
def proposed(made: Any, tmp_path_factory: pytest.TempPathFactory) -> ActionList:
    """The actions for the sample's question and profile, proposed once."""
    from myscholar.settings import Settings

    scholar = MyScholar(open_services(Settings(home=tmp_path_factory.mktemp("proposed"))))
    return scholar.propose_actions(SAMPLE_QUESTION, profile=made[0])


@pytest.fixture
def inquiry(services: Services, profile: Profile, proposed: ActionList) -> Inquiry:
    """Actions are proposed for the sample's question and profile."""
    save_profile(services, profile)
    return asking.change(
        services,
        new_inquiry(services, SAMPLE_QUESTION, sources=("sample",), profile_id=profile.profile_id),
        actions=proposed,
        defaults=tuple(a.action_id for a in proposed.chosen),
    )


@pytest.fixture
def page(open_page: OpenPage, inquiry: Inquiry) -> AppTest:
    page = open_page("ask")
    page.query_params["inquiry"] = inquiry.inquiry_id
    page.run()
    assert not page.exception
    return page


def do(page: AppTest, *messages: dict[str, Any]) -> AppTest:
    """What the editor of actions in the browser sends."""
    send(page, action_editor.key_of(address(page, "inquiry")), *messages)
    assert not page.exception
    return page


def trouble(page: AppTest) -> str:
    """What stands beside the actions."""
    data = part_data(page, action_editor.key_of(address(page, "inquiry")))
    return str(data["trouble"])


def kept(services: Services, inquiry: Inquiry) -> Inquiry:
    return get_inquiry(services, inquiry.inquiry_id)


def actions_of(services: Services, inquiry: Inquiry) -> ActionList:
    actions = kept(services, inquiry).actions
    assert actions
    return actions


def only_one(services: Services) -> Inquiry:
    (found,) = list_inquiries(services)
    return found


def proposals(services: Services) -> set[RunId]:
    return {run.run_id for run in services.runs.recent() if run.kind is RunKind.ACTIONS}


def address(page: AppTest, name: str) -> str:
    """AppTest gives a list for what it was set, and the value itself for what the page has put
    there."""
    found = page.query_params[name]
    return found if isinstance(found, str) else found[0]


def finished(services: Services, run_id: RunId) -> None:
    until(lambda: services.runs.info(run_id).status not in (RunStatus.WAITING, RunStatus.RUNNING))


# ---- the question


def test_an_example_fills_the_question_which_is_kept_at_once(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("ask")
    page.button(key="example-1").click().run()
    assert page.text_area(key="question").value == SAMPLE_EXAMPLES[1].question
    assert only_one(services).question == SAMPLE_EXAMPLES[1].question
    assert address(page, "inquiry") == only_one(services).inquiry_id


def test_a_click_on_its_way_while_the_wording_is_exchanged_asks_the_new_one(
    open_page: OpenPage, services: Services
) -> None:
    before, after = SAMPLE_EXAMPLES[0].question, SAMPLE_EXAMPLES[1].question
    page = open_page("ask")
    page.text_area(key="question").set_value(before).run()
    asking.change(services, only_one(services), other_wording=after)
    page.run()
    page.button(key="other-wording").click().run()
    assert page.text_area(key="question").value == after
    # what the browser sends with the next click, sent before it was told of the new text
    page.text_area(key="question").set_value(before)
    page.button(key="propose").click().run()
    assert page.text_area(key="question").value == after
    assert only_one(services).question == after


def test_nothing_is_kept_before_there_is_a_question(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("ask")
    page.toggle(key="with-tables").set_value(False).run()
    page.text_area(key="question").set_value(" \n ?").run()
    assert list_inquiries(services) == ()
    assert page.toggle(key="with-tables").value is False


def test_an_empty_question_is_one_message(open_page: OpenPage) -> None:
    page = open_page("ask")
    page.text_area(key="question").set_value("  \n ")
    page.button(key="propose").click().run()
    assert [e.value for e in page.error] == ["Write a question first."]


def test_a_question_that_is_too_long_is_one_message_and_stays(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("ask")
    page.text_area(key="question").set_value("why " * 2000).run()
    page.button(key="propose").click().run()
    assert len(page.error) == 1
    assert page.text_area(key="question").value == "why " * 2000
    assert list_inquiries(services) == ()


def test_a_vague_question_gets_a_hint_and_can_be_asked_all_the_same(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("ask")
    page.text_area(key="question").set_value("transformers")
    page.button(key="propose").click().run()
    assert only_one(services).proposing is None
    assert any("names only" in m.value for m in page.markdown)
    page.button(key="propose-anyway").click().run()
    asked = only_one(services)
    assert asked.proposing or asked.actions


def test_two_questions_in_one_come_apart(open_page: OpenPage, services: Services) -> None:
    page = open_page("ask")
    page.text_area(key="question").set_value(TWO).run()
    page.button(key="apart-1").click().run()
    assert page.text_area(key="question").value == "Which datasets exist for protein folding?"
    assert {i.question for i in list_inquiries(services)} == {
        "Which datasets exist for protein folding?",
        "How is retrieval evaluated in clinical text?",
    }


def test_hostile_words_are_only_words(open_page: OpenPage, services: Services) -> None:
    evil = "How do birds sing? <script>alert(1)</script> ![x](javascript:alert(2)) :red[x] $x^2$"
    page = open_page("ask")
    page.text_area(key="question").set_value(evil).run()
    assert not page.exception
    assert page.text_area(key="question").value == evil
    assert only_one(services).question == evil


# ---- what is set comes back


def test_a_reload_shows_the_same(
    page: AppTest, open_page: OpenPage, services: Services, inquiry: Inquiry
) -> None:
    page.number_input(key="year-min").set_value(2021)
    page.text_input(key="venues").set_value("ACL, NeurIPS")
    page.checkbox(key="open-access").check()
    page.toggle(key="with-tables").set_value(False).run()
    again = open_page("ask")
    again.query_params["inquiry"] = inquiry.inquiry_id
    again.run()
    assert again.text_area(key="question").value == SAMPLE_QUESTION
    assert (again.number_input(key="year-min").value, again.text_input(key="venues").value) == (
        2021,
        "ACL, NeurIPS",
    )
    assert (again.checkbox(key="open-access").value, again.toggle(key="with-tables").value) == (
        True,
        False,
    )
    assert again.multiselect(key="sources").value == ["sample"]
    assert kept(services, inquiry).filters.venues == ("ACL", "NeurIPS")


def test_a_change_in_a_second_tab_shows_here_too(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    asking.change(services, kept(services, inquiry), question="How else?", with_tables=False)
    page.run()
    assert page.text_area(key="question").value == "How else?"
    assert page.toggle(key="with-tables").value is False
    assert kept(services, inquiry).question == "How else?"


def test_a_question_worded_here_and_in_a_second_tab_is_kept_as_both(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    asking.change(services, kept(services, inquiry), question="How else?", with_tables=False)
    page.text_area(key="question").set_value("How now?").run()
    assert page.text_area(key="question").value == "How now?"
    assert page.toggle(key="with-tables").value is False
    assert "changed in another tab. Yours is kept" in page.info[0].value
    page.text_area(key="question").set_value("How now then?").run()
    assert {i.question for i in list_inquiries(services)} == {"How else?", "How now then?"}
    assert address(page, "inquiry") != inquiry.inquiry_id


def test_a_new_wording_of_a_question_that_a_second_tab_deleted_is_kept_as_one_of_its_own(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.toggle(key="with-tables").set_value(False).run()
    delete_inquiry(services, inquiry.inquiry_id)
    page.text_area(key="question").set_value("How now?").run()
    assert "Your new wording is kept" in page.warning[0].value
    assert page.text_area(key="question").value == "How now?"
    assert [(i.question, i.with_tables) for i in list_inquiries(services)] == [("How now?", False)]
    page.run()
    assert not page.warning
    delete_inquiry(services, list_inquiries(services)[0].inquiry_id)
    page.run()
    assert page.text_area(key="question").value == ""
    assert list_inquiries(services) == ()


def test_what_is_pressed_before_a_second_tab_was_noticed_begins_nothing_and_says_so(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    elsewhere = asking.write(services, kept(services, inquiry))
    do(page, {"kind": "pick", "action_id": "g1", "on": True}, {"kind": "write"})
    said = page.info[0].value
    assert "in another tab a report was begun" in said
    assert "Nothing was begun from here" in said
    assert kept(services, inquiry).reports == (elsewhere,)
    assert "g1" in [a.action_id for a in actions_of(services, inquiry).chosen]
    do(page, {"kind": "write", "n_reports": 1})
    begun = set(kept(services, inquiry).reports)
    assert len(begun) == 2
    assert address(page, "run") in begun - {elsewhere}
    for run_id in begun:
        finished(services, run_id)


def test_a_question_for_a_profile_is_a_new_one(
    page: AppTest, services: Services, inquiry: Inquiry, profile: Profile
) -> None:
    other = copy_profile(services, profile.profile_id)
    del page.query_params["inquiry"]
    page.query_params["profile"] = other.profile_id
    page.run()
    assert page.text_area(key="question").value == ""
    assert page.selectbox(key="ask-profile").value == other.profile_id


def test_filters_that_contradict_each_other_are_one_message_and_nothing_is_lost(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.number_input(key="year-min").set_value(2024)
    page.number_input(key="year-max").set_value(2001).run()
    assert [e.value for e in page.error] == [
        plain(
            "The first year, 2024, is after the last, 2001. Change the years under “Sources and "
            "filters”."
        )
    ]
    assert page.button(key="propose").disabled
    do(page, {"kind": "write"})
    assert kept(services, inquiry).reports == ()
    assert page.number_input(key="year-min").value == 2024
    page.number_input(key="year-max").set_value(None).run()
    assert not page.error
    assert kept(services, inquiry).filters.year_min == 2024


def test_a_source_and_a_profile_that_are_gone_are_left_out(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    asking.change(
        services, kept(services, inquiry), sources=("library:gone", "sample"), profile_id="gone"
    )
    page.run()
    assert not page.exception
    assert page.multiselect(key="sources").value == ["sample"]
    assert page.selectbox(key="ask-profile").value == ""
    assert kept(services, inquiry).sources == ("sample",)


def test_an_address_of_a_question_that_was_deleted_is_one_message(open_page: OpenPage) -> None:
    page = open_page("ask")
    page.query_params["inquiry"] = "nowhere"
    page.run()
    assert len(page.warning) == 1
    assert "inquiry" not in page.query_params
    page.run()
    assert not page.warning


def test_earlier_questions_are_opened_and_deleted(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.button(key="new-question").click().run()
    assert page.text_area(key="question").value == ""
    assert "inquiry" not in page.query_params
    page.text_area(key="question").set_value("How else are citations checked?").run()
    page.button(key=f"open-{inquiry.inquiry_id}").click().run()
    assert page.text_area(key="question").value == SAMPLE_QUESTION
    page.button(key=f"delete-{inquiry.inquiry_id}").click().run()
    page.button(key=f"really-{inquiry.inquiry_id}").click().run()
    assert not page.exception
    assert page.text_area(key="question").value == ""
    assert [i.question for i in list_inquiries(services)] == ["How else are citations checked?"]


def test_all_questions_are_counted_and_older_ones_listed_when_they_are_wanted(
    page: AppTest, services: Services
) -> None:
    oldest, *_ = [new_inquiry(services, f"How is thing {n} measured?") for n in range(25)]
    page.run()
    assert not [button for button in page.button if button.key == f"open-{oldest.inquiry_id}"]
    assert count_inquiries(services) == 26
    page.button(key="older-questions").click().run()
    assert page.button(key=f"open-{oldest.inquiry_id}")


def test_going_to_another_page_and_back_keeps_everything(page: AppTest, inquiry: Inquiry) -> None:
    page.switch_page(f"{PAGES}/runs_page.py").run()
    page.switch_page(f"{PAGES}/ask_page.py").run()
    assert page.text_area(key="question").value == SAMPLE_QUESTION
    assert address(page, "inquiry") == inquiry.inquiry_id


# ---- the actions


def test_what_is_done_in_the_editor_is_kept(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    do(
        page,
        {"kind": "only", "which": "none"},
        {"kind": "pick", "action_id": "g1", "on": True},
        {"kind": "emphasize", "action_id": "p1", "on": True},
        {"kind": "add", "text": "Add a section on human evaluation"},
        {"kind": "reword", "action_id": "g1", "text": "Show measured numbers"},
    )
    own = actions_of(services, inquiry).actions[-1]
    do(page, {"kind": "move", "action_id": own.action_id, "to": 0})
    chosen = actions_of(services, inquiry).chosen
    assert [(a.tldr, a.directive.verb, a.emphasis) for a in chosen if a.origin == "user"] == [
        ("Add a section on human evaluation", Verb.ADD_SECTION, False),
        ("Show measured numbers", Verb.NUMBERS, False),
    ]
    assert [a.action_id for a in chosen] == [own.action_id, "g1", "p1"]
    assert chosen[2].emphasis
    do(page, {"kind": "remove", "action_id": own.action_id}, {"kind": "only", "which": "defaults"})
    assert {a.action_id for a in actions_of(services, inquiry).chosen} == set(inquiry.defaults)


def test_a_change_to_an_action_that_is_gone_is_said_and_the_rest_is_done(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    gone = {"kind": "pick", "action_id": "gone", "on": True}
    do(
        page,
        {"kind": "pick", "action_id": "g1", "on": True},
        gone,
        {"kind": "emphasize", "action_id": "g1", "on": True},
    )
    assert "gone" in trouble(page)
    assert (
        actions_of(services, inquiry).actions[0].enabled,
        actions_of(services, inquiry).actions[0].emphasis,
    ) == (True, True)
    do(page, {"kind": "pick", "action_id": "g2", "on": True})
    assert trouble(page) == ""


def test_an_action_is_judged_and_the_judgement_taken_back(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    do(
        page,
        {
            "kind": "judge",
            "action_id": "g1",
            "liked": False,
            "errors": ["action.vague"],
            "comment": "Hm",
        },
    )
    (said,) = feedback_on(services, inquiry.inquiry_id).values()
    assert (said.subject, said.item, said.liked, said.errors, said.comment) == (
        Subject.ACTION,
        "g1",
        False,
        (ErrorType.VAGUE,),
        "Hm",
    )
    assert said.words == actions_of(services, inquiry).actions[0].tldr
    do(page, {"kind": "judge", "action_id": "g1", "liked": None})
    assert feedback_on(services, inquiry.inquiry_id) == {}


def test_an_action_that_leads_away_is_left_out_and_later_proposals_learn_it(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    said = {"kind": "judge", "action_id": "g1", "liked": False, "errors": ["action.offtopic"]}
    do(page, said)
    actions = actions_of(services, inquiry)
    assert not actions.actions[0].enabled
    (learned,) = list_learned(services, str(actions.profile_id))
    assert learned.tldr == actions.actions[0].tldr
    do(page, {"kind": "judge", "action_id": "g1", "liked": None})
    assert list_learned(services, str(actions.profile_id)) == ()


def test_a_changed_question_makes_the_actions_doubtful_but_they_stay(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.text_area(key="question").set_value("How are citations checked in clinical text?").run()
    assert page.button(key="propose").label == "Propose actions again"
    assert any("has changed since" in c.value for c in page.caption)
    assert actions_of(services, inquiry).question == SAMPLE_QUESTION


# ---- runs


def test_actions_are_proposed_by_a_run_that_the_page_follows(
    open_page: OpenPage, services: Services, profile: Profile
) -> None:
    save_profile(services, profile)
    page = open_page("ask")
    page.button(key="example-0").click().run()
    page.multiselect(key="sources").set_value(["sample"])
    page.button(key="propose").click().run()
    assert not page.exception
    (run_id,) = proposals(services)
    assert only_one(services).proposing in (run_id, None)  # the page may have seen its end by now
    finished(services, run_id)
    page.run()
    found = only_one(services)
    assert found.actions
    assert len(found.actions.actions) == 16
    assert found.proposing is None
    do(page, {"kind": "more", "like": None})
    (again,) = proposals(services) - {run_id}
    finished(services, again)
    page.run()
    after = only_one(services)
    assert after.actions
    assert (len(after.newest) > 0) is not after.exhausted
    assert after.actions.actions[:16] == found.actions.actions


def test_exactly_the_chosen_actions_go_into_the_report_in_their_order(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    do(page, {"kind": "only", "which": "none"}, {"kind": "add", "text": "Use bullet points"})
    do(page, {"kind": "pick", "action_id": "g2", "on": True})
    page.toggle(key="with-tables").set_value(False).run()
    do(page, {"kind": "write"})
    (run_id,) = kept(services, inquiry).reports
    order = services.runs.order(run_id).inputs
    assert [a["tldr"] for a in order["actions"]] == [
        a.tldr for a in actions_of(services, inquiry).chosen
    ]
    assert (order["question"], order["sources"], order["with_tables"]) == (
        SAMPLE_QUESTION,
        ["sample"],
        False,
    )
    assert address(page, "run") == run_id
    finished(services, run_id)


def test_without_actions_the_report_is_written_at_once(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("ask")
    page.toggle(key="without-actions").set_value(True).run()
    page.button(key="example-0").click().run()
    page.multiselect(key="sources").set_value(["sample"]).run()
    page.button(key="write").click().run()
    assert not page.exception
    (run_id,) = only_one(services).reports
    order = services.runs.order(run_id).inputs
    assert (order["actions"], order["sources"]) == ([], ["sample"])
    assert address(page, "run") == run_id
    finished(services, run_id)


def test_a_report_that_found_nothing_is_listed_with_its_reason(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.text_input(key="venues").set_value("No Such Venue").run()
    do(page, {"kind": "write"})
    (run_id,) = kept(services, inquiry).reports
    finished(services, run_id)
    page.switch_page(f"{PAGES}/ask_page.py").run()
    assert page.button(key=f"report-{run_id}")
    (said,) = (c.value for c in page.caption if c.value.startswith("stopped: "))
    assert "NoEvidenceFound" not in said
    assert len(actions_of(services, inquiry).chosen) == len(inquiry.defaults)


def test_from_a_report_that_found_nothing_one_comes_back_to_its_question_and_filters(
    page: AppTest, services: Services, inquiry: Inquiry
) -> None:
    page.text_input(key="venues").set_value("No Such Venue").run()
    do(page, {"kind": "write"})
    (run_id,) = kept(services, inquiry).reports
    finished(services, run_id)
    page.run()  # the report's page says that it failed
    send(page, f"progress-{run_id}", {"kind": "change"})
    assert not page.exception
    assert address(page, "inquiry") == inquiry.inquiry_id
    assert page.text_input(key="venues").value == "No Such Venue"


def test_the_question_of_a_run_that_failed_is_made_anew_where_it_was_deleted(
    services: Services, inquiry: Inquiry
) -> None:
    run_id = asking.write(services, inquiry)
    finished(services, run_id)
    delete_inquiry(services, inquiry.inquiry_id)
    anew = ask_instead(services, run_id)
    assert (anew.question, anew.sources, anew.profile_id) == (
        inquiry.question,
        inquiry.sources,
        inquiry.profile_id,
    )
    assert anew.actions
    assert {a.action_id for a in anew.actions.chosen} == set(inquiry.defaults)


# ---- what is missing


def test_without_a_model_that_is_wanted_one_message_says_so_and_nothing_is_lost(
    page: AppTest, services: Services, inquiry: Inquiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_ENGINE", "llm")
    page.button(key="propose").click().run()
    assert not page.exception
    assert len(page.error) == 1
    assert "no language model is set" in page.error[0].value
    do(page, {"kind": "pick", "action_id": "g1", "on": True}, {"kind": "write"})
    assert "no language model is set" in trouble(page)
    assert "g1" in [a.action_id for a in actions_of(services, inquiry).chosen]
    assert kept(services, inquiry).reports == ()


def test_without_a_profile_the_page_shows_the_way_to_one(open_page: OpenPage) -> None:
    page = open_page("ask")
    assert not page.exception
    assert any("Without a profile" in c.value for c in page.caption)


def test_a_run_of_a_model_that_fails_can_be_had_without_the_model(
    page: AppTest, services: Services, inquiry: Inquiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = RunId("failed")
    services.runs.create(failed, RunKind.ACTIONS, "t", {}, attempt="a", at=services.now())
    services.runs.attempt(failed, "a").end(
        RunStatus.FAILED, at=services.now(), error="LLMKeyRefused: The key is wrong."
    )
    asking.change(services, kept(services, inquiry), actions=None, proposing=failed)
    monkeypatch.setenv("MYSCHOLAR_MODEL", "anthropic:claude-sonnet-5-5")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    page.run()
    page.button(key="propose-free").click().run()
    assert not page.exception
    run_id = kept(services, inquiry).proposing
    assert run_id not in (None, failed)
    finished(services, run_id)
    assert services.runs.info(run_id).status is RunStatus.FINISHED


def test_a_report_that_was_begun_is_shown_though_the_browser_asked_again_meanwhile(
    page: AppTest, services: Services, inquiry: Inquiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = asking.write

    def write_as_more_comes(*what: Any, **how: Any) -> RunId:
        run_id = write(*what, **how)
        ask_again()
        return run_id

    monkeypatch.setattr(asking, "write", write_as_more_comes)
    do(page, {"kind": "write"})
    (begun,) = kept(services, inquiry).reports
    assert address(page, "run") == begun
    finished(services, begun)


def test_a_model_that_can_not_be_asked_is_told_and_leaves_the_way_without_one(
    open_page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "antropic:claude")
    page = open_page("ask")
    page.text_area[0].set_value("How are citations of generated answers verified?").run()
    assert not page.exception
    assert not page.error
    shown = " ".join(m.value for m in page.markdown).replace("\\", "").replace("\u2060", "")
    assert "no provider is called 'antropic'" in shown
    assert [b.key for b in page.button if b.key == "propose-free"]
