"""A researcher's own words in a profile."""

from pathlib import Path

import pytest

from myscholar.actions.extractive.propose import propose_actions
from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import PaperId, Relation, TextSource
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.errors import InputError
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile import edit_profile
from myscholar.workflows.services import Services

EMPTY = Profile(
    profile_id=ProfileId("p"),
    name="Mine",
    created_at="2025-01-01T00:00:00Z",
    papers=(),
    inferences=(),
    passages=(),
)


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(Settings(home=tmp_path))


def test_what_is_said_of_the_person_is_withheld_whoever_says_it(services: Services) -> None:
    said = "You are a non-native speaker of English."
    with pytest.raises(InputError, match="Say what the papers say"):
        edit_profile.add(services, EMPTY, ProfileAspect.WRITING_STYLE, said)
    profile = edit_profile.add(
        services, EMPTY, ProfileAspect.KNOWLEDGE, "Your papers study gender bias."
    )
    with pytest.raises(InputError, match="Say what the papers say"):
        edit_profile.reword(services, profile, profile.inferences[0].inference_id, said)


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_nothing_and_too_much_are_refused(services: Services, text: str) -> None:
    with pytest.raises(InputError):
        edit_profile.add(services, EMPTY, ProfileAspect.KNOWLEDGE, text)


def test_what_is_said_a_second_time_is_flagged_and_other_words_of_the_user_are_not(services):
    paper = ProfilePaper(
        paper_id=PaperId("p"),
        number=1,
        title="Birds",
        relation=Relation.MINE,
        text_source=TextSource.FULL_TEXT,
    )
    profile = edit_profile.add(
        services,
        EMPTY.model_copy(update={"papers": (paper,)}),
        ProfileAspect.KNOWLEDGE,
        "You are a world-leading expert in birdsong.",
    )
    assert profile.inferences[0].flags == ()
    again = "You are the world-leading expert in birdsong."
    twice = edit_profile.add(services, profile, ProfileAspect.KNOWLEDGE, again).inferences
    assert [[f.error_type for f in i.flags] for i in twice] == [[], [ErrorType.PROFILE_GLOBAL]]


def with_edits(services: Services) -> Profile:
    """Added, reworded, then deleted: edits 0, 1 and 2."""
    profile = edit_profile.add(
        services, EMPTY, ProfileAspect.KNOWLEDGE, "Your papers study finches."
    )
    (first,) = profile.inferences
    profile = edit_profile.reword(services, profile, first.inference_id, "Your papers study wrens.")
    return edit_profile.remove(services, profile, first.inference_id)


def test_what_was_deleted_is_brought_back_once(services: Services) -> None:
    profile = with_edits(services)
    assert [edit_profile.can_bring_back(profile, n) for n in (0, 1, 2)] == [False, False, True]
    back = edit_profile.bring_back(services, profile, 2)
    assert [i.text for i in back.inferences] == ["Your papers study wrens."]
    assert len(back.edits) == 4
    assert not edit_profile.can_bring_back(back, 2)
    with pytest.raises(InputError, match="any more"):
        edit_profile.bring_back(services, back, 2)


def test_earlier_words_are_brought_back_and_a_switch_stays(services: Services) -> None:
    profile = edit_profile.bring_back(services, with_edits(services), 2)
    profile = edit_profile.switch(services, profile, profile.inferences[0].inference_id, on=False)
    (now,) = edit_profile.bring_back(services, profile, 1).inferences
    assert (now.text, now.enabled) == ("Your papers study finches.", False)


def test_a_switch_has_no_words_to_bring_back(services: Services) -> None:
    profile = edit_profile.add(
        services, EMPTY, ProfileAspect.KNOWLEDGE, "Your papers study finches."
    )
    profile = edit_profile.switch(services, profile, profile.inferences[0].inference_id, on=False)
    assert not edit_profile.can_bring_back(profile, 1)


def with_questionnaires(services: Services) -> Profile:
    """One inference, wrongly on questionnaires, as the engine words it."""
    wrong = Inference(
        inference_id=InferenceId("research_style-1"),
        aspect=ProfileAspect.RESEARCH_STYLE,
        text="Your papers collect answers by questionnaire.",
        terms=("questionnaires", "Likert scale"),
        basis="Words for “questionnaires” show it in 2 of 3 papers read.",
    )
    profile = edit_profile.add(
        services, EMPTY, ProfileAspect.KNOWLEDGE, "Your papers build test collections."
    )
    return profile.with_inference(wrong, at=services.now())


def test_a_reworded_inference_is_used_for_what_its_new_words_name_and_for_nothing_else(
    services: Services,
) -> None:
    before = with_questionnaires(services)
    words = "I measure how trustworthy retrieval evaluation is."
    after = edit_profile.reword(services, before, "research_style-1", words)
    (_, now) = after.inferences
    assert (now.terms, now.basis) == (("retrieval evaluation",), "")

    def said(profile: Profile) -> str:
        actions = propose_actions(
            "How are test collections for passage retrieval built?",
            profile=profile,
            background=services.background,
        )
        return " ".join(
            (
                *(a.tldr for a in actions.actions),
                *(t for a in actions.actions for t in a.directive.terms),
            )
        ).lower()

    assert "questionnaire" in said(before)
    assert "questionnaire" not in said(after)
    assert "likert" not in said(after)
    (_, back) = edit_profile.bring_back(services, after, 2).inferences
    assert back.terms == ("questionnaires", "Likert scale")


@pytest.mark.parametrize(
    "words",
    [
        "I do not use questionnaires.",
        "My work is on its own, not on questionnaires.",
        "Never any Likert scale!",
    ],
)
def test_what_new_words_deny_is_not_used(services: Services, words: str) -> None:
    (_, now) = edit_profile.reword(
        services, with_questionnaires(services), "research_style-1", words
    ).inferences
    assert now.terms == ()


def test_a_term_that_the_new_words_still_name_stays(services: Services) -> None:
    (_, now) = edit_profile.reword(
        services,
        with_questionnaires(services),
        "research_style-1",
        "I use a questionnaire on a Likert scale.",
    ).inferences
    assert now.terms == ("questionnaires", "Likert scale")
