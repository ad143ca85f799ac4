"""Actions judged without a model."""

import pytest

from eval.domain.judgment import Unscored
from eval.domain.output import OutputInference
from eval.domain.report import ScholarSection
from eval.judges.local.adherence import judge_adherence
from eval.judges.local.coherence import judge_coherence
from eval.judges.local.preference import judge_preference
from eval.judges.local.words import Words
from myscholar.domain.profile import ProfileAspect
from tests.eval.judges.local.conftest import report

QUERY = "How do sea otters use stone tools?"
PROFILE = (
    OutputInference(
        text="Your papers film otters that crack mussels.", aspect=ProfileAspect.KNOWLEDGE
    ),
    OutputInference(text="Your papers favor basalt anvils.", aspect=ProfileAspect.RESEARCH_STYLE),
)


def test_the_list_whose_words_the_profile_has_is_preferred_in_both_orders(words: Words):
    own, other = (
        ["Focus on basalt anvils", "Search for mussels"],
        ["Focus on tax ledgers", "Search for tulips"],
    )
    assert judge_preference(PROFILE, own, other, words).score == 1
    assert judge_preference(PROFILE, other, own, words).score == 0


def test_lists_that_fit_alike_cannot_be_parted(words: Words):
    assert (
        judge_preference(PROFILE, ["Search for mussels"], ["Search for otters"], words).score == 0.5
    )


def test_lists_that_share_nothing_with_the_profile_are_a_tie(words: Words):
    judged = judge_preference(PROFILE, ["Search for tulips"], ["Search for ledgers"], words)
    assert judged.score == 0.5


@pytest.mark.parametrize(
    ("profile", "a"), [((), ["Search for mussels"]), (PROFILE, []), (PROFILE, ["  "])]
)
def test_without_profile_or_actions_there_is_no_preference(words: Words, profile, a):
    assert isinstance(judge_preference(profile, a, ["Search for tulips"], words), Unscored)


@pytest.mark.parametrize(
    ("action", "score"),
    [
        ("Focus on anvils of sea otters", 1),
        ("Draw connections to chimpanzees", 1),
        ("Add a section on medieval ledgers", 1),
        ("Use bullet points", 1),
        ("Focus only on medieval ledgers", 0),
        ("Exclude papers on stone tools", 0),
        ("Discuss ledgers instead of stone tools of sea otters", 0),
    ],
)
def test_an_action_conflicts_where_it_shuts_the_question_out(
    words: Words, action: str, score: float
):
    assert judge_coherence(QUERY, action, words).score == score


def test_an_empty_question_or_action_is_unscored(words: Words):
    assert isinstance(judge_coherence(" ", "Use bullet points", words), Unscored)
    assert isinstance(judge_coherence(QUERY, " ", words), Unscored)


REPORT = report(
    ScholarSection(
        title="Basalt anvils",
        text="Otters pound mussels on basalt anvils. By 2010 films had shown more. It is not "
        "known how pups learn.",
    ),
    ScholarSection(
        title="Limits",
        text="Films fail to show deep dives. The method cannot follow otters at night. Field work "
        "lacks controls.\n\n"
        "| Colony | Tool | Prey |\n|---|---|---|\n| North | stone | clam |\n| South | shell | "
        "crab |",
    ),
)


@pytest.mark.parametrize(
    ("action", "score"),
    [
        ("Add a section on basalt anvils", 1),
        ("Add a section on medieval ledgers", 0),
        ("Skip the section on basalt anvils", 0),
        ("Search for mussels and anvils", 0),
        ("Search for chimpanzee termite fishing", 0),
        ("Provide a table of colonies", 1),
        ("Use bullet points", 0),
        ("Keep it short", 1),
        ("Avoid heavy math", 1),
        ("Use many headings", 1),
    ],
)
def test_a_report_follows_what_its_text_and_form_show(words: Words, action: str, score: float):
    assert judge_adherence(QUERY, action, REPORT, words).score == score


def test_what_a_report_cannot_show_is_unscored(words: Words):
    assert judge_adherence(QUERY, "Only papers since 2020", REPORT, words).reason.startswith(
        "NotVisible: "
    )
    assert judge_adherence(QUERY, "Use bullet points", report(), words).reason.startswith(
        "EmptyReport: "
    )
    assert judge_adherence(QUERY, "", REPORT, words).reason.startswith("NoText: ")
