"""What was learned from past choices is seen, corrected and forgotten, and proposals learn from
what is left."""

from itertools import count
from pathlib import Path

import pytest

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder
from myscholar.domain.profile import Profile
from myscholar.errors import UnknownName
from myscholar.gateways.storage.records import ChoiceKind
from myscholar.settings import Settings
from myscholar.workflows.actions.learned import (
    correct,
    forget,
    forget_all,
    list_learned,
    remember_choices,
)
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.services import Services

QUESTION = "How is attribution in long-form answers evaluated?"
PROFILE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "profile.json"


@pytest.fixture
def services(tmp_path: Path) -> Services:
    ids = count(1)
    return open_services(Settings(home=tmp_path), new_id=lambda: f"i{next(ids)}")


@pytest.fixture(scope="module")
def profile() -> Profile:
    return Profile.model_validate_json(PROFILE.read_bytes())


async def proposed(services: Services, profile: Profile) -> ActionList:
    return await carry_out(
        services, ActionsOrder(question=QUESTION, profile=profile, engine=Engine.EXTRACTIVE)
    )


def of_verb(found: ActionList, like: Action) -> list[Action]:
    return [a for a in found.actions if a.directive.verb is like.directive.verb]


async def test_corrected_and_forgotten_choices_change_what_is_proposed(
    services: Services, profile: Profile
) -> None:
    fresh = await proposed(services, profile)
    favourite = fresh.chosen[0]
    for n in range(
        6
        # six reports on other questions, in each of which what would be the default here was
        # switched
        # off
    ):
        other = fresh.model_copy(
            update={
                "question": f"Question {n}?",
                "actions": tuple(
                    a.model_copy(update={"enabled": False}) for a in of_verb(fresh, favourite)
                ),
            }
        )
        remember_choices(services, other, defaults=[a.action_id for a in other.actions])
    disliked = await proposed(services, profile)
    assert not any(a.enabled for a in of_verb(disliked, favourite))

    for choice in list_learned(services, profile.profile_id):
        correct(services, choice.choice_id, ChoiceKind.PICKED)
    corrected = await proposed(services, profile)
    assert any(a.enabled for a in of_verb(corrected, favourite))

    assert forget_all(services, profile.profile_id) == 6 * len(of_verb(fresh, favourite))
    assert await proposed(services, profile) == fresh


async def test_a_person_sees_each_choice_once_the_last_first(
    services: Services, profile: Profile
) -> None:
    first, second = (await proposed(services, profile)).actions[:2]
    picked, edited = (
        first.model_copy(update={"enabled": True}),
        second.model_copy(update={"enabled": True, "origin": "user"}),
    )
    chosen = ActionList(question=QUESTION, actions=(picked, edited), profile_id=profile.profile_id)
    remember_choices(services, chosen)
    remember_choices(services, chosen)  # the report is written again
    seen = list_learned(services, profile.profile_id)
    assert [(c.tldr, c.text, c.kind, c.question) for c in seen] == [
        (edited.tldr, edited.text, ChoiceKind.EDITED, QUESTION),
        (picked.tldr, picked.text, ChoiceKind.PICKED, QUESTION),
    ]


async def test_one_choice_can_be_forgotten_and_one_that_is_gone_can_not_be_corrected(
    services: Services, profile: Profile
) -> None:
    found = await proposed(services, profile)
    remember_choices(
        services,
        found.model_copy(
            update={"actions": tuple(a.model_copy(update={"enabled": True}) for a in found.actions)}
        ),
    )
    before = list_learned(services, profile.profile_id)
    forget(services, before[0].choice_id)
    assert list_learned(services, profile.profile_id) == before[1:]
    with pytest.raises(UnknownName):
        correct(services, before[0].choice_id, ChoiceKind.PICKED)
    assert list_learned(services, "another profile") == ()


async def test_only_what_the_person_did_is_learned(services: Services, profile: Profile) -> None:
    found = await proposed(services, profile)
    defaults = [a.action_id for a in found.chosen]
    kept_on, switched_off, stressed = found.chosen[:3]
    left_off, picked, edited = [a for a in found.actions if not a.enabled][:3]

    def with_changes(*changed: Action) -> ActionList:
        by_id = {a.action_id: a for a in changed}
        return found.model_copy(
            update={"actions": tuple(by_id.get(a.action_id, a) for a in found.actions)}
        )

    changes = [
        switched_off.model_copy(update={"enabled": False}),
        stressed.model_copy(update={"emphasis": True}),
        picked.model_copy(update={"enabled": True}),
        edited.model_copy(update={"enabled": True, "origin": "user"}),
    ]
    remember_choices(services, with_changes(*changes), defaults)
    kinds = {c.tldr: c.kind for c in list_learned(services, profile.profile_id)}
    assert kinds == {
        switched_off.tldr: ChoiceKind.REJECTED,
        stressed.tldr: ChoiceKind.PICKED,
        picked.tldr: ChoiceKind.PICKED,
        edited.tldr: ChoiceKind.EDITED,
    }
    assert not {kept_on.tldr, left_off.tldr} & set(kinds)

    # written again, with what was off on and what was edited as it was
    remember_choices(services, with_changes(*changes[1:3]), defaults)
    assert {c.tldr for c in list_learned(services, profile.profile_id)} == {
        stressed.tldr,
        picked.tldr,
    }
