"""The page runs."""

from myscholar.surfaces.web.components import frame


def page() -> None:
    frame.show("Runs")


page()
