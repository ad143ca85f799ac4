"""What a sentence shows of how research is done."""

import pytest

from myscholar.profile.practices import PRACTICES


def shown(line: str) -> set[str]:
    return {p.name for p in PRACTICES if p.habit.pattern.search(line)}


@pytest.mark.parametrize(
    ("line", "practices"),
    [
        ("We survey 212 papers on relevance judgments.", {"literature survey"}),
        ("We surveyed 1,200 recent articles.", set()),
        ("We survey 40 practitioners about their tools.", {"questionnaires"}),
        ("A survey of 40 searchers asked for their tools.", {"questionnaires"}),
        ("Krippendorff's alpha on small samples overstates agreement.", {"annotation agreement"}),
        ("The method learns from small training samples.", {"data efficiency"}),
        ("Bootstrap intervals over topics were computed.", {"statistical testing"}),
        ("We bootstrap an agent from its own answers.", set()),
        ("We perturb words of the question and watch the answer change.", {"perturbation test"}),
        ("Gradient perturbation keeps the nests private.", set()),
        ("A repeated-measures ANOVA was run on the ratings.", {"statistical testing"}),
        ("Functional ANOVA and f-ANOVA split a function into parts.", set()),
        ("We propose a new transfer attack that fools nest detectors.", {"adversarial tests"}),
        ("We propose a defense that keeps nest detectors robust against adversarial attacks.", {"adversarial defense"}),
        ("We define two norms and prove that they are equal.", {"formal proof"}),
        ("Experimental results prove that the nests are loud.", set()),
        ("Few-shot learning compares each nest with class prototypes.", set()),
        ("Longitudinal control keeps the cart in its lane.", set()),
        ("A working prototype was hung into a tree.", {"working prototype"}),
    ],
)
def test_a_phrase_shows_the_practice_that_it_means_and_no_other(line: str, practices: set[str]) -> None:
    assert shown(line) == practices
