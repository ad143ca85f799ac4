"""How well a profile is inferred. Source: MySQA §3.2, Table 1; D.6-D.9."""

from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored
from eval.domain.metric import Metric
from eval.domain.output import OutputInference
from eval.domain.results import Item, Measured
from eval.metrics.items import number_items


def category_accuracy(judgments: Sequence[Judgment]) -> Measured:
    """Share of a profile's inferences that stand under the right aspect, in [0, 1]. One judgment an
    inference. Source: MySQA §3.2, D.7."""
    return Measured(metric=Metric.CATEGORY_ACCURACY, items=number_items("inference", judgments))


def inference_accuracy(judgments: Sequence[Judgment | None]) -> Measured:
    """Share of inferences that their cited papers do not contradict, in [0, 1]. Source: MySQA §3.2,
    D.6.

    None: the inference cites no paper of the user, so nothing could contradict it; it is left out.
    MySQA's release asks about it all the same and takes any answer but "contradictory" as accurate,
    also a judge's failure; ours stays unscored.
    """
    return Measured(metric=Metric.INFERENCE_ACCURACY, items=number_items("inference", judgments))


def citation_relevance(judgments: Sequence[Sequence[Judgment]]) -> Measured:
    """Share of a profile's citations whose paper supports some part of the inference, in [0, 1].
    Source: MySQA §3.2, D.8.

    One sequence an inference, one judgment a paper that it cites. All citations of a profile count
    alike, as in MySQA's release, so that an inference which cites many papers is penalized for each
    that does not help. Inferences without citations are left out.
    """
    return Measured(
        metric=Metric.CITATION_RELEVANCE,
        items=tuple(
            Item(name=f"inference {n}, citation {m}", judgment=j)
            for n, cited in enumerate(judgments, 1)
            for m, j in enumerate(cited, 1)
        ),
    )


def specificity(judgments: Sequence[Judgment]) -> Measured:
    """Mean specificity of a profile's inferences, from 1 (true of nearly any researcher) to 5.
    Source: MySQA §3.2, D.9."""
    return Measured(metric=Metric.SPECIFICITY, items=number_items("inference", judgments))


def n_citations(inferences: Sequence[OutputInference]) -> Measured:
    """Mean number of different papers that an inference cites, 0 or more. Needs no judge. Source:
    MySQA Table 1."""
    return _count(Metric.N_CITATIONS, [len(set(i.cited)) for i in inferences])


def n_words(inferences: Sequence[OutputInference]) -> Measured:
    """Mean number of words of an inference, parted by white space, 0 or more. Needs no judge.
    Source: MySQA Table 1."""
    return _count(Metric.N_WORDS, [len(i.text.split()) for i in inferences])


def _count(metric: Metric, counts: Sequence[int]) -> Measured:
    return Measured(
        metric=metric, items=number_items("inference", [Scored(score=c) for c in counts])
    )
