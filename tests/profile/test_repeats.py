"""Two inferences that say much the same are seen."""

from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, InferenceId, PaperSupport, ProfileAspect
from myscholar.profile.repeats import repeat_flags


def inference(text: str, papers: tuple[Paper, ...], number: int = 1, **facts: object) -> Inference:
    supports = tuple(
        PaperSupport(
            paper_id=p.paper_id,
            explanation="One paper does.",
            evidence=(Evidence.of_passage(p.passages[0], 0, 20),),
        )
        for p in papers
    )
    made = Inference(
        inference_id=InferenceId(f"k-{number}"),
        aspect=ProfileAspect.KNOWLEDGE,
        text=text,
        supports=supports,
    )
    return made.model_copy(update=facts)


def test_saying_the_same_twice_is_seen_unless_the_other_is_off(nests) -> None:
    other = inference("Your papers return to nest acoustics often.", nests, number=2)
    again = inference("Your papers often return to nest acoustics.", nests)
    (flag,) = repeat_flags(again, (again, other))
    assert (flag.error_type, flag.severity) == (ErrorType.PROFILE_GLOBAL, Severity.HINT)
    assert flag.reason == f"It says much the same as “{other.text}”, or its opposite."
    assert repeat_flags(again, (other.model_copy(update={"enabled": False}),)) == ()


def test_the_same_said_under_two_aspects_is_seen(nests) -> None:
    other = inference(
        "Your papers measure nest acoustics of city sparrows.",
        nests,
        number=2,
        aspect=ProfileAspect.POSITIONS,
    )
    again = inference("Your papers measure nest acoustics of city sparrows often.", nests)
    assert repeat_flags(again, (other,))


def test_two_aspects_on_the_same_phrases_of_the_same_papers_are_seen(nests) -> None:
    terms = ("quiet nests", "loud nests")
    knows = inference(
        "Your papers deal with how listeners tell quiet nests from loud nests.",
        nests,
        number=2,
        aspect=ProfileAspect.POSITIONS,
        terms=terms,
    )
    text = "Your papers play quiet nests and loud nests to learn what noise costs."
    assert repeat_flags(inference(text, nests, terms=terms[::-1]), (knows,))
    assert repeat_flags(inference(text, nests, terms=("noise",)), (knows,)) == ()


def test_two_inferences_that_open_with_the_title_of_one_paper_are_two(nests) -> None:
    title = "“Nest Acoustics of City Sparrows”"
    one = inference(f"{title} counts eggs.", nests[:1], number=2)
    assert repeat_flags(inference(f"{title} plays songs.", nests[:1]), (one,)) == ()
