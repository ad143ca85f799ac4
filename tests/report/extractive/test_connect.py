"""Findings are set beside the reader's own sentences only where both speak of one thing."""

import pytest

from myscholar.domain.papers import Paper, Passage, PassageId, PassageKind
from myscholar.domain.profile import Profile
from myscholar.domain.text import Span
from myscholar.report.extractive.connect import connections
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.framing import frame
from myscholar.text.background import Background
from myscholar.text.terms import content_stems

FOUND = (
    "Judges read six passages, and they judged and found that advisory services explain irrigation "
    "water well."
)


def statement(paper: Paper, text: str) -> CandidateSentence:
    passage = Passage(
        passage_id=PassageId(f"{paper.paper_id}:9"),
        paper_id=paper.paper_id,
        kind=PassageKind.ABSTRACT,
        text=text,
    )
    return CandidateSentence(
        paper,
        passage,
        Span(0, len(text)),
        frame(text, 0, len(text)),
        frozenset(content_stems(text)),
        frozenset(),
        None,
        0.9,
        0.9,
        0.9,
        rank=0,
    )


def saying(profile: Profile, text: str) -> Profile:
    passage = profile.passages[0].model_copy(update={"text": text})
    return profile.model_copy(update={"passages": (passage,), "inferences": ()})


def test_two_content_words_connect(
    papers: tuple[Paper, ...], profile: Profile, background: Background
) -> None:
    own = saying(
        profile,
        "Our survey of farmers shows that irrigation water limits the choices that are made every "
        "spring.",
    )
    (connection,) = connections([statement(papers[0], FOUND)], own, background)
    assert connection.shared == ("irrigation water",)


@pytest.mark.parametrize(
    "said",
    [
        "We collected six passages from every farm and judged and found them to be in good order "
        "for the season.",
        "Farmers in all villages read what passages of the law they could, and six of them "
        "explain it to others.",
    ],
)
def test_numbers_verbs_and_common_words_connect_nothing(
    said: str, papers: tuple[Paper, ...], profile: Profile, background: Background
) -> None:
    assert connections([statement(papers[0], FOUND)], saying(profile, said), background) == ()
