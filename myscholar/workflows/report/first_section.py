"""The first section of a report, begun before the rest of the outline is there."""

import asyncio
from collections.abc import Awaitable

from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.report.llm.verify import Checked
from myscholar.runs.run import StepWork
from myscholar.workflows.report.context import ReportContext
from myscholar.workflows.report.material import GatheredMaterial
from myscholar.workflows.report.records import ReportMaterial
from myscholar.workflows.report.writing import write_one


class FirstSection:
    """Begun as soon as its plan stands in the growing outline; the final outline keeps it, or it is
    written anew.

    It is written from its own plan alone, whether the vendor lets an outline be seen growing or
    not, so that a resumed run writes the same.
    """

    def __init__(self, context: ReportContext, gathered: GatheredMaterial) -> None:
        self._context = context
        self._gathered = gathered
        self._plan: SectionPlan | None = None
        self._begun: asyncio.Future[Checked] | None = None

    def begin(self, plan: SectionPlan) -> None:
        """Called on the event loop, with the first plan that the growing outline has."""
        if self._plan is None:
            self._plan = plan
            self._begun = asyncio.ensure_future(self._write(plan))

    async def beside(self, outlining: Awaitable[Outline]) -> Outline:
        """The outline. Where it fails, a section that is being written is finished first: it is
        paid for, and its answer is kept."""
        try:
            return await outlining
        except asyncio.CancelledError:
            if self._begun:
                self._begun.cancel()
            raise
        except Exception:
            await self._put_away()
            raise

    def as_outlined(self, material: ReportMaterial) -> StepWork[Checked]:
        """The section, with the plan that the final outline has for it."""

        async def write() -> Checked:
            outline = material.outline
            if self._begun and self._plan == outline.sections[0]:
                return await self._begun
            await self._put_away()
            if len(outline.sections) > 1:
                return await self._write(outline.sections[0])
            return await write_one(self._context, material, 0)

        return write

    async def _write(self, plan: SectionPlan) -> Checked:
        """From the outline as far as it is known when the section is begun."""
        alone = Outline(
            title=self._context.question,
            language=self._gathered.plan.language,
            sections=(plan,),
            more_follow=True,
        )
        return await write_one(self._context, self._gathered.outlined(alone), 0)

    async def _put_away(self) -> None:
        if self._begun:
            await see(self._begun)


async def see(begun: "asyncio.Future[Checked]") -> None:
    """Waits for it, so that its error counts as seen: whether it is needed is decided elsewhere."""
    await asyncio.wait((begun,))
    if not begun.cancelled():
        begun.exception()
