"""Papers -> profile. Source: MySQA §2.1."""

from collections.abc import Sequence

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.runs import Progress, silent
from myscholar.errors import NoPapers, UnknownName
from myscholar.library.merge import merge_papers
from myscholar.profile.extractive import infer_profile as infer_extractive
from myscholar.workflows.engines import Engine, require_extractive
from myscholar.workflows.services import Services


def infer_profile(
    services: Services,
    papers: Sequence[Paper],
    *,
    name: str = "My profile",
    engine: Engine = Engine.AUTO,
    progress: Progress = silent,
) -> Profile:
    """A profile of these papers; the same paper twice counts once. Raises NoPapers, NoText, EngineUnavailable."""
    require_extractive(engine)
    if not papers:
        raise NoPapers
    return infer_extractive(
        merge_papers(papers).papers,
        background=services.background,
        now=services.now(),
        profile_id=ProfileId(services.new_id()),
        name=name,
        progress=progress,
    )


def library_papers(services: Services, library: str) -> tuple[Paper, ...]:
    """The papers of a library. Raises UnknownName."""
    known = tuple(info.name for info in services.store.libraries())
    if library not in known:
        raise UnknownName("library", library, known)
    return services.store.papers(library)
