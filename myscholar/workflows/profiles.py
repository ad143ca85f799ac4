"""The researcher's saved profiles."""

import re
from pathlib import Path
from typing import NamedTuple

from myscholar.domain.profile import Profile, ProfileId
from myscholar.errors import InputError
from myscholar.workflows.files import load_profile
from myscholar.workflows.services import Services

NAME_LIMIT = 120
"""Characters of a profile's name."""
_COPY = re.compile(r" \(copy(?: \d+)?\)$")


class SavedProfile(NamedTuple):
    """What a list of profiles shows."""

    profile_id: ProfileId
    name: str


def list_profiles(services: Services) -> tuple[SavedProfile, ...]:
    """The last saved first. Raises StorageError."""
    return tuple(SavedProfile(info.profile_id, info.name) for info in services.store.profiles())


def save_profile(services: Services, profile: Profile) -> None:
    """Keeps it under its id; an earlier version is replaced. Raises StorageError."""
    services.store.save_profile(profile, at=services.now())


def get_profile(services: Services, profile_id: str) -> Profile:
    """Raises UnknownName, StorageError."""
    return services.store.load_profile(ProfileId(profile_id))


def delete_profile(services: Services, profile_id: str) -> None:
    """Raises UnknownName, StorageError."""
    services.store.delete_profile(ProfileId(profile_id))


def named(profile: Profile, name: str) -> Profile:
    """The profile under another name. Raises InputError if nothing is left of the name."""
    line = " ".join(name.split())[:NAME_LIMIT]
    if not line:
        raise InputError("A profile needs a name.")
    return profile.model_copy(update={"name": line})


def copy_profile(services: Services, profile_id: str) -> Profile:
    """The same profile once more under a name of its own, with its history and what was learned from past choices; saved.

    Raises UnknownName, StorageError.
    """
    original = get_profile(services, profile_id)
    copied = original.model_copy(
        update={
            "profile_id": ProfileId(services.new_id()),
            "name": _copy_name(services, original.name),
            "created_at": services.now(),
        }
    )
    save_profile(services, copied)
    past = services.store.choices.of(original.profile_id)
    services.store.choices.save([choice.model_copy(update={"profile_id": copied.profile_id}) for choice in past])
    return copied


def import_profile(services: Services, path: Path) -> Profile:
    """A profile from a file, checked and saved beside the others under an id of its own. Raises UnreadableFile."""
    profile = load_profile(path).model_copy(update={"profile_id": ProfileId(services.new_id())})
    save_profile(services, profile)
    return profile


def _copy_name(services: Services, name: str) -> str:
    """The first free of "NAME (copy)", "NAME (copy 2)" ...; a copy's copy counts on."""
    taken = {info.name for info in services.store.profiles()}
    stem = _COPY.sub("", name)
    endings = (" (copy)", *(f" (copy {n})" for n in range(2, len(taken) + 3)))
    return next(found for end in endings if (found := stem[: NAME_LIMIT - len(end)] + end) not in taken)
