"""The error types of Table 9 that can be seen without a model."""

import pytest

from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, InferenceId, ProfileAspect, Support
from myscholar.profile.checks import check_inference


def inference(text: str, papers: tuple[Paper, ...] = (), number: int = 1) -> Inference:
    supports = tuple(
        Support(paper_id=p.paper_id, explanation="One paper does.", evidence=(Evidence.of_passage(p.passages[0], 0, 20),))
        for p in papers
    )
    return Inference(
        inference_id=InferenceId(f"k-{number}"), aspect=ProfileAspect.KNOWLEDGE, text=text, supports=supports, origin="user"
    )


def kinds(text: str, papers, background, n_supports: int = 3, others: tuple[Inference, ...] = ()) -> set[ErrorType]:
    return {f.error_type for f in check_inference(inference(text, papers[:n_supports]), papers, background, others)}


def test_a_plain_supported_statement_has_no_flag(nests, background) -> None:
    assert kinds("Your papers keep returning to nest acoustics.", nests, background) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Your papers study nest acoustics with BERTScore.", ErrorType.DOMAIN),
        ("Your papers list contributions on nest acoustics.", ErrorType.CONVENTION),
        ("Your papers study nest acoustics rather than song dialects.", ErrorType.CONTRAST),
        ("You are a deep expert in nest acoustics.", ErrorType.STRENGTH),
        ("Your papers solve every problem of nest acoustics.", ErrorType.IMPOSSIBLE),
        ("Your papers give impressive views of nest acoustics!", ErrorType.STYLE),
    ],
)
def test_each_error_type_is_seen(nests, background, text, expected) -> None:
    assert expected in kinds(text, nests, background)


def test_your_papers_with_one_supporting_paper_is_an_overclaim_with_a_repair(nests, background) -> None:
    flags = check_inference(inference("Your papers study song dialects.", nests[2:]), nests, background, ())
    (flag,) = [f for f in flags if f.error_type is ErrorType.OVERCLAIM]
    assert flag.repair == "One of your papers (“Song Dialects of Wrens”) studies song dialects."


def test_all_needs_all(nests, background) -> None:
    assert ErrorType.OVERCLAIM in kinds("Your papers always study nest acoustics.", nests, background, n_supports=2)
    assert ErrorType.OVERCLAIM not in kinds("Your papers always study nest acoustics.", nests, background, n_supports=3)


def test_saying_the_same_twice_is_seen(nests, background) -> None:
    other = inference("Your papers return to nest acoustics often.", nests, number=2)
    assert ErrorType.PROFILE_GLOBAL in kinds("Your papers often return to nest acoustics.", nests, background, others=(other,))


def test_warnings_come_first(nests, background) -> None:
    flags = check_inference(inference("You are a deep expert who solves every problem of nests.", nests), nests, background, ())
    assert [f.severity.value for f in flags] == sorted((f.severity.value for f in flags), reverse=True)
