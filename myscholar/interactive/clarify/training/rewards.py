"""What a clarifying question is worth, as plain functions. Source: IntentRL §3.5, equations 6 to
10."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from myscholar.text.likeness import EmbeddedLikeness, Likeness
from myscholar.text.terms import content_stems, lexicon_stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Similarity = Callable[[Sequence[str], Sequence[str]], "NDArray[np.floating]"]
"""Cosines of the first texts (rows) with the others (columns)."""
CONTENT_WEIGHT = 2.0
"""Beta. Source: IntentRL equation 6."""
REPETITION_WEIGHT = 2.0
"""Gamma. Source: IntentRL equation 10."""
RESTATES = 0.75
"""Share of a question's content stems that the query has, from which it only says it again. By
hand."""
_QUESTION_MARKS = re.compile(r"[?？]+")


@dataclass(frozen=True)
class Penalties:
    """Terms of equation 9. Each is 0 where nothing is wrong."""

    repetition: float = 0.0
    restating: float = 0.0
    deviation: float = 0.0

    @property
    def total(self) -> float:
        return self.repetition + self.restating + self.deviation


@dataclass(frozen=True)
class Thresholds:
    """From where on a question repeats one, and concerns an intent. Source: IntentRL A.3."""

    repeats: float = EmbeddedLikeness.repeats
    relevant: float = EmbeddedLikeness.relevant


def similarity_of(likeness: Likeness) -> Similarity:
    """Its cosines; its thresholds go with them."""
    import numpy as np

    return lambda texts, others: np.array([likeness.of(text, others) for text in texts])


def content_reward(question: str, targets: Sequence[str], similarity: Similarity) -> float:
    """Cosine with the nearest target, in [-1, 1]. Source: IntentRL equation 7. Raises ValueError
    without targets: there is then nothing that a question could be worth."""
    if not targets:
        raise ValueError("a question is weighed by at least one target")
    return float(similarity([question], targets).max())


def n_questions(text: str) -> int:
    """Question marks, each run of them once. Source: IntentRL E.6."""
    return len(_QUESTION_MARKS.findall(text))


def format_reward(n: int) -> float:
    """1 for one question, 0.5 for two, 0 for more. Source: IntentRL equation 8, which says nothing
    of none: what asks nothing gets 0 here."""
    return {1: 1.0, 2: 0.5}.get(n, 0.0)


def repetition_penalty(
    n_before: int, *, is_repeated: bool, weight: float = REPETITION_WEIGHT
) -> float:
    """`n_before`: repeated questions before this one. Source: IntentRL equation 10."""
    return weight * (n_before + 1) if is_repeated else 0.0


def deviation_penalty(n_before: int, *, is_deviant: bool) -> float:
    """`n_before`: deviant questions before this one; so the first of a dialogue costs nothing, as
    the equation stands. Source: IntentRL equation 10."""
    return float(n_before) if is_deviant else 0.0


def restating_penalty(question: str, query: str) -> float:
    """1 where the question only says the query again, else 0. Source: IntentRL equation 9 (its
    P_inv) and E.7, where a model judges it; here the words do."""
    stems = set(content_stems(question)) - lexicon_stems("clarifying.asking")
    if not stems:
        return 1.0
    return float(len(stems & set(content_stems(query))) / len(stems) >= RESTATES)


def penalties(
    question: str,
    asked: Sequence[str],
    *,
    query: str,
    intents: Sequence[str],
    similarity: Similarity,
    thresholds: Thresholds = Thresholds(),
) -> Penalties:
    """Of a question after those `asked` before, in their order. Repeated: as like an earlier one as
    `repeats` or more; deviant: less like every intent than `relevant`."""
    each = [*asked, question]
    repeated = _repeated(each, similarity, thresholds.repeats)
    deviant = _deviant(each, intents, similarity, thresholds.relevant)
    return Penalties(
        repetition=repetition_penalty(sum(repeated[:-1]), is_repeated=repeated[-1]),
        restating=restating_penalty(question, query),
        deviation=deviation_penalty(sum(deviant[:-1]), is_deviant=deviant[-1]),
    )


def reward(
    content: float, form: float, penalty: float = 0.0, *, weight: float = CONTENT_WEIGHT
) -> float:
    """Source: IntentRL equation 6: content counts only where nothing is wrong. Raises ValueError
    for a penalty below 0."""
    if penalty < 0:
        raise ValueError(f"a penalty is 0 or more, not {penalty}")
    return weight * (-penalty if penalty > 0 else content) + form


def _repeated(each: Sequence[str], similarity: Similarity, least: float) -> list[bool]:
    alike = similarity(each, each)
    return [bool((alike[n, :n] >= least).any()) for n in range(len(each))]


def _deviant(
    each: Sequence[str], intents: Sequence[str], similarity: Similarity, least: float
) -> list[bool]:
    if not intents:
        return [True] * len(each)
    return [bool(row.max() < least) for row in similarity(each, intents)]
