"""What was learned from the actions that a reader picked, edited and switched off: seen, corrected,
forgotten. Source: MySQA §5, Lesson 1."""

from typing import NamedTuple

from myscholar.domain.profile import ProfileId
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.workflows.services import Services

__all__ = ["ChoiceKind", "Learned", "correct", "forget", "forget_all", "learned"]


class Learned(NamedTuple):
    """One remembered choice: the action's short line `tldr` and its explanation `text`. `at` is an
    ISO 8601 time."""

    choice_id: int
    question: str
    tldr: str
    kind: ChoiceKind
    at: str
    text: str


def learned(services: Services, profile_id: str) -> tuple[Learned, ...]:
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
