"""A question on its way to a report: what is begun, kept, stopped and taken in."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr

from myscholar.domain.actions import Action, ActionList, Category, Directive, Stage, Verb
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.runs import ModelCall, RunId, RunKind, RunStatus
from myscholar.errors import BegunElsewhere, StorageError
from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.views.asking_view import ahead_in_words, question_state, report_takes, reports_of
from myscholar.workflows.actions import choose_actions
from myscholar.workflows.ask import asking, inquiry_orders
from myscholar.workflows.ask.inquiries import (
    delete_inquiry,
    get_inquiry,
    list_inquiries,
    new_inquiry,
)
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import delete_profile, save_profile
from myscholar.workflows.services import Services

QUESTION = "How are citations checked in generated text?"


class Starter:
    """Keeps what would be begun, as a run that waits, and what was cancelled."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.started: list[tuple[RunKind, Mapping[str, Any]]] = []
        self.cancelled: list[RunId] = []

    def start(
        self, kind: RunKind, title: str, inputs: Mapping[str, Any], run_id: RunId, **_: Any
    ) -> RunId:
        self.services.runs.create(run_id, kind, title, inputs, attempt="a", at=self.services.now())
        self.services.runs.attempt(run_id, "a").running(at=self.services.now())
        self.services.runs.locks.hold(lock_name(run_id))
        self.started.append((kind, inputs))
        return run_id

    def cancel(self, run_id: RunId) -> None:
        self.cancelled.append(run_id)
        self.services.runs.attempt(run_id, "a").end(RunStatus.CANCELLED, at=self.services.now())

    def close(self) -> None:
        pass


@pytest.fixture
def starter(tmp_services: Services) -> Starter:
    made = Starter(tmp_services)
    tmp_services.__dict__["runner"] = made
    return made


@pytest.fixture
def with_model(starter: Starter) -> Services:
    """A language model is set; nothing is asked of it."""
    return modelled(starter, {"anthropic": ProviderChoice(key=SecretStr("x"))})


@pytest.fixture
def without_key(starter: Starter) -> Services:
    """A language model is set, and its key is missing."""
    return modelled(starter, {})


def modelled(starter: Starter, providers: Mapping[str, ProviderChoice]) -> Services:
    models = ModelChoice(default="anthropic:claude-sonnet-5-5")
    made = open_services(
        starter.services.settings.model_copy(update={"models": models, "providers": providers})
    )
    made.__dict__["runner"] = starter
    return made


def action(action_id: str, *, on: bool = False) -> Action:
    return Action(
        action_id=ActionId(action_id),
        tldr=f"Search for {action_id}",
        text=f"I can search for {action_id}, which might help you.",
        stage=Stage.SEARCH_ADD,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.SEARCH, terms=(action_id,)),
        enabled=on,
    )


def listed(*actions: Action) -> ActionList:
    return ActionList(question=QUESTION, actions=actions)


def finish(services: Services, inquiry: Inquiry, brought: ActionList) -> Inquiry:
    """The run that proposes has finished with these actions, which are taken in."""
    assert inquiry.proposing
    services.runs.attempt(inquiry.proposing, "a").end(
        RunStatus.FINISHED,
        at=services.now(),
        result=brought.model_dump(mode="json"),
    )
    return asking.take_in(services, get_inquiry(services, inquiry.inquiry_id))


def asked(services: Services) -> Inquiry:
    return new_inquiry(services, QUESTION)


def test_actions_are_proposed_by_a_run_and_taken_in_when_it_has_finished(
    tmp_services: Services, starter: Starter
) -> None:
    going = asking.propose(tmp_services, asked(tmp_services))
    assert asking.take_in(tmp_services, going) == going
    done = finish(tmp_services, going, listed(action("g1", on=True), action("g2")))
    assert done.actions == listed(action("g1", on=True), action("g2"))
    assert (done.proposing, done.defaults) == (None, ("g1",))
    assert get_inquiry(tmp_services, done.inquiry_id) == done


