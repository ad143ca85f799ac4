"""A report before it is put together: planned sections, their outline, and what a model wrote."""

from collections.abc import Iterable

from pydantic import Field

from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.model import Frozen
from myscholar.domain.report import Doubt, Highlight, SectionFormat, Table


class SectionPlan(Frozen):
    """A section before it is written."""

    title: str = Field(min_length=1)
    format: SectionFormat = SectionFormat.SYNTHESIS
    brief: str = ""
    quotes: tuple[Quote, ...] = ()
    action_ids: tuple[ActionId, ...] = ()
    missing: str = ""
    """What to search for, where its quotes leave open what it can't do without."""

    def with_quotes(self, quotes: Iterable[Quote]) -> "SectionPlan":
        """With these too, as far as it does not have them."""
        held = {q.quote_id for q in self.quotes}
        new = (q for q in quotes if q.quote_id not in held)
        return self.model_copy(update={"quotes": (*self.quotes, *new)})


class Outline(Frozen):
    """Before its sections are written. `language` is the question's, by its English name."""

    title: str = Field(min_length=1)
    language: str = "English"
    sections: tuple[SectionPlan, ...]
    more_follow: bool = False
    """Whether sections come after these that are not planned yet."""


class Draft(Frozen):
    """A section as a model wrote it, before references are numbered. `text` has no tags; `[12]`
    cites the quote with the id `q12`. Offsets refer to it. Cells name no references yet."""

    plan: SectionPlan
    text: str
    tldr: str = ""
    highlights: tuple[Highlight, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    table: Table | None = None
    origin: str = ""
    """The model that wrote it."""

    def with_table(self, table: Table | None, quotes: Iterable[Quote]) -> "Draft":
        """With this table and the quotes that it rests on."""
        plan = self.plan.with_quotes(quotes)
        return self.model_copy(update={"table": table, "plan": plan})
