"""What is predicted: each thing that a user judged, once, with the complaints and triplets that
list it.

The order of the source (complaint first) and the ids of rows say what a row is; nothing here or
later looks at them.
"""

from collections.abc import Sequence
from enum import StrEnum

from eval.datasets.interviews import (
    Interviews,
    Judged,
    JudgedAction,
    JudgedInference,
    JudgedReport,
    SpanTrust,
    distinct,
)
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen

Item = JudgedInference | JudgedAction | JudgedReport


class JudgedKind(StrEnum):
    INFERENCE = "inference"
    ACTION = "action"
    REPORT = "report"


ERROR_TYPES: dict[JudgedKind, tuple[ErrorType, ...]] = {
    JudgedKind.INFERENCE: (
        ErrorType.DOMAIN,
        ErrorType.OVERCLAIM,
        ErrorType.CONVENTION,
        ErrorType.CONTRAST,
    ),
    JudgedKind.ACTION: (ErrorType.NARROW, ErrorType.OFFTOPIC),
    JudgedKind.REPORT: (ErrorType.UNINFORM, ErrorType.PRESENT, ErrorType.IGNORE),
}
"""The nine with enough complaints, by the paper's counts. Source: MySQA Table 4."""


class JudgedCase(Frozen):
    """One judged thing, with the triplets that list it and the complaint of each."""

    item: Item
    listings: frozenset[tuple[str, ErrorType]]

    @property
    def satisfied(self) -> bool:
        return self.item.satisfied

    def triplets(self, error_type: ErrorType | None = None) -> frozenset[str]:
        """Those of a complaint; all for None."""
        return frozenset(
            triplet for triplet, its_type in self.listings if error_type in (None, its_type)
        )


def items_of(interviews: Interviews, kind: JudgedKind) -> tuple[Item, ...]:
    """All listings, repetitions included."""
    if kind is JudgedKind.INFERENCE:
        return interviews.inferences
    return interviews.actions if kind is JudgedKind.ACTION else interviews.executions


def cases_of(items: Sequence[Item]) -> tuple[JudgedCase, ...]:
    """Each judged thing once, by user and text, in whatever order the source has them."""
    found = [_case(kept, items) for kept in distinct(sorted(items, key=lambda i: i.judgment_id))]
    return tuple(sorted(found, key=lambda c: (c.item.user_id, c.item.text, sorted(c.triplets()))))


def _case(kept: Item, items: Sequence[Item]) -> JudgedCase:
    return JudgedCase(
        item=kept,
        listings=frozenset((i.triplet_id, i.error_type) for i in items if _is_same(kept, i)),
    )


def _is_same(one: Item, other: Item) -> bool:
    if (one.user_id, one.text, one.satisfied) != (other.user_id, other.text, other.satisfied):
        return False
    if one.satisfied or not (isinstance(one, JudgedReport) and isinstance(other, JudgedReport)):
        return True
    return one.report.report_id == other.report.report_id


def of_type(cases: Sequence[JudgedCase], error_type: ErrorType | None) -> tuple[JudgedCase, ...]:
    """Those listed under a complaint of this type; all for None."""
    return tuple(c for c in cases if c.triplets(error_type))


def is_at_home(item: Judged) -> bool:
    """Whether nothing visible says that the question or report beside an item may be another's.

    An accepted action is listed under the complaint's question, whichever of its user's questions
    it was proposed for (complaints always under their own). So to be out of place says "accepted",
    and nothing that depends on the question or the report may be shown to a predictor, nor may it
    be told that it is missing: such rows are left out where those are used. The label plays no part
    here. Actions out of place with no visible sign stay in; that can't be mended, and is said
    beside the figures.
    """
    if isinstance(item, JudgedReport):
        return item.span_trust is SpanTrust.OWN
    return not (isinstance(item, JudgedAction) and item.also_under)
