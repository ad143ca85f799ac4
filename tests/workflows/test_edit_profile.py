"""A researcher's own words in a profile."""

from pathlib import Path

import pytest

from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import PaperId, Relation, TextSource
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId, ProfilePaper
from myscholar.errors import InputError
from myscholar.settings import Settings
from myscholar.workflows import edit_profile
from myscholar.workflows.services import Services

EMPTY = Profile(profile_id=ProfileId("p"), name="Mine", created_at="2025-01-01T00:00:00Z", papers=(), inferences=(), passages=())


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Services(Settings(home=tmp_path))


def test_what_is_said_of_the_person_is_withheld_whoever_says_it(services: Services) -> None:
    said = "You are a non-native speaker of English."
    with pytest.raises(InputError, match="Say what the papers say"):
        edit_profile.added(services, EMPTY, ProfileAspect.WRITING_STYLE, said)
    profile = edit_profile.added(services, EMPTY, ProfileAspect.KNOWLEDGE, "Your papers study gender bias.")
    with pytest.raises(InputError, match="Say what the papers say"):
        edit_profile.reworded(services, profile, profile.inferences[0].inference_id, said)


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_nothing_and_too_much_are_refused(services: Services, text: str) -> None:
    with pytest.raises(InputError):
        edit_profile.added(services, EMPTY, ProfileAspect.KNOWLEDGE, text)


def test_an_edit_that_says_too_much_is_flagged_with_a_milder_wording(services):
    paper = ProfilePaper(paper_id=PaperId("p"), number=1, title="Birds", relation=Relation.MINE, text_source=TextSource.FULL_TEXT)
    profile = edit_profile.added(
        services,
        EMPTY.model_copy(update={"papers": (paper,)}),
        ProfileAspect.KNOWLEDGE,
        "You are a world-leading expert in birdsong.",
    )
    (flag, *_) = profile.inferences[0].flags
    assert flag.error_type is ErrorType.STRENGTH
    kept = edit_profile.reworded(services, profile, profile.inferences[0].inference_id, "Your papers study the songs of finches.")
    assert kept.inferences[0].flags == ()
