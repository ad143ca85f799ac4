"""Profiles are copied, and what was changed in them is told."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.settings import Settings
from myscholar.views.profile_history import ProfileChange, changes_of
from myscholar.workflows.actions.learned import forget_all, list_learned
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile import edit_profile
from myscholar.workflows.profile.profiles import (
    copy_profile,
    delete_profile,
    get_profile,
    list_profiles,
    rename,
    save_profile,
)
from myscholar.workflows.services import Services

AT = "2026-01-01T00:00:00Z"
COMPARE = Action(
    action_id=ActionId("g1"),
    tldr="Compare",
    text="I can compare.",
    stage=Stage.ORGANIZATION,
    category=Category.CONTENT,
    personalized=False,
    directive=Directive(verb=Verb.COMPARE),
)
MINE = Profile(
    profile_id=ProfileId("p"),
    name="Mine",
    created_at="2025-01-01T00:00:00Z",
    papers=(),
    inferences=(),
    passages=(),
)


@pytest.fixture
def services(tmp_path: Path) -> Services:
    ids, minutes = count(1), count()
    made = open_services(
        Settings(home=tmp_path),
        clock=lambda: datetime(2026, 11, 21, 12, next(minutes), tzinfo=UTC),
        new_id=lambda: f"i{next(ids)}",
    )
    save_profile(made, MINE)
    return made


def test_a_copy_is_a_profile_of_its_own_that_says_the_same(services: Services) -> None:
    edited = edit_profile.add(
        services, MINE, ProfileAspect.KNOWLEDGE, "Your papers study citations."
    )
    save_profile(services, edited)
    copied = copy_profile(services, "p")
    assert (copied.name, copied.inferences, copied.edits) == (
        "Mine (copy)",
        edited.inferences,
        edited.edits,
    )
    assert copied.profile_id != "p"
    assert get_profile(services, copied.profile_id) == copied
    save_profile(services, rename(copied, "Another"))
    assert get_profile(services, "p") == edited


def test_copies_have_names_of_their_own_however_long(services: Services) -> None:
    names = [
        copy_profile(services, "p").name,
        copy_profile(services, "p").name,
        copy_profile(services, "i1").name,
    ]
    assert names == ["Mine (copy)", "Mine (copy 2)", "Mine (copy 3)"]
    save_profile(
        services, MINE.model_copy(update={"profile_id": ProfileId("long"), "name": "x" * 120})
    )
    assert copy_profile(services, "long").name == "x" * 113 + " (copy)"
    assert len({saved.name for saved in list_profiles(services)}) == 6
    with pytest.raises(UnknownName):
        copy_profile(services, "none")


def test_a_copy_begins_with_what_was_learned_and_goes_its_own_way(services: Services) -> None:
    services.store.choices.save(
        [
            Choice(
                profile_id=MINE.profile_id,
                question="How?",
                action=COMPARE,
                kind=ChoiceKind.PICKED,
                at=AT,
            )
        ]
    )
    copied = copy_profile(services, "p")
    assert [c.tldr for c in list_learned(services, copied.profile_id)] == ["Compare"]
    forget_all(services, copied.profile_id)
    assert len(list_learned(services, "p")) == 1


def test_with_a_profile_goes_what_was_learned_for_it(services: Services) -> None:
    services.store.choices.save(
        [
            Choice(
                profile_id=MINE.profile_id,
                question="How?",
                action=COMPARE,
                kind=ChoiceKind.PICKED,
                at=AT,
            )
        ]
    )
    delete_profile(services, "p")
    assert list_learned(services, "p") == ()
    with pytest.raises(UnknownName):
        get_profile(services, "p")


def test_every_change_is_told_the_newest_first(services: Services) -> None:
    profile = edit_profile.add(
        services, MINE, ProfileAspect.KNOWLEDGE, "Your papers study citations."
    )
    (inference,) = profile.inferences
    profile = edit_profile.reword(
        services, profile, inference.inference_id, "Your papers study quotations."
    )
    profile = edit_profile.switch(services, profile, inference.inference_id, on=False)
    profile = edit_profile.switch(services, profile, inference.inference_id, on=True)
    profile = edit_profile.remove(services, profile, inference.inference_id)
    first, last = "Your papers study citations.", "Your papers study quotations."
    assert [(line.what, line.before, line.after) for line in changes_of(profile)] == [
        (ProfileChange.REMOVED, last, ""),
        (ProfileChange.SWITCHED_ON, last, last),
        (ProfileChange.SWITCHED_OFF, last, last),
        (ProfileChange.REWORDED, first, last),
        (ProfileChange.ADDED, "", first),
    ]
    assert changes_of(profile)[-1].at.startswith("2026-11-21T12:")
    assert changes_of(MINE) == ()
