"""The verb that a question asks about ("should abstain", "are verified"), and its noun."""

import re
from typing import NamedTuple

from myscholar.text.sentences import sentences


class Aspect(NamedTuple):
    """`word` as the question has it, at [start, end) of its sentence; `noun` with the preposition after it: "abstention" "in"."""

    word: str
    noun: str
    preposition: str
    start: int
    end: int


_DONE_TO = {
    "aggregated": "aggregation", "aligned": "alignment", "annotated": "annotation", "attributed": "attribution", "calibrated": "calibration",
    "checked": "checking", "classified": "classification", "collected": "collection", "compressed": "compression", "corrected": "correction",
    "detected": "detection", "estimated": "estimation", "explained": "explanation", "filtered": "filtering", "indexed": "indexing",
    "interpreted": "interpretation", "judged": "judging", "labeled": "labeling", "labelled": "labelling", "localized": "localization",
    "mitigated": "mitigation", "optimized": "optimization", "optimised": "optimisation", "pooled": "pooling", "predicted": "prediction",
    "pruned": "pruning", "quantified": "quantification", "quantized": "quantization", "reproduced": "reproduction", "sampled": "sampling",
    "segmented": "segmentation", "summarized": "summarization", "synchronized": "synchronization", "translated": "translation",
    "validated": "validation", "verified": "verification",
}  # fmt: skip
_DOES = {
    "abstain": ("abstention", "in"), "agree": ("agreement", "among"), "collapse": ("collapse", "of"), "converge": ("convergence", "of"), "degrade": ("degradation", "of"),
    "disagree": ("disagreement", "among"), "diverge": ("divergence", "of"), "drift": ("drift", "in"), "fail": ("failure", "of"), "forget": ("forgetting", "in"),
    "generalize": ("generalization", "of"), "generalise": ("generalisation", "of"), "hallucinate": ("hallucination", "in"),
    "memorize": ("memorization", "in"), "overfit": ("overfitting", "in"),
}  # fmt: skip
_ENDS = r"(?=\s*(?:[?.,;:]|$|(?:and|or|in|by|for|with|on|at|from|to|using|when|during|through|without|against|across|under|than|if)\b))"
_ASKS = re.compile(r"^(?:how|when|why|whether|is|are|was|were|do|does|did|can|could|should|will|would|must)\b", re.IGNORECASE)
_PASSIVE = re.compile(
    rf"\b(?:is|are|was|were|be|been|being)\b[^?.,;]{{0,90}}?\b(?P<verb>{'|'.join(_DONE_TO)})\b{_ENDS}", re.IGNORECASE
)
_ACTIVE = re.compile(
    rf"\b(?:do|does|did|should|can|could|will|would|must)\b[^?.,;]{{2,90}}?\b(?P<verb>{'|'.join(_DOES)})\b{_ENDS}", re.IGNORECASE
)


def aspect_of(text: str) -> Aspect | None:
    """What the first sentence with a question asks of its topic, where that is one of the verbs that name a subject of research."""
    return next((found for s in sentences(text) if (found := aspect_in(s))), None)


def aspect_in(sentence: str) -> Aspect | None:
    """The same for one sentence; None for one that asks for a list or gives an order."""
    if not _ASKS.match(sentence):
        return None
    match = _PASSIVE.search(sentence) or _ACTIVE.search(sentence)
    if match is None:
        return None
    word = match["verb"].casefold()
    noun, preposition = _DOES.get(word) or (_DONE_TO[word], "of")
    return Aspect(word, noun, preposition, match.start("verb"), match.end("verb"))
