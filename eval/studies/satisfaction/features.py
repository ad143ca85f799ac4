"""What is known of a judged thing besides the verdict, as numbers: what its words look like, how it
relates to its user's papers, question and report, and what the product's own flags say.

`Context` reads papers once. None of these look at labels, ids or the order of rows, nor at any
profile.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eval.datasets.interviews import (
    InterviewPaper,
    Interviews,
    JudgedAction,
    JudgedInference,
    JudgedReport,
)
from eval.datasets.rows import FileRow, Words, read_rows
from eval.studies.detectors.actions import detect_action
from eval.studies.detectors.detection import Detection
from eval.studies.detectors.executions import detect_execution
from eval.studies.satisfaction.cases import Item
from myscholar.domain.flags import ErrorType
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.text.background import Background
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, is_topical, phrases, tokens

COUNTED = {
    name: re.compile(pattern)
    for name, pattern in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}
Matrix = NDArray[np.float32]
Vectors = Callable[[Sequence[str]], Matrix]
"""Unit vectors of texts, one row a text; zero rows for texts without known words."""

_OPENING = 4000
"""Characters that stand for a paper in a comparison of vectors: its beginning."""
_CITATION = re.compile(r"\[\d[\d,;\s–-]*\]|\([^()]*\b(?:19|20)\d{2}[a-z]?\b[^()]*\)")
_LIST_LINE = re.compile(r"^[^\S\n]*(?:[-*•]|\d+[.)])\s", re.MULTILINE)
_MARKS = re.compile(r"[`*_#|]")


_DIMENSION = 50
"""Of the vectors; some hundred judgments could not tell more directions apart."""


class _AbstractRow(FileRow):
    title: Words = ""
    abstract: Words = ""


@dataclass
class Context:
    interviews: Interviews
    background: Background
    vectors: Vectors
    _stems: dict[str, frozenset[str]] = field(default_factory=dict)
    _openings: dict[str, Matrix] = field(default_factory=dict)

    def features(self, item: Item) -> dict[str, float]:
        """Nothing that depends on which question or report an item is listed under."""
        papers = self.interviews.user(item.user_id).papers
        found = {f"text: {k}": v for k, v in text_features(item.text, self.background).items()}
        category = item.aspect.value if isinstance(item, JudgedInference) else item.category.value
        found[f"category: {category}"] = 1.0
        found |= {f"all papers: {k}": v for k, v in self._fit(item.text, papers).items()}
        if isinstance(item, JudgedInference):
            found |= {f"cited papers: {k}": v for k, v in self._fit(item.text, item.cited).items()}
            found["cited papers: number"] = float(len(item.cited))
            found["cited papers: share"] = len(item.cited) / max(1, len(papers))
        return found

    def at_home(self, item: Item) -> dict[str, float]:
        """Question and spans, only for items that are at home (`cases.is_at_home`)."""
        if isinstance(item, JudgedInference):
            return {}
        found = {f"question: {k}": v for k, v in self._between(item.text, item.query).items()}
        if isinstance(item, JudgedReport):
            spans = "\n".join(item.spans)
            found |= {f"spans: {k}": v for k, v in self._between(item.text, spans).items()}
            found |= {f"spans: {k}": v for k, v in _shape(item, spans).items()}
        return found

    def _fit(self, text: str, papers: Sequence[InterviewPaper]) -> dict[str, float]:
        """How much of a statement stands in papers. Zero where there are none."""
        stems = set(content_stems(text))
        of_papers = [self._stems_of(p) for p in papers]
        together = frozenset().union(*of_papers)
        weights = {s: self.background.idf(s) for s in stems}
        total = sum(weights.values()) or 1.0
        likeness = [float(self._opening_of(p) @ self.vectors([text])[0]) for p in papers] or [0.0]
        return {
            "words that they hold": sum(weights[s] for s in stems & together) / total,
            "papers a word": sum(w * sum(s in p for p in of_papers) for s, w in weights.items())
            / total
            / max(1, len(papers)),
            "likeness": sum(likeness) / len(likeness),
            "likeness of the nearest": max(likeness),
        }

    def _between(self, text: str, other: str) -> dict[str, float]:
        stems, there = set(content_stems(text)), set(content_stems(other))
        total = sum(map(self.background.idf, stems)) or 1.0
        vectors = self.vectors([text, other])
        return {
            "words that it holds": sum(map(self.background.idf, stems & there)) / total,
            "likeness": float(vectors[0] @ vectors[1]),
        }

    def _stems_of(self, paper: InterviewPaper) -> frozenset[str]:
        if paper.paper_id not in self._stems:
            self._stems[paper.paper_id] = frozenset(content_stems(paper.whole))
        return self._stems[paper.paper_id]

    def _opening_of(self, paper: InterviewPaper) -> Matrix:
        if paper.paper_id not in self._openings:
            self._openings[paper.paper_id] = self.vectors([paper.whole[:_OPENING]])[0]
        return self._openings[paper.paper_id]


def context_of(interviews: Interviews, background: Background, *, corpus: Path) -> Context:
    """Vectors are learned from a file of other papers, so nothing of the interviews' texts."""
    texts = [f"{row.title}\n{row.abstract}" for row in read_rows(corpus, _AbstractRow)]
    return Context(interviews, background, LsaEmbedder(dimension=_DIMENSION).fit(texts).embed)