def test_another_proposal_keeps_what_the_person_added(
    tmp_services: Services, starter: Starter
) -> None:
    first = finish(
        tmp_services,
        asking.propose(tmp_services, asked(tmp_services)),
        listed(action("g1", on=True)),
    )
    own = asking.edit_actions(
        tmp_services,
        first,
        lambda actions: choose_actions.add_own(tmp_services, actions, "Mention Ada"),
    )
    again = finish(
        tmp_services, asking.propose(tmp_services, own), listed(action("g1"), action("g2", on=True))
    )
    assert again.actions
    assert [a.tldr for a in again.actions.chosen] == ["Search for g2", "Mention Ada"]


def test_more_actions_are_marked_and_come_switched_off(
    tmp_services: Services, starter: Starter
) -> None:
    first = finish(
        tmp_services,
        asking.propose(tmp_services, asked(tmp_services)),
        listed(action("g1", on=True)),
    )
    more = asking.propose_more(tmp_services, first, like="g1")
    assert starter.started[-1][1]["like"]["action_id"] == "g1"
    after = finish(tmp_services, more, listed(action("g1", on=True), action("g2", on=True)))
    assert after.actions
    assert [(a.action_id, a.enabled) for a in after.actions.actions] == [
        ("g1", True),
        ("g2", False),
    ]
    assert (after.newest, after.defaults, after.exhausted) == (("g2",), ("g1",), False)


def test_when_there_are_no_more_actions_that_is_kept_until_more_are_asked_for(
    tmp_services: Services, starter: Starter
) -> None:
    first = finish(
        tmp_services, asking.propose(tmp_services, asked(tmp_services)), listed(action("g1"))
    )
    none = finish(tmp_services, asking.propose_more(tmp_services, first), listed(action("g1")))
    assert none.exhausted
    assert not asking.propose_more(tmp_services, none).exhausted


def test_without_a_model_nothing_is_searched_ahead(
    tmp_services: Services, starter: Starter
) -> None:
    done = finish(
        tmp_services, asking.propose(tmp_services, asked(tmp_services)), listed(action("g1"))
    )
    assert done.head_start is None
    assert [kind for kind, _ in starter.started] == [RunKind.ACTIONS]
    assert ahead_in_words(tmp_services, done) is None


def test_with_a_model_the_search_begins_as_soon_as_there_are_actions(
    with_model: Services, starter: Starter
) -> None:
    done = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    assert [kind for kind, _ in starter.started] == [RunKind.ACTIONS, RunKind.HEAD_START]
    assert (
        ahead_in_words(with_model, done) == "The search has begun already and counts in this price."
    )
    run_id = asking.write(with_model, done)
    assert starter.started[-1][1]["head_start"] == done.head_start
    assert get_inquiry(with_model, done.inquiry_id).reports == (run_id,)


@pytest.mark.parametrize(
    "change",
    [
        {"question": "How else?"},
        {"sources": ("sample",)},
        {"filters": SearchFilters(year_min=2020)},
    ],
)
def test_a_search_for_something_else_stops_and_begins_anew_when_actions_are_chosen_again(
    with_model: Services, starter: Starter, change: dict[str, Any]
) -> None:
    done = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    changed = asking.change(with_model, done, **change)
    assert starter.cancelled == [done.head_start]
    assert changed.head_start is None
    assert asking.search_ahead(with_model, changed).head_start not in (None, done.head_start)


def test_what_a_search_does_not_rest_on_does_not_stop_it(
    with_model: Services, starter: Starter
) -> None:
    done = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    assert asking.change(with_model, done, with_tables=False).head_start == done.head_start
    assert starter.cancelled == []


