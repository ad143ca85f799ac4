"""The report while it is written: sections stream in."""

from myscholar.surfaces.web.components.part import Part
from myscholar.views.live_view import live_view
from myscholar.views.run_watch import Watched

_PART: Part[None] = Part("report_live", None, scripts=("report_text",), styles=("report_text",))


def show(watched: Watched) -> None:
    """Draws nothing as long as no section has begun."""
    if any(part.text.strip() for part in watched.parts):
        _PART.show(
            {"live": live_view(watched).model_dump(mode="json")}, key=f"live-{watched.run_id}"
        )
