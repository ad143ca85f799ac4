"""What the shell proposes while a command is typed: names of what is stored here. Nothing is
proposed where the store can't be read."""

from collections.abc import Callable, Iterable
from functools import wraps

from myscholar.errors import MyScholarError

Names = list[tuple[str, str]]
"""Each with a few words on it, which some shells show beside it."""
_NEWEST = 100
"""So many runs are looked at."""


def _proposed(found: Callable[[], Iterable[tuple[str, str]]]) -> Callable[[str], Names]:
    @wraps(found)
    def propose(incomplete: str) -> Names:
        try:
            return [pair for pair in found() if pair[0].startswith(incomplete)]
        except MyScholarError:
            return []

    del propose.__wrapped__  # typer asks what it takes
    return propose


@_proposed
def run_ids() -> Iterable[tuple[str, str]]:
    from myscholar.workflows.jobs import open_services

    return [(r.run_id, f"{r.kind}: {r.title}") for r in open_services().runs.recent(_NEWEST)]


@_proposed
def library_names() -> Iterable[tuple[str, str]]:
    from myscholar.workflows.jobs import open_services

    return [(info.name, f"{info.n_papers} papers") for info in open_services().store.libraries()]


@_proposed
def corpus_names() -> Iterable[tuple[str, str]]:
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.corpus_list import corpus_names

    return [(name, "") for name in corpus_names(open_services())]


@_proposed
def source_names() -> Iterable[tuple[str, str]]:
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.library.source_names import source_choices

    return [(choice.name, choice.label) for choice in source_choices(open_services())]


@_proposed
def profile_names() -> Iterable[tuple[str, str]]:
    from myscholar.workflows.jobs import open_services
    from myscholar.workflows.profile.profiles import list_profiles

    return [(saved.name, saved.profile_id) for saved in list_profiles(open_services())]
