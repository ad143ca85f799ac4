"""What words ask of a report beside what is to be told: tables and other forms, a place, ideas, the
reader's own work, conditions on papers. Read once, where an action is made."""

import re
from collections.abc import Iterable

from myscholar.domain.actions import Wish
from myscholar.text.lexicons import pattern

_PATTERNS = {wish: pattern(f"wishes.{wish}") for wish in Wish}
_FORMS = Wish.TABLE, Wish.FIGURE, Wish.CODE, Wish.HEADINGS, Wish.FORMULAS, Wish.LIST
_LIMITS = (
    *(Wish.VENUE, Wish.FIELD, Wish.MIN_CITATIONS, Wish.OPEN_ACCESS),
    *(Wish.YEAR_MIN, Wish.YEAR_MAX),
)
_NOT_OF_REPORT = pattern("wishes.not_of_report")
_GIVES = pattern("wishes.gives")


def wishes_in(tldr: str, text: str) -> tuple[Wish, ...]:
    """What an action's words ask for, as far as rules see it. What it might help with is no
    wish for a form or a place."""
    return (
        *forms_in(f"{tldr}. {text.partition('which might help')[0]}"),
        *_found((Wish.FIRST, Wish.LAST), f"{tldr}. {text.partition(', which ')[0]}"),
        *_found((Wish.OWN_WORK,), text.partition(", which might")[0]),
        *_found((Wish.SIDE_BY_SIDE, Wish.IDEAS), text),
        *limits_in(text, tldr),
    )


def forms_in(asked: str) -> tuple[Wish, ...]:
    """Not those that are to be avoided, that papers are to have ("papers with diagrams"), or that
    are the topic ("a section on charts")."""
    return tuple(
        form
        for form in _FORMS
        if any(_is_wanted(asked, m.start()) for m in _PATTERNS[form].finditer(asked))
    )


def limits_in(*texts: str) -> tuple[Wish, ...]:
    """The conditions on papers that the words speak of, whether or not rules can read them."""
    return _found(_LIMITS, " ".join(texts))


def _found(wishes: Iterable[Wish], said: str) -> tuple[Wish, ...]:
    return tuple(wish for wish in wishes if _PATTERNS[wish].search(said))


def _is_wanted(asked: str, at: int) -> bool:
    before = re.split(r"[.;] ", asked[:at])[-1]
    return bool(_GIVES.search(before)) and not _NOT_OF_REPORT.search(before)
