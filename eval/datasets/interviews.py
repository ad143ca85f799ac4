"""The real user study: researchers, their profiles and reports, and what they judged. Source: MySQA
§4.1-4.3.

`interview_files` reads them.

Each complaint (`bad`) is listed beside two statements that the same user accepted, so a constant
"satisfied" is right in two of three.
Traps, and what is done about them here:

- a profile is the one *after* the user's edits, so it gives away which inferences were accepted: it
is read for other ends, and no
  judged item carries it;
- an accepted action may come from another report of the same user, then its colour points at
another action's words: `SpanTrust`
  says so. Only accepted ones do, so trust, `also_under` and the number of spans tell something of
  the label: they serve to choose
  rows and to count, never as a predictor's features;
- accepted items repeat across triplets: `distinct` keeps each once.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from eval.domain.instance import UserPaper
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileAspect


class TextKind(StrEnum):
    FULL_TEXT = "full_text"
    ABSTRACT = "abstract"
    TITLE_ONLY = "title_only"


class InterviewPaper(UserPaper):
    text_kind: TextKind


class InterviewUser(Frozen):
    user_id: str
    profile_id: str | None = None
    query_ids: tuple[str, ...] = ()
    papers: tuple[InterviewPaper, ...]
    """In the order in which inferences number them."""

    def paper(self, paper_id: str) -> InterviewPaper | None:
        return next((p for p in self.papers if p.paper_id == paper_id), None)


class InterviewProfile(Frozen):
    """After the user's edits: never for predictors of judgments of inferences."""

    profile_id: str
    user_id: str
    text: str
    statements: tuple[tuple[ProfileAspect, str], ...]


class Span(Frozen):
    color: int
    text: str


class InterviewReport(Frozen):
    report_id: str
    user_id: str
    query_id: str
    query: str
    text: str
    """Markdown without the marks of spans."""
    spans: tuple[Span, ...] = ()

    def of_color(self, color: int | None) -> tuple[str, ...]:
        return tuple(s.text for s in self.spans if s.color == color)


class Label(StrEnum):
    BAD = "bad"
    GOOD_SIMILAR = "good_similar"
    """Accepted, and close to the complaint in words."""
    GOOD_RANDOM = "good_random"


class SpanTrust(StrEnum):
    """Whether spans are surely the action's; the first that holds, without the label."""

    MISSING = "missing"
    """No span has its colour: not carried out, by leaving out, or another report's."""
    SHARED = "shared"
    """Another judged action of the report has the same colour: one of them is of another report."""
    LISTED_ELSEWHERE = "listed_elsewhere"
    """The action also stands under another report of the user: it may be that one's."""
    OWN = "own"


class Judged(Frozen):
    judgment_id: str
    triplet_id: str
    user_id: str
    text: str
    error_type: ErrorType
    """Of this item where it is `bad`, else of the item that it is set beside."""
    label: Label

    @property
    def satisfied(self) -> bool:
        return self.label is not Label.BAD


class JudgedInference(Judged):
    """`text` is without the numbers of papers at its end."""

    aspect: ProfileAspect
    cited: tuple[InterviewPaper, ...] = ()


class JudgedAction(Judged):
    category: Category
    query_id: str
    query: str
    also_under: tuple[str, ...] = ()
    """Other questions of the user under which it is listed."""


class JudgedReport(Judged):
    """How `report` carried out the action `text`."""

    category: Category
    query_id: str
    query: str
    report: InterviewReport
    color: int | None
    span_trust: SpanTrust
    also_under: tuple[str, ...] = ()

    @property
    def spans(self) -> tuple[str, ...]:
        """The report's words in this action's colour, trustworthy or not."""
        return self.report.of_color(self.color) if self.color is not None else ()


class Interviews(Frozen):
    users: tuple[InterviewUser, ...]
    profiles: tuple[InterviewProfile, ...]
    reports: tuple[InterviewReport, ...]
    inferences: tuple[JudgedInference, ...]
    actions: tuple[JudgedAction, ...]
    executions: tuple[JudgedReport, ...]

    def user(self, user_id: str) -> InterviewUser:
        return next(u for u in self.users if u.user_id == user_id)


J = TypeVar("J", bound=Judged)


def distinct(items: Sequence[J], *, by_error_type: bool = False) -> tuple[J, ...]:
    """Each judged thing once, in order: what a user said of one text, whatever triplets it is
    listed in.

    `by_error_type` keeps one for each complaint that it is set beside. Complaints about one action
    in two reports are two things; acceptances of it are one, since the source does not tell which
    report they belong to. Of several listings the one with the most trustworthy spans is kept, in
    the first one's place.
    """
    kept: dict[tuple[object, ...], J] = {}
    for item in items:
        where = (
            item.report.report_id if isinstance(item, JudgedReport) and not item.satisfied else ""
        )
        key = (
            item.user_id,
            item.text,
            item.satisfied,
            where,
            item.error_type if by_error_type else "",
        )
        if key not in kept or _trust(item) > _trust(kept[key]):
            kept[key] = item
    return tuple(kept.values())


def _trust(item: Judged) -> int:
    return list(SpanTrust).index(item.span_trust) if isinstance(item, JudgedReport) else 0
