"""A report while it is written: its sections as far as they have come, in the look of the finished
one."""

from functools import lru_cache

from myscholar.domain.model import Frozen
from myscholar.text.notation import settled
from myscholar.views.report_view import growing_parts
from myscholar.views.run_watch import Watched
from myscholar.views.section_text import PartView

WRITING = "Writing"


class LiveSection(Frozen):
    """`name` tells it apart from the others while it grows; `title` is empty as long as it is not
    known."""

    name: str
    title: str
    parts: tuple[PartView, ...]


class LiveView(Frozen):
    """`news` says in one line how far the writing is; it changes only when a section is done."""

    sections: tuple[LiveSection, ...]
    news: str
    is_over: bool


def live_view(watched: Watched) -> LiveView:
    writing = next((step for step in watched.steps if step.name == WRITING), None)
    return LiveView(
        sections=tuple(
            LiveSection(
                name=part.name, title=title or part.name.capitalize(), parts=_parts(part.text)
            )
            for part, title in zip(watched.parts, watched.titles, strict=True)
            if part.text.strip()
        ),
        news=f"{writing.done} of {writing.total} sections are written."
        if writing and writing.total
        else "",
        is_over=watched.is_over or (writing is not None and writing.state == "done"),
    )


@lru_cache(maxsize=64)
def _parts(text: str) -> tuple[PartView, ...]:
    """Kept, as most sections have not grown since the last look."""
    shown = settled(text)
    return growing_parts(shown) if shown.strip() else ()