def test_leaving_a_question_stops_its_search_unless_it_is_done(
    with_model: Services, starter: Starter
) -> None:
    done = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    assert done.head_start
    with_model.runs.attempt(done.head_start, "a").end(RunStatus.FINISHED, at=with_model.now())
    assert asking.leave(with_model, done) == done
    other = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    assert asking.leave(with_model, other).head_start is None
    assert starter.cancelled == [other.head_start]


def test_leaving_a_question_does_not_stop_a_search_that_its_report_waits_for(
    with_model: Services, starter: Starter
) -> None:
    done = finish(
        with_model, asking.propose(with_model, asked(with_model)), listed(action("g1", on=True))
    )
    asking.write(with_model, done)
    seen = get_inquiry(with_model, done.inquiry_id)
    assert asking.leave(with_model, seen) == seen
    assert asking.change(with_model, seen, question="How else?").head_start is None
    assert starter.cancelled == []


def test_two_tabs_that_change_a_question_at_once_lose_nothing(
    with_model: Services, starter: Starter
) -> None:
    both_saw = asking.change(
        with_model, asked(with_model), actions=listed(action("g1"), action("g2"))
    )
    asking.change(with_model, both_saw, sources=("sample",))
    asking.edit_actions(
        with_model, both_saw, lambda actions: choose_actions.switch(actions, "g1", on=True)
    )
    asking.edit_actions(
        with_model, both_saw, lambda actions: choose_actions.switch(actions, "g2", on=True)
    )
    begun = asking.write(with_model, both_saw)
    for begin in (asking.write, asking.propose, asking.propose_more):
        with pytest.raises(BegunElsewhere):
            begin(with_model, both_saw)
    now = get_inquiry(with_model, both_saw.inquiry_id)
    assert (now.sources, now.reports, now.proposing) == (("sample",), (begun,), None)
    assert now.actions
    assert [a.action_id for a in now.actions.chosen] == ["g1", "g2"]


def test_of_two_tabs_that_begin_at_the_same_moment_one_does(
    with_model: Services, starter: Starter
) -> None:
    both_saw = asking.change(with_model, asked(with_model), actions=listed(action("g1")))

    def begin(_: int) -> str:
        try:
            return asking.write(with_model, both_saw)
        except BegunElsewhere:
            return ""

    with ThreadPoolExecutor(4) as tabs:
        begun = [run_id for run_id in tabs.map(begin, range(4)) if run_id]
    assert [kind for kind, _ in starter.started] == [RunKind.REPORT]
    assert list(get_inquiry(with_model, both_saw.inquiry_id).reports) == begun


def test_a_question_worded_in_two_tabs_becomes_two_and_neither_is_lost(
    tmp_services: Services, starter: Starter
) -> None:
    both_saw = asking.change(tmp_services, asked(tmp_services), actions=listed(action("g1")))
    first = asking.change(tmp_services, both_saw, question="How else?", with_tables=False)
    assert asking.change(tmp_services, both_saw, question="How else?") == first
    asking.write(tmp_services, first)
    other = asking.change(tmp_services, both_saw, question="How now?")
    assert (other.question, other.with_tables, other.reports) == ("How now?", False, ())
    assert other.actions == both_saw.actions
    assert {i.question for i in list_inquiries(tmp_services)} == {"How else?", "How now?"}


def test_two_tabs_that_see_a_proposal_finish_begin_one_search(
    with_model: Services, starter: Starter
) -> None:
    both_saw = asking.propose(with_model, asked(with_model))
    first = finish(with_model, both_saw, listed(action("g1"), action("g2")))
    mine = asking.edit_actions(
        with_model, first, lambda actions: choose_actions.remove(actions, "g1")
    )
    assert asking.take_in(with_model, both_saw) == mine
    assert (
        asking.search_ahead(with_model, both_saw.model_copy(update={"actions": mine.actions}))
        == mine
    )
    assert [kind for kind, _ in starter.started] == [RunKind.ACTIONS, RunKind.HEAD_START]


