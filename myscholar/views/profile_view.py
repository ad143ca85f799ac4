"""A profile cut up for a screen: plain strings and numbers, each inference with its papers'
words."""

from collections import Counter
from collections.abc import Mapping

from myscholar.domain.model import Frozen
from myscholar.domain.papers import (
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
    short_authors,
)
from myscholar.domain.profile import Inference, Profile, ProfileAspect, ProfilePaper
from myscholar.domain.text import counted, shorten
from myscholar.views.doubt_view import DoubtView, doubt_views
from myscholar.views.report_view import SUMMARY_LABEL
from myscholar.views.section_text import Shown
from myscholar.workflows.library.libraries import READ_FROM

MEANINGS = {
    ProfileAspect.KNOWLEDGE: "What the papers show you know",
    ProfileAspect.RESEARCH_STYLE: "How the papers do research",
    ProfileAspect.WRITING_STYLE: "How the papers are written",
    ProfileAspect.POSITIONS: "What the papers argue",
    ProfileAspect.AUDIENCE: "Whom the papers address",
}
_NOTHING = "The papers gave nothing on this that could be shown with a quote."
_NOT_TOLD = {
    ProfileAspect.WRITING_STYLE: "No habit stands out that a report could follow; how your "
    "abstracts are written is measured below.",
    ProfileAspect.AUDIENCE: "Papers seldom say whom they are for; how your abstracts are written "
    "is measured below.",
}
_MEASURES = {
    "words_per_sentence": "Words in a sentence",
    "letters_per_word": "Letters in a word",
    "first_person_per_100_words": "“We” and “our” in 100 words",
    "numbers_per_100_words": "Numbers in 100 words",
    "hedges_per_100_words": "Hedges (“may”, “suggests”) in 100 words",
    "examples_per_100_words": "Examples (“such as”) in 100 words",
    "enumerations_per_100_words": "Numbered points (“first”) in 100 words",
}
_TITLE, _FACT, _PLACE = 300, 120, 160
"""Characters shown: what a file says of itself may be of any length."""
ENGINE_NAMES = {"extractive": "the extractive engine", "user": "you"}


class EvidenceView(Frozen):
    """`verbatim`: the paper's own words, to stand in quotation marks."""

    text: Shown
    place: str
    verbatim: bool


class SupportView(Frozen):
    number: int
    explanation: Shown
    quotes: tuple[EvidenceView, ...]


class InferenceView(Frozen):
    """`share` spells out how many papers it rests on; `maker` says who worded it."""

    inference_id: str
    text: Shown
    on: bool
    share: str
    basis: str
    maker: str
    supports: tuple[SupportView, ...]
    doubts: tuple[DoubtView, ...]


class MeasureView(Frozen):
    """`place` is where it lies among the background's abstracts, in words."""

    label: str
    value: str
    place: str


class AspectView(Frozen):
    """`nothing` says that and why the aspect has no inference; empty where it has one."""

    aspect: str
    label: str
    meaning: str
    nothing: str
    inferences: tuple[InferenceView, ...]


class PaperView(Frozen):
    """`n_inferences` rest on it."""

    number: int
    title: str
    facts: str
    followed: bool
    n_inferences: int


class ProfileView(Frozen):
    profile_id: str
    aspects: tuple[AspectView, ...]
    measures: tuple[MeasureView, ...]
    papers: tuple[PaperView, ...]


def profile_view(profile: Profile) -> ProfileView:
    passages = {p.passage_id: p for p in profile.passages}
    resting = Counter(s.paper_id for i in profile.inferences for s in i.supports)
    return ProfileView(
        profile_id=profile.profile_id,
        aspects=tuple(
            AspectView(
                aspect=aspect.value,
                label=aspect.label,
                meaning=MEANINGS[aspect],
                nothing=nothing_on(profile, aspect),
                inferences=tuple(
                    _inference(i, profile, passages) for i in profile.of_aspect(aspect)
                ),
            )
            for aspect in ProfileAspect
        ),
        measures=measured(profile),
        papers=tuple(_paper(paper, resting[paper.paper_id]) for paper in profile.papers),
    )


