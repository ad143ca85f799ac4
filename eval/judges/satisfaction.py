"""Will a researcher be satisfied with an inference, an action, or the way in which an action was
carried out? Source: MySQA §4.3, D.13-D.15.

The items hold what the researcher saw and no label, so that no prompt can give one away. The
profile after the researcher's edits shows which inferences they accepted: it stands beside actions
only.
"""

from collections.abc import Mapping, Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Unscored
from eval.judges.asking import ask_score
from eval.judges.fitting import ROOM, fit
from eval.judges.replies import SatisfactionReply
from eval.judges.shown import format_papers, one_line
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import Prompt, render

MOST_EXAMPLES = 6
PASSAGES_CHARS = 600
"""Of an example's highlighted passages."""


class SatisfactionItem(Frozen):
    """What is judged, of whom, and by which of the complaints."""

    user_id: str
    error_type: ErrorType
    text: str


class InferenceItem(SatisfactionItem):
    aspect: ProfileAspect
    papers: tuple[UserPaper, ...]
    """All that the user picked, in the order in which inferences number them."""
    cited: tuple[str, ...] = ()

    @property
    def cited_titles(self) -> str:
        """For example `paper 2 ("...")`, as the prompt numbers them."""
        cited = [(n, p) for n, p in enumerate(self.papers, 1) if p.paper_id in self.cited]
        return ", ".join(f'paper {n} ("{one_line(p.title)}")' for n, p in cited) or "no paper"


class ActionItem(SatisfactionItem):
    category: Category
    query: str
    profile: str = ""
    """As the user left it; empty where none is known."""


class ReportItem(SatisfactionItem):
    """`text` is the action."""

    category: Category
    query: str
    report: str
    passages: tuple[str, ...] = ()
    """Those highlighted for the action. Give only such as are surely its own."""


AnyItem = InferenceItem | ActionItem | ReportItem
DEFINED: Mapping[type[SatisfactionItem], frozenset[ErrorType]] = {
    InferenceItem: frozenset(
        {ErrorType.DOMAIN, ErrorType.OVERCLAIM, ErrorType.CONVENTION, ErrorType.CONTRAST}
    ),
    ActionItem: frozenset({ErrorType.NARROW, ErrorType.OFFTOPIC}),
    ReportItem: frozenset({ErrorType.UNINFORM, ErrorType.PRESENT, ErrorType.IGNORE}),
}
"""The nine complaints that the prompts define."""


_ONE_SIDED = Unscored(
    reason="OneSided: all examples that there are have the same outcome, which would tilt the "
    "verdict."
)


class SatisfactionExample(Frozen):
    item: AnyItem
    satisfied: bool


class _Shown(Frozen):
    heading: str
    text: str
    context: str
    verdict: str


async def predict_satisfaction(
    item: AnyItem,
    *,
    llm: LLM,
    examples: Sequence[SatisfactionExample] = (),
    with_definition: bool = True,
) -> Judgment:
    """1 if the model thinks that the user was satisfied, 0 if not; Unscored where it could not say.

    `examples` are up to six of the same kind and complaint and never the user's own: ValueError
    otherwise, as for a complaint that is not defined for the item's kind. Where there are two or
    more and all have one outcome, nothing is asked and the item is unscored. Without the definition
    the model is asked whether there is anything that the user would have against it. Wrap `llm` in
    `TakingTurns` where many items share papers or a report.
    """
    _check(item, examples)
    if len(examples) > 1 and len({e.satisfied for e in examples}) == 1:
        return _ONE_SIDED
    prompt = satisfaction_prompt(item, examples, with_definition=with_definition)
    return await ask_score(llm, prompt, SatisfactionReply, lambda r: r.verdict == "satisfied")


def satisfaction_prompt(
    item: AnyItem, examples: Sequence[SatisfactionExample], *, with_definition: bool
) -> Prompt:
    criterion = item.error_type.value if with_definition else ""
    shown = [_show(e) for e in examples]
    if isinstance(item, InferenceItem):
        return _inference_prompt(item, criterion, shown)
    if isinstance(item, ActionItem):
        return _action_prompt(item, criterion, shown)
    return _report_prompt(item, criterion, shown)


def _check(item: SatisfactionItem, examples: Sequence[SatisfactionExample]) -> None:
    complaint = item.error_type.value
    if item.error_type not in DEFINED[type(item)]:
        raise ValueError(f"{complaint} is no complaint that is predicted of {type(item).__name__}")
    if len(examples) > MOST_EXAMPLES:
        raise ValueError(f"{len(examples)} examples; {MOST_EXAMPLES} are the most")
    if any(e.item.user_id == item.user_id for e in examples):
        raise ValueError(f"an example is of the user {item.user_id} themself")
    of = {(type(e.item), e.item.error_type) for e in examples}
    if of - {(type(item), item.error_type)}:
        raise ValueError(f"an example is of another kind or complaint than {complaint}")


def _inference_prompt(item: InferenceItem, criterion: str, examples: Sequence[_Shown]) -> Prompt:
    return render(
        "eval/satisfaction_inference",
        papers=format_papers(item.papers),
        criterion=criterion,
        examples=examples,
        aspect=_heading(item),
        inference=one_line(item.text),
        cited=item.cited_titles,
    )


def _action_prompt(item: ActionItem, criterion: str, examples: Sequence[_Shown]) -> Prompt:
    return render(
        "eval/satisfaction_action",
        profile=item.profile.strip(),
        criterion=criterion,
        examples=examples,
        query=one_line(item.query),
        category=_heading(item),
        action=one_line(item.text),
    )


def _report_prompt(item: ReportItem, criterion: str, examples: Sequence[_Shown]) -> Prompt:
    return render(
        "eval/satisfaction_report",
        query=one_line(item.query),
        report=fit([item.report.strip()], ROOM)[0],
        criterion=criterion,
        examples=examples,
        category=_heading(item),
        action=one_line(item.text),
        passages=[one_line(p) for p in item.passages],
    )


def _show(example: SatisfactionExample) -> _Shown:
    item = example.item
    return _Shown(
        heading=_heading(item),
        text=one_line(item.text),
        context=_context(item),
        verdict="satisfied" if example.satisfied else "not_satisfied",
    )


def _heading(item: AnyItem) -> str:
    return (item.aspect if isinstance(item, InferenceItem) else item.category).label.lower()


def _context(item: AnyItem) -> str:
    """What is shown around an example: titles, the question, or how the passages begin."""
    if isinstance(item, InferenceItem):
        titles = [one_line(p.title) for p in item.papers if p.paper_id in item.cited]
        return "; ".join(f'"{title}"' for title in titles) or "no paper"
    if isinstance(item, ActionItem):
        return one_line(item.query)
    passages = " / ".join(one_line(p) for p in item.passages)
    return shorten(passages, PASSAGES_CHARS) or "none highlighted"