def test_a_search_that_can_not_begin_is_not_noted(
    with_model: Services, starter: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise StorageError("no room")

    inquiry = asking.change(with_model, asked(with_model), actions=listed(action("g1")))
    monkeypatch.setattr(starter, "start", fail)
    with pytest.raises(StorageError, match="no room"):
        asking.search_ahead(with_model, inquiry)
    assert get_inquiry(with_model, inquiry.inquiry_id).head_start is None


def test_a_question_that_was_deleted_elsewhere_stays_deleted(
    with_model: Services, starter: Starter
) -> None:
    inquiry = asked(with_model)
    delete_inquiry(with_model, inquiry.inquiry_id)
    assert asking.change(with_model, inquiry, sources=("sample",)).sources == ("sample",)
    assert list_inquiries(with_model) == ()
    for begin in (asking.write, asking.propose):
        with pytest.raises(BegunElsewhere, match="deleted there"):
            begin(with_model, inquiry)
    assert starter.started == []


def test_a_new_wording_of_a_question_that_was_deleted_elsewhere_is_kept_as_one_of_its_own(
    with_model: Services,
) -> None:
    inquiry = asked(with_model)
    delete_inquiry(with_model, inquiry.inquiry_id)
    mine = asking.change(with_model, inquiry, question="How else?")
    assert list_inquiries(with_model) == (mine,)
    assert mine.inquiry_id != inquiry.inquiry_id


def test_without_actions_the_report_has_none_and_nothing_is_searched_ahead(
    with_model: Services, starter: Starter
) -> None:
    inquiry = asking.change(
        with_model, asked(with_model), actions=listed(action("g1", on=True)), with_actions=False
    )
    assert asking.search_ahead(with_model, inquiry).head_start is None
    asking.write(with_model, inquiry)
    assert starter.started[-1][1]["actions"] == []


def test_choices_are_remembered_when_the_report_begins(
    tmp_services: Services, starter: Starter, sample_profile: Profile
) -> None:
    save_profile(tmp_services, sample_profile)
    offered = listed(action("g1", on=True), action("g2"), action("g3"), action("g4", on=True))
    actions = offered.model_copy(update={"profile_id": sample_profile.profile_id})
    inquiry = asking.change(
        tmp_services,
        asked(tmp_services),
        actions=actions,
        profile_id=sample_profile.profile_id,
        defaults=("g2", "g4"),
    )
    asking.write(tmp_services, inquiry)
    remembered = tmp_services.store.choices.of(sample_profile.profile_id)
    # g3 and g4 are as proposed
    assert {(c.action.action_id, c.kind.value) for c in remembered} == {
        ("g1", "picked"),
        ("g2", "rejected"),
    }
    assert starter.started[-1][1]["profile"]["profile_id"] == sample_profile.profile_id


def test_a_profile_that_is_gone_is_as_none(
    tmp_services: Services, starter: Starter, sample_profile: Profile
) -> None:
    save_profile(tmp_services, sample_profile)
    inquiry = asking.change(tmp_services, asked(tmp_services), profile_id=sample_profile.profile_id)
    assert inquiry_orders.reader_of(tmp_services, inquiry) == sample_profile
    delete_profile(tmp_services, sample_profile.profile_id)
    assert inquiry_orders.reader_of(tmp_services, inquiry) is None


def test_a_question_taken_apart_leaves_the_other_half_for_later(
    tmp_services: Services, starter: Starter
) -> None:
    inquiry = asking.change(tmp_services, asked(tmp_services), sources=("sample",))
    now = asking.split_question(
        tmp_services, inquiry, "What is retrieval?", "Which datasets exist for it?"
    )
    assert now.question == "What is retrieval?"
    (later,) = [i for i in list_inquiries(tmp_services) if i.inquiry_id != now.inquiry_id]
    assert (later.question, later.sources) == ("Which datasets exist for it?", ("sample",))


def test_a_run_that_was_deleted_is_forgotten(tmp_services: Services, starter: Starter) -> None:
    going = asking.propose(tmp_services, asked(tmp_services))
    assert going.proposing
    tmp_services.runs.delete(going.proposing)
    assert asking.take_in(tmp_services, going).proposing is None


def test_reports_are_listed_newest_first_without_deleted_ones(
    tmp_services: Services, starter: Starter
) -> None:
    inquiry = asked(tmp_services)
    for _ in range(3):
        asking.write(tmp_services, get_inquiry(tmp_services, inquiry.inquiry_id))
    first, second, third = get_inquiry(tmp_services, inquiry.inquiry_id).reports
    tmp_services.runs.delete(second)
    found = reports_of(tmp_services, get_inquiry(tmp_services, inquiry.inquiry_id))
    assert [r.run_id for r in found] == [third, first]


def test_the_button_says_what_comes_next(tmp_services: Services, starter: Starter) -> None:
    inquiry = asked(tmp_services)
    assert question_state(tmp_services, None, "").first == "propose"
    assert question_state(tmp_services, inquiry, QUESTION).first == "propose"
    at_once = asking.change(tmp_services, inquiry, with_actions=False)
    assert question_state(tmp_services, at_once, QUESTION).first == "write"
    chosen = asking.change(
        tmp_services, at_once, with_actions=True, actions=listed(action("g1", on=True))
    )
    assert question_state(tmp_services, chosen, QUESTION).first == "choose"
    assert question_state(tmp_services, chosen, "How else?").first == "again"
    for_ada = chosen.model_copy(update={"profile_id": ProfileId("ada")})
    assert "another profile" in question_state(tmp_services, for_ada, QUESTION).stale


def test_hints_come_before_actions_and_not_after(tmp_services: Services, starter: Starter) -> None:
    inquiry = asking.change(tmp_services, asked(tmp_services), question="transformers")
    assert question_state(tmp_services, inquiry, "transformers").hints.hints
    proposed = inquiry.model_copy(
        update={"actions": ActionList(question="transformers", actions=())}
    )
    assert not question_state(tmp_services, proposed, "transformers").hints.hints


def test_time_and_price_are_told_before(tmp_services: Services, with_model: Services) -> None:
    assert report_takes(tmp_services, asked(tmp_services)).endswith("free")
    paid = report_takes(with_model, asked(tmp_services))
    assert "$" in paid
    assert "anthropic:claude-sonnet-5-5" in paid
    failed = asked(with_model).model_copy(update={"head_start": RunId("gone")})
    # a search ahead that failed or was deleted saves nothing
    assert report_takes(with_model, failed) == paid


def test_the_price_of_a_proposal_holds_the_search_that_begins_by_itself_after_it(
    with_model: Services, starter: Starter
) -> None:
    inquiry = asked(with_model)
    # $2 and $10 a million. Generic actions: 2350 read, 950 written: 0.0142. The search: 38,300
    # read, 7150 written: 0.1481. Together 0.1623, by 1 and 46 calls.
    takes = question_state(with_model, inquiry, QUESTION).takes
    assert takes.startswith("About 14 s and $0.16 (47 calls of anthropic:claude-sonnet-5-5)")
    assert takes.endswith(
        ". $0.15 of it is for the report's search, which begins by itself then and ends at $0.50."
    )
    begun = asking.change(with_model, inquiry, head_start=RunId("ahead"))
    assert "$0.01 (1 call" in question_state(with_model, begun, QUESTION).takes


@pytest.mark.parametrize(
    ("spent", "status", "price", "said"),
    [
        # without actions: 0.2496, its sentences read again 0.0485, more for a search ahead 0.0647;
        # of this the search is expected to spend 0.1481
        (0.0, RunStatus.RUNNING, "$0.36", "has begun already and counts in this price."),
        (0.05, RunStatus.RUNNING, "$0.36", "and counts in this price: $0.05 is spent so far."),
        (0.25, RunStatus.RUNNING, "$0.46", "and counts in this price: $0.25 is spent so far."),
        (0.01, RunStatus.FINISHED, "$0.22", "is done already and counts in this price: $0.01"),
        (0.25, RunStatus.FAILED, "$0.30", None),
    ],
)
def test_one_sum_holds_the_report_and_what_its_search_has_spent_already(
    with_model: Services,
    starter: Starter,
    spent: float,
    status: RunStatus,
    price: str,
    said: str | None,
) -> None:
    ahead = RunId("ahead")
    records = with_model.runs
    records.create(ahead, RunKind.HEAD_START, "How?", {}, attempt="1", at=with_model.now())
    paid = ModelCall(
        call_id="c", role="quotes", prompt="p@1", model="m", started_at=0, seconds=1, dollars=spent
    )
    records.attempt(ahead, records.order(ahead).attempt).store(
        Batch(calls=(("step", paid),) if spent else ())
    )
    if status is RunStatus.RUNNING:
        records.attempt(ahead, records.order(ahead).attempt).running(at=with_model.now())
        records.locks.hold(lock_name(ahead))
    else:
        records.attempt(ahead, records.order(ahead).attempt).end(
            status, at=with_model.now(), result={}
        )
    inquiry = asking.change(
        with_model, asked(with_model), head_start=ahead, with_actions=False, with_tables=False
    )
    assert f"and {price} (" in report_takes(with_model, inquiry)
    assert (said or "") in (ahead_in_words(with_model, inquiry) or "")
    assert (ahead_in_words(with_model, inquiry) is None) == (said is None)


def test_a_price_above_the_budget_says_so(with_model: Services, starter: Starter) -> None:
    poor = replace(with_model, settings=with_model.settings.model_copy(update={"budget_usd": 0.05}))
    said = report_takes(poor, asked(with_model))
    assert said.endswith("; more than the budget of $0.05 a run")
    assert "budget" not in report_takes(with_model, asked(with_model))


def test_after_a_run_of_a_model_that_stopped_it_can_be_done_without_one(
    with_model: Services, starter: Starter
) -> None:
    going = asking.propose(with_model, asked(with_model))
    assert going.proposing
    assert question_state(with_model, going, QUESTION).is_proposing
    with_model.runs.attempt(going.proposing, "a").end(
        RunStatus.FAILED, at=with_model.now(), error="LLMKeyRefused: no"
    )
    state = question_state(with_model, going, QUESTION)
    assert (state.is_proposing, state.has_stopped, state.can_do_without_model) == (
        False,
        True,
        True,
    )


def test_a_missing_key_is_told_before_anything_begins_and_one_can_go_on_without_a_model(
    without_key: Services, starter: Starter, with_model: Services
) -> None:
    inquiry = new_inquiry(without_key, QUESTION)
    state = question_state(without_key, inquiry, QUESTION)
    assert state.no_key == "There is no key for anthropic:claude-sonnet-5-5, which is to do this."
    assert state.can_do_without_model
    chosen = asking.change(
        without_key, inquiry, actions=ActionList(question=QUESTION, actions=(action("a", on=True),))
    )
    assert asking.search_ahead(without_key, chosen).head_start is None
    asking.write(without_key, chosen, engine=Engine.EXTRACTIVE)
    assert starter.started[-1][1]["engine"] == "extractive"
    assert question_state(with_model, inquiry, QUESTION).no_key == ""


def test_a_model_without_a_key_is_no_hindrance_where_another_stands_in_for_it(
    without_key: Services,
) -> None:
    models = ModelChoice(default="anthropic:claude-sonnet-5-5, lab:small")
    lab = {"lab": ProviderChoice(base_url="http://127.0.0.1:9")}
    both = open_services(
        without_key.settings.model_copy(update={"models": models, "providers": lab})
    )
    assert missing_key(both) == ""
