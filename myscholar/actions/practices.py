"""Ways of doing research, as they read in the middle of a sentence: what an inference on research style is about."""

import re
from typing import NamedTuple

from myscholar.domain.profile import Inference
from myscholar.text.own_words import affirmed


class Practice(NamedTuple):
    """`plural` reads after "work on X with"; `with_people` tells studies of people from others."""

    plural: str
    pattern: re.Pattern[str]
    with_people: bool = False
    general: bool = False
    """Makes sense in any field, so that it may serve a question far from the profile."""


def _practice(plural: str, pattern: str, *, with_people: bool = False, general: bool = False) -> Practice:
    return Practice(plural, re.compile(rf"\b(?:{pattern})", re.IGNORECASE), with_people, general)


PRACTICES = (
    _practice("user studies", r"user stud|human participants|usability|human studies", with_people=True),
    _practice(
        "interviews", r"interview|focus group|ethnograph|participatory|qualitative (?:evidence|stud|analys)", with_people=True
    ),
    _practice("human evaluations", r"human (?:evaluat|judg|rat(?:ing|er)|annotat)|people judge", with_people=True),
    _practice("questionnaires", r"questionnaire|likert", with_people=True),
    _practice(
        "field measurements", r"field (?:trial|test|stud|deploy|measure)|measurements? outside|in the wild|real-world deploy"
    ),
    _practice("simulations", r"simulat", general=True),
    _practice("formal proofs", r"proofs?\b|theorem|mathematically|closed[- ]form|formal(?:ism| deriv)", general=True),
    _practice("statistical tests", r"statistical test|significance|confidence interval", general=True),
    _practice("error analyses", r"error analys|where methods fail|failure analys", general=True),
    _practice("ablation studies", r"ablat"),
    _practice("causal interventions", r"causal (?:interven|mediat|analys)"),
    _practice("perturbation tests", r"perturb"),
    _practice("case studies", r"case stud", general=True),
    _practice("working prototypes", r"prototype|proof[- ]of[- ]concept"),
    _practice("new datasets", r"(?:new|release|build|own) (?:\w+ ){0,2}(?:datasets?|benchmarks?|corpora)"),
    _practice("taxonomies", r"taxonom|typolog"),
    _practice("cost and latency measurements", r"computing cost|latency|energy (?:cost|use|consum)"),
    _practice("tests on unseen data", r"out[- ]of[- ](?:distribution|domain)|training distribution|generali[sz]ation test"),
    _practice("expert annotations", r"annotated or checked by hand|expert annotation"),
    _practice("controlled trials", r"randomi[sz]ed|controlled trial"),
)
"""Broad over computing, engineering, natural and health sciences; the first that fits is taken."""


def practice_of(inference: Inference) -> Practice | None:
    """The practice that the inference names, in its statement or its terms; None for a metric, a dataset, or nothing known.

    What users deny in their own words is not theirs.
    """
    words = affirmed(inference.text) if inference.origin == "user" else inference.text
    said = " ".join((words.split("“")[0], *inference.terms))
    return next((p for p in PRACTICES if p.pattern.search(said)), None)
