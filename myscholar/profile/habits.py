"""Habits that a pattern of words shows, counted in the researcher's papers and in the background."""

import re
from typing import NamedTuple


class Habit(NamedTuple):
    """`pattern` is looked for in the title only if `in_title`, else in title and abstract."""

    name: str
    pattern: re.Pattern[str]
    in_title: bool = False

    def is_shown(self, title: str, abstract: str) -> bool:
        return bool(self.pattern.search(title if self.in_title else f"{title}\n{abstract}"))


TITLE_HABITS = (
    Habit("title question", re.compile(r"\?"), in_title=True),
    Habit("title colon", re.compile(r":\s"), in_title=True),
    Habit(
        "title coined name",
        re.compile(r"^(?=[^:]{2,22}:)(?:[\w+-]*[A-Z][\w+-]*[A-Z0-9+][\w+-]*|[A-Z][a-z]+-?[A-Z]\w*)\s?\+*:"),
        in_title=True,
    ),
)
