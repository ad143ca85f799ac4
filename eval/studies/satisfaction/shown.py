"""What a model judge is shown of a judged thing: what the user saw, no verdict."""

from collections.abc import Sequence

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
from eval.studies.satisfaction.cases import Item
from eval.studies.satisfaction.judging import Ask
from myscholar.gateways.llm.llm import LLM


def show_item(item: Item, interviews: Interviews) -> AnyItem:
    """No label or id; a profile beside actions only, spans only where surely their own."""
    own = {"user_id": item.user_id, "error_type": item.error_type, "text": item.text}
    if isinstance(item, JudgedInference):
        papers = interviews.user(item.user_id).papers
        cited = tuple(p.paper_id for p in item.cited)
        return InferenceItem(**own, aspect=item.aspect, papers=papers, cited=cited)
    own |= {"category": item.category, "query": item.query}
    if isinstance(item, JudgedAction):
        profiles = (p.text for p in interviews.profiles if p.user_id == item.user_id)
        return ActionItem(**own, profile=next(profiles, ""))
    spans = item.spans if item.span_trust is SpanTrust.OWN else ()
    return ReportItem(**own, report=item.report.text, passages=spans)


def asking_of(llm: LLM, interviews: Interviews) -> Ask:
    """A model, asked as `judging` asks: of examples alone it is told the verdicts."""

    async def ask(item: Item, examples: Sequence[Item], with_definition: bool) -> Judgment:
        told = [
            SatisfactionExample(item=show_item(e, interviews), satisfied=e.satisfied)
            for e in examples
        ]
        return await predict_satisfaction(
            show_item(item, interviews), llm=llm, examples=told, with_definition=with_definition
        )

    return ask
