"""What was learned from the actions that a reader picked, edited and switched off: seen, corrected,
forgotten. Source: MySQA §5, Lesson 1."""

from collections.abc import Collection
from typing import NamedTuple

from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.profile import Profile, ProfileId
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.workflows.services import Services

__all__ = [
    "ChoiceKind",
    "Learned",
    "correct",
    "forget",
    "forget_all",
    "list_learned",
    "past_choices",
    "refuse",
    "remember_choices",
]


class Learned(NamedTuple):
    """One remembered choice: the action's short line `tldr` and its explanation `text`. `at` is an
    ISO 8601 time."""

    choice_id: int
    question: str
    tldr: str
    kind: ChoiceKind
    at: str
    text: str


def list_learned(services: Services, profile_id: str) -> tuple[Learned, ...]:
    """The last remembered first. Raises StorageError."""
    return tuple(
        _shown(choice) for choice in reversed(services.store.choices.of(ProfileId(profile_id)))
    )


def correct(services: Services, choice_id: int, kind: ChoiceKind) -> None:
    """From now on proposals take it for this kind of choice. Raises UnknownName, StorageError."""
    services.store.choices.correct(choice_id, kind)


def forget(services: Services, choice_id: int) -> None:
    """Nothing happens if it is not there. Raises StorageError."""
    services.store.choices.forget(choice_id)


def forget_all(services: Services, profile_id: str) -> int:
    """All that was learned for this profile; gives how many choices there were. Raises
    StorageError."""
    return services.store.choices.forget_all(ProfileId(profile_id))


def _shown(choice: Choice) -> Learned:
    return Learned(
        choice.choice_id,
        choice.question,
        choice.action.tldr,
        choice.kind,
        choice.at,
        choice.action.text,
    )


def past_choices(services: Services, profile: Profile | None) -> tuple[PastChoice, ...]:
    """What the user of this profile picked, edited and rejected before."""
    return (
        tuple(_past(choice) for choice in services.store.choices.of(profile.profile_id))
        if profile
        else ()
    )


def remember_choices(
    services: Services,
    actions: ActionList,
    defaults: Collection[str] = (),
    refused: Collection[str] = (),
) -> None:
    """Keeps what the user did with a profile's proposal; the next proposal learns from it.
    `defaults` are the ids that it had switched on, `refused` those that the user called no good:
    what was learned of these stays.

    What was left as it was proposed says nothing: it is not kept, and what was kept of it for this
    question before goes.
    """
    if actions.profile_id is None:
        return
    done = {
        a.action_id: kind for a in actions.actions if (kind := _kind_of(a, a.action_id in defaults))
    }
    told = {*done, *refused}
    left = {(a.tldr, a.text) for a in actions.actions if a.action_id not in told}
    for earlier in services.store.choices.of(actions.profile_id):
        if (
            earlier.question == actions.question
            and (earlier.action.tldr, earlier.action.text) in left
        ):
            services.store.choices.forget(earlier.choice_id)
    services.store.choices.save(
        [
            Choice(
                profile_id=actions.profile_id,
                question=actions.question,
                action=a,
                kind=done[a.action_id],
                at=services.now(),
            )
            for a in actions.actions
            if a.action_id in done
        ]
    )


def refuse(services: Services, actions: ActionList, action: Action, *, on: bool) -> None:
    """The reader says that this proposal is not good, or takes it back: the next proposal for the
    profile learns it. Nothing happens without a profile."""
    if actions.profile_id is None:
        return
    if on:
        choice = Choice(
            profile_id=actions.profile_id,
            question=actions.question,
            action=action,
            kind=ChoiceKind.REJECTED,
            at=services.now(),
        )
        services.store.choices.save([choice])
        return
    for earlier in services.store.choices.of(actions.profile_id):
        words = (earlier.action.tldr, earlier.action.text)
        is_it = earlier.question == actions.question and words == (action.tldr, action.text)
        if is_it and earlier.kind is ChoiceKind.REJECTED:
            services.store.choices.forget(earlier.choice_id)


def _kind_of(action: Action, was_on: bool) -> ChoiceKind | None:
    """None where it was left as it was proposed."""
    if not action.enabled:
        return ChoiceKind.REJECTED if was_on else None
    if action.origin == "user":
        return ChoiceKind.EDITED
    return ChoiceKind.PICKED if action.emphasis or not was_on else None


def _past(choice: Choice) -> PastChoice:
    chosen = choice.kind is not ChoiceKind.REJECTED
    return PastChoice.of(choice.action, edited=choice.kind is ChoiceKind.EDITED).model_copy(
        update={"chosen": chosen}
    )
