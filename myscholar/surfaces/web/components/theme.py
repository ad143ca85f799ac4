"""Light, dark or like the system: one choice for all pages, kept by the browser. On every page it
also sees to it that a button which moves under the pointer gets its click, that a question is taken
over as it is typed, and that no window stands before the page while its server is gone."""

from myscholar.surfaces.web.components.part import Part

PART: Part[None] = Part(
    "theme", None, scripts=("native_clicks", "live_question", "lost_connection")
)


def keep() -> None:
    """Draws nothing; has the choice hold on this page too."""
    PART.show({"choose": False}, key="theme-keeper")


def choose() -> None:
    PART.show({"choose": True}, key="theme-choice")
