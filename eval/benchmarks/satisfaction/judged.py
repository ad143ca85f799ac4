"""Figures of a model judge's verdicts."""

from collections.abc import Sequence

from eval.benchmarks.satisfaction.cases import ERROR_TYPES, JudgedKind
from eval.benchmarks.satisfaction.figures import Figure, Source
from eval.benchmarks.satisfaction.judging import AskedRow, Condition, Verdict
from eval.benchmarks.satisfaction.scoring import Predicted, Whose, figure_of
from eval.domain.judgment import Scored
from myscholar.domain.flags import ErrorType


def judged_figures(
    rows: Sequence[AskedRow], verdicts: Sequence[Verdict], *, seed: int
) -> tuple[Figure, ...]:
    """By condition, kind and complaint, then of the kind; under two complaints, under both."""
    given = {
        (v.judgment_id, v.error_type, Condition(v.n_examples, v.with_definition)): v
        for v in verdicts
    }
    found = []
    for condition in dict.fromkeys(key[2] for key in given):
        for kind in dict.fromkeys(r.kind for r in rows):
            for error_type in (*ERROR_TYPES[kind], None):
                of_type = [
                    r for r in rows if r.kind is kind and error_type in (None, r.item.error_type)
                ]
                predicted = [
                    _predicted(r, given[r.item.judgment_id, r.item.error_type, condition])
                    for r in of_type
                ]
                if predicted:
                    found.append(
                        figure_of(
                            _whose(verdicts[0].judge, condition, kind, error_type),
                            predicted,
                            seed=seed,
                        )
                    )
    return tuple(found)


def _predicted(row: AskedRow, verdict: Verdict) -> Predicted:
    score = verdict.judgment.score if isinstance(verdict.judgment, Scored) else None
    return Predicted(
        row.item.user_id, row.item.satisfied, row.case.triplets(row.item.error_type), score
    )


def _whose(
    judge: str, condition: Condition, kind: JudgedKind, error_type: ErrorType | None
) -> Whose:
    return Whose(
        f"{judge}, {condition.label}",
        Source.MODEL,
        kind,
        error_type,
        at_home_only=kind is not JudgedKind.INFERENCE,
        n_examples=condition.n_examples,
        with_definition=condition.with_definition,
    )
