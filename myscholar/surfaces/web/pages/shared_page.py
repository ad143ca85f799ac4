"""The page shared."""

from myscholar.surfaces.web.components import frame


def page() -> None:
    frame.show("Shared")


page()
