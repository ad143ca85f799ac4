"""Complaints about inferences: DOMAIN, OVERCLAIM, CONVENTION, CONTRAST.

The study tells which papers an inference cites, not which paragraphs: the flags read the paragraphs
of each cited paper that share most with the inference, as a model would have named them. The
profiles after the users' edits are never read: they give the answers away.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from eval.datasets.interviews import Interviews, InterviewUser, JudgedInference
from eval.studies.detectors.detection import Detection, detections
from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import Paper, Passage, Relation
from myscholar.domain.profile import Inference, InferenceId, PaperSupport, ProfileAspect
from myscholar.library.records import paper_of
from myscholar.profile.checks import QUOTED, check_read, custom
from myscholar.profile.contrasts import exclusion, is_drawn
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.profile.substance import holding, substance, telling, unquoted
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

PARAGRAPHS = 3
"""Of each cited paper."""
WRITTEN_BY = "model:unknown"
"""The study's inferences are of several models."""

_EXCLUDES = pattern("contrasts.excludes")
_BREADTH = re.compile(
    r"\b(?:diverse|various|varied|variety|wide|broad\w*|range "
    r"of|several|multiple|multi\w*|general(?:ly)?|many|numerous|different|across|beyond"
    r"|interdisciplinary)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Shelf:
    papers: tuple[Paper, ...]
    read: tuple[ReadPaper, ...]


def shelf_of(user: InterviewUser) -> Shelf:
    rows = [
        {"paper_id": p.paper_id, "title": p.title, "text": p.text, "text_kind": p.text_kind.value}
        for p in user.papers
    ]
    papers = tuple(paper_of(row, Relation.MINE) for row in rows)
    return Shelf(papers, read_papers(papers))


@dataclass
class InferenceDetector:
    """The flags of `check_read` and a score for each of the four types."""

    interviews: Interviews
    background: Background
    _shelves: dict[str, Shelf] = field(default_factory=dict)

    def __call__(self, item: JudgedInference) -> Mapping[ErrorType, Detection]:
        shelf = self.shelf(item.user_id)
        inference = as_inference(item, shelf.papers, self.background)
        n_unread = len(shelf.papers) - len(shelf.read)
        flags = check_read(inference, shelf.read, self.background, (), n_unread=n_unread)
        return detections(flags, scores_of(inference, shelf, self.background))

    def shelf(self, user_id: str) -> Shelf:
        if user_id not in self._shelves:
            self._shelves[user_id] = shelf_of(self.interviews.user(user_id))
        return self._shelves[user_id]


def as_inference(
    item: JudgedInference, papers: Sequence[Paper], background: Background
) -> Inference:
    """With the paragraphs of each cited paper that share most with it; without text, none."""
    cited = {p.paper_id for p in item.cited}
    return inference_of(item.judgment_id, item.text, item.aspect, cited, papers, background)


def inference_of(
    inference_id: str,
    text: str,
    aspect: ProfileAspect,
    cited: Collection[str],
    papers: Sequence[Paper],
    background: Background,
) -> Inference:
    weights = {stem: background.idf(stem) for stem in set(content_stems(text))}
    supports = tuple(
        _support(paper, weights) for paper in papers if paper.paper_id in cited and paper.readable
    )
    return Inference(
        inference_id=InferenceId(inference_id),
        aspect=aspect,
        text=text,
        supports=supports,
        origin=WRITTEN_BY,
    )


def _support(paper: Paper, weights: Mapping[str, float]) -> PaperSupport:
    def shared(passage: Passage) -> float:
        return sum(weights[stem] for stem in _stems(passage.text) & weights.keys())

    best = sorted(paper.readable, key=shared, reverse=True)[:PARAGRAPHS]
    evidence = tuple(Evidence.of_passage(passage, 0, len(passage.text)) for passage in best)
    return PaperSupport(paper_id=paper.paper_id, explanation="One paper does.", evidence=evidence)


@cache
def _stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def scores_of(inference: Inference, shelf: Shelf, background: Background) -> dict[ErrorType, float]:
    return {
        ErrorType.DOMAIN: float(len(_BREADTH.findall(unquoted(inference.text)))),
        ErrorType.OVERCLAIM: overclaim_score(inference, shelf, background),
        ErrorType.CONVENTION: convention_score(inference, shelf.read, background),
        ErrorType.CONTRAST: contrast_score(inference, shelf.read),
    }


def overclaim_score(inference: Inference, shelf: Shelf, background: Background) -> float:
    """Share of papers not cited, plus that of words (by rarity) not in papers; in [0, 2]."""
    rarity = {w.key: background.idf(w.key) for w in telling(inference.text)}
    held = sum(idf * holding(key, shelf.read) for key, idf in rarity.items())
    share = held / (sum(rarity.values()) or 1)
    return 1 - len(inference.supports) / (len(shelf.papers) or 1) + 1 - share


def convention_score(
    inference: Inference, read: Sequence[ReadPaper], background: Background
) -> float:
    """How little it says of these papers; more for writing and known customs, less for quotes."""
    text = inference.text
    of_form = inference.aspect is ProfileAspect.WRITING_STYLE
    named = bool(custom(text))
    return 2.0 * (of_form + named - bool(QUOTED.search(text))) - substance(text, read, background)


def contrast_score(inference: Inference, read: Sequence[ReadPaper]) -> float:
    """0: no contrast, 1: denies nothing, 2: a cited paragraph draws it too, 3: none draws it."""
    denied = exclusion(inference.text)
    if denied is None:
        return 1.0 if _EXCLUDES.search(unquoted(inference.text)) else 0.0
    return 2.0 if is_drawn(inference, denied, read) else 3.0