def _shape(item: JudgedReport, spans: str) -> dict[str, float]:
    """Length, numbers, citations and lists of the report's words for an action; densities are for a
    hundred words.

    How many spans there are is left out: an action of another report has often none.
    `InterviewReport` says more.
    """
    n_words = max(1, len(spans.split()))
    n_lines = max(1, len([line for line in spans.splitlines() if line.strip()]))
    return {
        "log words": float(np.log1p(len(spans.split()))),
        "words a span": len(spans.split()) / max(1, len(item.spans)),
        "share of the report": len(spans) / max(1, len(item.report.text)),
        "numbers a hundred words": 100
        * len(re.findall(r"\b\d+(?:\.\d+)?%?", _CITATION.sub(" ", spans)))
        / n_words,
        "citations a hundred words": 100 * len(_CITATION.findall(spans)) / n_words,
        "lines of lists": len(_LIST_LINE.findall(spans)) / n_lines,
        "marks a hundred words": 100 * len(_MARKS.findall(spans)) / n_words,
    }


def text_features(text: str, background: Background) -> dict[str, float]:
    """By name: lengths, counts of telling words, rarity (idf). All finite, also for no text."""
    words = [t.text for t in tokens(text)]
    stems = content_stems(text)
    rarity = sorted((background.idf(s) for s in set(stems)), reverse=True) or [0.0]
    known = (p for p in phrases(text, longest=3) if p.key in background.frequencies)
    terms = [p for p in known if " " in p.key and is_topical(p)]
    n = max(1, len(words))
    return {
        "words": float(len(words)),
        "sentences": float(len(sentences(text))),
        "letters_a_word": sum(map(len, words)) / n,
        "content_share": len(stems) / n,
        "distinct_share": len(set(stems)) / max(1, len(stems)),
        "mean_idf": sum(rarity) / len(rarity),
        "rarest_idf": sum(rarity[:3]) / len(rarity[:3]),
        "technical_phrases": float(len(terms)),
        **{name: float(len(pattern.findall(text))) for name, pattern in COUNTED.items()},
    }


def flag_features(items: Sequence[Item], background: Background) -> list[dict[str, float]]:
    """For each type of error of actions and reports whether it is flagged, and the detector's
    score; they read what stands beside the item.

    The rules behind the flags were written with some of these judgments in sight: no
    cross-validation takes that away, so their figures are an upper end of what they would do for
    new users.
    """

    def found(item: Item) -> Mapping[ErrorType, Detection]:
        if isinstance(item, JudgedInference):
            return {}
        if isinstance(item, JudgedAction):
            return detect_action(item, background)
        return detect_execution(item)

    return [_named(found(item)) for item in items]


def _named(detections: Mapping[ErrorType, Detection]) -> dict[str, float]:
    flagged = {f"flag: {kind.value}": float(d.flagged) for kind, d in detections.items()}
    return flagged | {f"score: {kind.value}": d.score for kind, d in detections.items()}
