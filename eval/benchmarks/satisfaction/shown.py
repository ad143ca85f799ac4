"""What a model judge is shown of a judged thing: what the user saw, no verdict."""

from collections.abc import Sequence

from eval.benchmarks.satisfaction.cases import Item
from eval.benchmarks.satisfaction.judging import Ask
from eval.datasets.interviews import Interviews, JudgedAction, JudgedInference, SpanTrust
from eval.domain.judgment import Judgment
from eval.judges.satisfaction import (
    ActionItem,
    AnyItem,
    InferenceItem,
    ReportItem,
    SatisfactionExample,
    predict_satisfaction,
)
from myscholar.gateways.llm.llm import LLM


def shown(item: Item, interviews: Interviews) -> AnyItem:
    """No label or id; a profile beside actions only, spans only where surely their own."""
    if isinstance(item, JudgedInference):
        return InferenceItem(
            user_id=item.user_id,
            error_type=item.error_type,
            text=item.text,
            aspect=item.aspect,
            papers=interviews.user(item.user_id).papers,
            cited=tuple(p.paper_id for p in item.cited),
        )
    if isinstance(item, JudgedAction):
        return ActionItem(
            user_id=item.user_id,
            error_type=item.error_type,
            text=item.text,
            category=item.category,
            query=item.query,
            profile=next((p.text for p in interviews.profiles if p.user_id == item.user_id), ""),
        )
    return ReportItem(
        user_id=item.user_id,
        error_type=item.error_type,
        text=item.text,
        category=item.category,
        query=item.query,
        report=item.report.text,
        passages=item.spans if item.span_trust is SpanTrust.OWN else (),
    )


def asking_of(llm: LLM, interviews: Interviews) -> Ask:
    """A model, asked as `judging` asks: of examples alone it is told the verdicts."""

    async def ask(item: Item, examples: Sequence[Item], with_definition: bool) -> Judgment:
        told = [
            SatisfactionExample(item=shown(e, interviews), satisfied=e.satisfied) for e in examples
        ]
        return await predict_satisfaction(
            shown(item, interviews), llm=llm, examples=told, with_definition=with_definition
        )

    return ask
