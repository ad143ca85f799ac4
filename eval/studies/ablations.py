"""Our own system with one thing changed at a time. Source: MySQA A.5, tables 6-8."""

from collections.abc import Sequence
from enum import StrEnum

from eval.domain.metric import Metric
from eval.systems.names import EXTRACTIVE, LLM, Variant
from myscholar.domain.orders import Visibility
from myscholar.errors import InputError

REPORT_METRICS = frozenset(
    {
        Metric.ANSWER_COVERAGE,
        Metric.ANSWER_PRECISION,
        Metric.CITATION_PRECISION,
        Metric.CITATION_RECALL,
        Metric.ACTION_ADHERENCE,
    }
)
"""What tables 6-8 show; coverage is called ingredient recall there."""
N_ACTIONS = 4
"""In tables 6 and 7, as their first row shows; Table 3 has eight."""


class Ablation(StrEnum):
    WHERE = "where"
    """Which prompts show the actions (Table 6)."""
    MODELS = "models"
    """Which model does every step (Table 7)."""
    ACTIONS = "actions"
    """How many actions are chosen (Table 8)."""


_COUNTS = (4, 8, 12, 24, 30)
_ORDER = (Visibility.ALL, Visibility.INCREMENTAL, Visibility.RELEVANT, Visibility.ONE_PROMPT)
"""As Table 6 has them."""


def variants(
    ablation: Ablation, *, engine: str = LLM, models: Sequence[str] = ()
) -> tuple[tuple[str, Variant], ...]:
    """Names and set-ups, the product's own or the first model first: the others are compared with
    it.

    Raises InputError for the extractive engine, which can only vary the number of actions, and for
    models that are not named.
    """
    if engine == EXTRACTIVE and ablation is not Ablation.ACTIONS:
        raise InputError(
            "The extractive engine has no prompts and no model: it can only vary the number of "
            f"actions (--of actions). For --of {ablation.value} use --system {LLM}."
        )
    plain = Variant(engine=engine, n_actions=N_ACTIONS, with_plain_report=False)
    match ablation:
        case Ablation.WHERE:
            return tuple(
                (f"actions shown: {v.value}", plain.model_copy(update={"where": v})) for v in _ORDER
            )
        case Ablation.MODELS:
            if len(set(models)) < 2:
                raise InputError("Name two models or more: --models provider:name,provider:name")
            return tuple((m, plain.model_copy(update={"model": m})) for m in dict.fromkeys(models))
        case Ablation.ACTIONS:
            return tuple(
                (f"{n} actions", plain.model_copy(update={"n_actions": n})) for n in _COUNTS
            )
