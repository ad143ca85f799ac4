"""The researcher's saved profiles."""

from pathlib import Path
from typing import NamedTuple

from myscholar.domain.profile import Profile, ProfileId
from myscholar.errors import InputError
from myscholar.workflows.files import load_profile
from myscholar.workflows.services import Services

NAME_LIMIT = 120
"""Characters of a profile's name."""


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


def import_profile(services: Services, path: Path) -> Profile:
    """A profile from a file, checked and saved beside the others under an id of its own. Raises UnreadableFile."""
    profile = load_profile(path).model_copy(update={"profile_id": ProfileId(services.new_id())})
    save_profile(services, profile)
    return profile
