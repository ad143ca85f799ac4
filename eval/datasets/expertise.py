"""How near users are to questions: low, medium, high. Source: MySQA §3.1, footnote 6."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # ships no types

from eval.datasets.questions import Question
from eval.datasets.users import SyntheticUser
from eval.domain.instance import Expertise
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError
from myscholar.gateways.embedding.embedder import Embedder, Matrix

Similarities = NDArray[np.float64]
"""Shape (questions, users), rounded to DECIMALS."""

DECIMALS = 4
"""Machines differ in the seventh digit: rounded first, figures are banded alike."""
_AT_ONCE = 128


class Edges(Frozen):
    """Similarities up to and with `low` are low, above `high` high, between medium."""

    low: float
    high: float

    @model_validator(mode="after")
    def _rise(self) -> "Edges":
        if not self.low < self.high:
            raise ValueError("the lower edge must lie below the upper one")
        return self

    def expertise(self, similarity: float) -> Expertise:
        if similarity > self.high:
            return Expertise.HIGH
        return Expertise.MEDIUM if similarity > self.low else Expertise.LOW


GRITLM_EDGES = Edges(low=0.2, high=0.35)
"""The paper's, which hold for its embedder only."""

Quantiles = tuple[float, float]

DEFAULT_QUANTILES: Quantiles = (0.9, 0.9995)
"""Of all pairs of question and user. High is one user in two thousand: in a corpus of some 3,000
researchers one or two a question on average, several where their own subject is asked about and
none where nobody's is. Medium is the rest of the nearest tenth: the neighbouring fields. Low is
everybody else.

How far that holds for `lsa`: on the visible questions whose cited passages are known (39; 9 have
high users), users drawn from the bands lie nearer to those passages, by TF-IDF, than 47, 78 and 99
% of all users. Read one by one, about 6 of the 34 high users share words with their question and
not its subject; with one in a thousand it was 13 of 54."""


def similarities(
    questions: Sequence[Question],
    users: Sequence[SyntheticUser],
    *,
    embedder: Embedder,
    learn_from: Sequence[str] = (),
    progress: Progress = ignore,
) -> Similarities:
    """The mean over a user's papers of the cosine of question and paper, each in [-1, 1].

    The paper does not say how several papers make one similarity. The mean counts every paper: who
    wrote on the subject once among other things is less of an expert than who writes on nothing
    else. A paper is its title and abstract; each is embedded once. An embedder that must learn a
    corpus learns these papers and `learn_from`: texts in the words of the questions' fields,
    without which the words of a question that no user's paper has would count for nothing, and its
    commonplace words for everything.
    """
    papers = {p.paper_id: p for user in users for p in user.papers}
    ids = sorted(papers)
    texts = [papers[i].whole for i in ids]
    with _one_thread() if embedder.needs_fit else nullcontext():
        if embedder.needs_fit:
            progress(Event(step="Learning the words of the field", total=1))
            embedder = embedder.fit([*texts, *learn_from])
            progress(Event(step="Learning the words of the field", done=1, total=1))
        cosines = _cosines(questions, texts, embedder, progress)
    return _means(cosines, users, {paper_id: i for i, paper_id in enumerate(ids)})


def _one_thread() -> AbstractContextManager[object]:
    """What is learned comes out alike on any number of cores only if it is learned on one."""
    import sklearn.utils.extmath  # noqa: F401 - only libraries that are loaded already are limited

    limit: AbstractContextManager[object] = threadpool_limits(1)
    return limit


def _cosines(
    questions: Sequence[Question], texts: Sequence[str], embedder: Embedder, progress: Progress
) -> NDArray[np.float64]:
    """Shape (questions, texts)."""
    vectors = _embed(texts, embedder, progress)
    asked = np.zeros((len(questions), vectors.shape[1]), np.float32)
    for i, question in enumerate(questions):
        asked[i] = embedder.embed_query(question.query)
        progress(Event(step="Embedding questions", done=i + 1, total=len(questions)))
    cosines: NDArray[np.float64] = asked.astype(np.float64) @ vectors.T.astype(np.float64)
    return cosines


def _embed(texts: Sequence[str], embedder: Embedder, progress: Progress) -> Matrix:
    parts = []
    for start in range(0, len(texts), _AT_ONCE):
        parts.append(embedder.embed(texts[start : start + _AT_ONCE]))
        progress(
            Event(step="Embedding papers", done=min(start + _AT_ONCE, len(texts)), total=len(texts))
        )
    return np.vstack(parts)


def _means(
    cosines: NDArray[np.float64], users: Sequence[SyntheticUser], column: dict[str, int]
) -> Similarities:
    of_users = [
        cosines[:, [column[p.paper_id] for p in user.papers]].mean(axis=1) for user in users
    ]
    # Adding 0 turns -0.0 into 0.0.
    return np.round(np.stack(of_users, axis=1), DECIMALS) + 0.0


def check_quantiles(quantiles: Quantiles | None) -> None:
    """Raises InputError unless they rise between 0 and 1."""
    if quantiles and not 0 < quantiles[0] < quantiles[1] < 1:
        said = f"The quantiles {quantiles[0]:g} and {quantiles[1]:g} can't be used"
        raise InputError(f"{said}; give two that rise between 0 and 1, such as 0.9 0.9995.")


def edges_for(
    found: Similarities, *, embedder: str, quantiles: Quantiles | None
) -> tuple[Edges, Quantiles | None]:
    """The edges, and the quantiles that they are; None where they are the paper's, which serve
    `gritlm:` unless quantiles are wanted.

    Raises InputError for similarities that can't be told apart.
    """
    if found.size == 0 or found.min() == found.max():
        raise InputError(
            f"The embedder {embedder} finds every user equally near to every question, so nobody "
            "can be called low, medium or high. "
            "Check the embedder and the papers' texts, or choose another with --embedder."
        )
    if quantiles is None and embedder.startswith("gritlm:"):
        return GRITLM_EDGES, None
    lower, upper = quantiles or DEFAULT_QUANTILES
    low, high = (round(float(edge), DECIMALS) for edge in np.quantile(found, [lower, upper]))
    if low >= high:
        raise InputError(
            f"By the embedder {embedder} the quantiles {lower:g} and {upper:g} fall on the same "
            f"similarity ({low:g}); set them further apart."
        )
    return Edges(low=low, high=high), (lower, upper)