def nothing_on(profile: Profile, aspect: ProfileAspect) -> str:
    """One plain sentence where the aspect has no inference; else empty."""
    if profile.of_aspect(aspect):
        return ""
    return _NOT_TOLD.get(aspect, _NOTHING) if profile.measures else _NOTHING


def measured(profile: Profile) -> tuple[MeasureView, ...]:
    return tuple(
        MeasureView(
            label=_MEASURES.get(m.name, m.name.replace("_", " ")),
            value=f"{m.value:.1f}",
            place=(
                f"more than {m.percentile:.0f}"
                if m.percentile >= 50
                else f"fewer than {100 - m.percentile:.0f}"
            )
            + " % of conference abstracts",
        )
        for m in profile.measures
    )


def maker_of(profile: Profile) -> str:
    """Who inferred the profile: the extractive engine, or models by name."""
    models = dict.fromkeys(i.origin for i in profile.inferences if i.origin not in ENGINE_NAMES)
    return ", ".join(models) or ENGINE_NAMES.get(profile.engine, profile.engine)


def _inference(
    inference: Inference, profile: Profile, passages: Mapping[PassageId, Passage]
) -> InferenceView:
    supports = [
        SupportView(
            number=profile.paper(support.paper_id).number,
            explanation=support.explanation,
            quotes=tuple(
                EvidenceView(
                    text=e.text, place=_place(passages[e.passage_id]), verbatim=e.kind.is_verbatim
                )
                for e in support.evidence
            ),
        )
        for support in inference.supports
    ]
    return InferenceView(
        inference_id=inference.inference_id,
        text=inference.text,
        on=inference.enabled,
        share=share_of(inference, profile),
        basis=inference.basis,
        maker=ENGINE_NAMES.get(inference.origin, inference.origin),
        supports=tuple(sorted(supports, key=lambda support: support.number)),
        doubts=doubt_views(inference.flags, other="Look at it again"),
    )


def share_of(inference: Inference, profile: Profile) -> str:
    """Counted as the inference counts: against the papers that were read, and the researcher's own
    apart from those they follow."""
    is_own, ids = inference.origin == "user", {s.paper_id for s in inference.supports}
    if not ids:
        return "Your own words, no paper behind them" if is_own else "No paper behind it"
    if is_own:
        return f"Papers behind the earlier wording: {len(inference.supports)}"
    followed = {p.paper_id for p in profile.papers if p.relation is Relation.FOLLOWED}
    read = ids | {p.paper_id for p in profile.papers if p.text_source is not TextSource.TITLE_ONLY}
    if not followed & read:
        return f"{len(ids)} of {counted(len(read), 'paper')}"
    if not ids & followed:
        return f"{len(ids)} of your {counted(len(read - followed), 'paper')}"
    if ids <= followed:
        return f"{len(ids)} of {counted(len(read & followed), 'paper')} you follow"
    return f"{len(ids)} of {counted(len(read), 'paper')}, {len(ids & followed)} of them followed"


def _place(passage: Passage) -> str:
    if not passage.kind.is_verbatim:
        return SUMMARY_LABEL
    kind = "" if passage.kind is PassageKind.BODY else passage.kind.value.capitalize()
    parts = [
        passage.section or kind,
        f"paragraph {passage.paragraph}" if passage.paragraph else "",
        f"page {passage.page}" if passage.page else "",
    ]
    place = shorten(", ".join(part for part in parts if part), _PLACE) or "From the paper's text"
    return place[0].upper() + place[1:]


def _paper(paper: ProfilePaper, n_inferences: int) -> PaperView:
    known = (short_authors(paper.authors), paper.year, paper.venue)
    facts = [shorten(str(fact), _FACT) for fact in known if fact]
    return PaperView(
        number=paper.number,
        title=shorten(paper.title, _TITLE),
        facts=" · ".join([*facts, f"read from {READ_FROM[paper.text_source]}"]),
        followed=paper.relation is Relation.FOLLOWED,
        n_inferences=n_inferences,
    )
