"""Figures of a model judge's verdicts."""

from collections.abc import Sequence
from itertools import product

from eval.domain.judgment import Scored
from eval.studies.satisfaction.cases import ERROR_TYPES, JudgedKind
from eval.studies.satisfaction.figures import Figure, Source
from eval.studies.satisfaction.judging import AskedRow, Condition, Verdict
from eval.studies.satisfaction.scoring import Predicted, Whose, figure_of


def judged_figures(
    rows: Sequence[AskedRow], verdicts: Sequence[Verdict], *, seed: int
) -> tuple[Figure, ...]:
    """By condition, kind and complaint, then of the kind; under two complaints, under both."""
    given = {
        (v.judgment_id, v.error_type, Condition(v.n_examples, v.with_definition)): v
        for v in verdicts
    }
    found = []
    kinds = dict.fromkeys(r.kind for r in rows)
    for condition, kind in product(dict.fromkeys(key[2] for key in given), kinds):
        for error_type in (*ERROR_TYPES[kind], None):
            predicted = []
            for row in rows:
                item = row.item
                if row.kind is kind and error_type in (None, item.error_type):
                    judgment = given[item.judgment_id, item.error_type, condition].judgment
                    score = judgment.score if isinstance(judgment, Scored) else None
                    triplets = row.case.triplets(item.error_type)
                    predicted.append(Predicted(item.user_id, item.satisfied, triplets, score))
            whose = Whose(
                f"{verdicts[0].judge}, {condition.label}",
                Source.MODEL,
                kind,
                error_type,
                kind is not JudgedKind.INFERENCE,
                **condition._asdict(),
            )
            if predicted:
                found.append(figure_of(whose, predicted, seed=seed))
    return tuple(found)
