"""The page settings."""

from myscholar.surfaces.web.components import frame


def page() -> None:
    frame.show("Settings")


page()
