"""The researcher's saved profiles."""

import contextlib
import re
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.runs import RunId, RunKind
from myscholar.domain.text import listed, one_line
from myscholar.errors import EvidenceMismatch, InputError, UnknownName
from myscholar.runs.control import delete_run
from myscholar.workflows.files import load_profile, local_path
from myscholar.workflows.services import Services

NAME_LIMIT = 120
"""Characters of a profile's name."""
_LATEST = 20
"""So many of the newest runs are looked at."""
_COPY = re.compile(r" \(copy(?: \d+)?\)$")


class SavedProfile(NamedTuple):
    """What a list of profiles shows."""

    profile_id: ProfileId
    name: str


def list_profiles(services: Services) -> tuple[SavedProfile, ...]:
    """The last saved first; what runs have inferred since is saved here. Raises StorageError."""
    saved = services.store.profiles()
    known: set[str] = {info.profile_id for info in saved}
    new = [
        head.run_id
        for head in services.runs.finished((RunKind.PROFILE,), _LATEST)
        if head.run_id not in known
    ]
    for run_id in reversed(new):
        with contextlib.suppress(InputError):  # of another version, or deleted at this moment
            profile_of(services, run_id)
    return tuple(
        SavedProfile(info.profile_id, info.name)
        for info in (services.store.profiles() if new else saved)
    )


def save_profile(services: Services, profile: Profile) -> None:
    """Keeps it under its id; an earlier version is replaced. Raises StorageError."""
    services.store.save_profile(profile, at=services.now())


def get_profile(services: Services, profile_id: str) -> Profile:
    """Raises UnknownName, StorageError."""
    return services.store.load_profile(ProfileId(profile_id))


def find_profile(services: Services, name: str) -> Profile:
    """The one in this file, or the saved one of this id or name. Raises UnreadableFile,
    UnknownName; InputError where several have the name."""
    if file := profile_file(name):
        return load_profile(file)
    saved = list_profiles(services)
    found = [s.profile_id for s in saved if name in (s.name, s.profile_id)]
    if not found:
        raise UnknownName("profile", name, tuple(dict.fromkeys(s.name for s in saved)))
    if len(found) > 1:
        ids = listed(found, "or")
        raise InputError(f"{len(found)} profiles are called {name!r}. Give the id: {ids}.")
    return get_profile(services, found[0])


def profile_file(name: str) -> Path | None:
    """The file that a profile's name is, if it is one."""
    path = local_path(name)
    return path if path.suffix.casefold() == ".json" or path.exists() else None


def profile_of(services: Services, profile_id: str) -> Profile:
    """The saved profile; else the one that the run of this id has just inferred, which is then
    saved.

    Raises UnknownName, StorageError; InputError while the run goes on, or when it left none.
    """
    try:
        return get_profile(services, profile_id)
    except UnknownName:
        inferred = _read_run(services, profile_id)
    # in a second tab it may have been saved, and edited, just now
    return services.store.add_profile(inferred, at=services.now())


def delete_profile(services: Services, profile_id: str) -> None:
    """With the run that inferred it and what was learned for it. Raises UnknownName, RunBusy,
    StorageError."""
    run = RunId(profile_id)
    with contextlib.suppress(UnknownName):
        if services.runs.standing(run)[0] is RunKind.PROFILE:
            delete_run(services.runs, run)
    services.store.delete_profile(ProfileId(profile_id))
    services.store.choices.forget_all(ProfileId(profile_id))


def _read_run(services: Services, profile_id: str) -> Profile:
    """What the run of the id inferred. Raises UnknownName, InputError."""
    run = RunId(profile_id)
    kind, status = services.runs.standing(run)
    left = services.runs.result(run) if kind is RunKind.PROFILE else None
    if left is None:
        doing = "is still being inferred" if status.goes_on else "was not inferred"
        raise InputError(f"The profile {profile_id} {doing}.")
    try:
        return Profile.model_validate(left)
    except (ValidationError, EvidenceMismatch) as error:
        raise InputError(
            "This profile comes from another version of myscholar. Infer it anew."
        ) from error


def rename(profile: Profile, name: str) -> Profile:
    """The profile under another name. Raises InputError if nothing is left of the name."""
    line = name_line(name)
    if not line:
        raise InputError("A profile needs a name.")
    return profile.model_copy(update={"name": line})


def name_line(name: str) -> str:
    """As much of a name as is kept; empty where nothing is left of it."""
    return one_line(name)[:NAME_LIMIT].strip()


def copy_profile(services: Services, profile_id: str) -> Profile:
    """The same profile once more under a name of its own, with its history and what was learned
    from past choices; saved.

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
    services.store.choices.save(
        [choice.model_copy(update={"profile_id": copied.profile_id}) for choice in past]
    )
    return copied


def import_profile(services: Services, path: Path) -> Profile:
    """A profile from a file, checked and saved beside the others under an id of its own. Raises
    UnreadableFile."""
    loaded = load_profile(path)
    own = {
        "profile_id": ProfileId(services.new_id()),
        "name": name_line(loaded.name) or "My profile",
    }
    profile = loaded.model_copy(update=own)
    save_profile(services, profile)
    return profile


def _copy_name(services: Services, name: str) -> str:
    """The first free of "NAME (copy)", "NAME (copy 2)" ...; a copy's copy counts on."""
    taken = {info.name for info in services.store.profiles()}
    stem = _COPY.sub("", name)
    endings = (" (copy)", *(f" (copy {n})" for n in range(2, len(taken) + 3)))
    return next(
        found for end in endings if (found := stem[: NAME_LIMIT - len(end)] + end) not in taken
    )


def library_papers(services: Services, library: str) -> tuple[Paper, ...]:
    """The papers of a library. Raises UnknownName."""
    known = tuple(info.name for info in services.store.libraries())
    if library not in known:
        raise UnknownName("library", library, known)
    return services.store.papers(library)
