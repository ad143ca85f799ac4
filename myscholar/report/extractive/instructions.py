"""Edit instructions in plain words, as far as they are understood without a language model."""

import re
from collections.abc import Sequence
from enum import StrEnum

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.model import Frozen
from myscholar.domain.text import counted
from myscholar.errors import InputError
from myscholar.text.lexicons import pattern, word_set, words
from myscholar.text.question_topics import is_asking
from myscholar.text.terms import content_stems

UNDERSTOOD = (
    "Without a language model I understand: “shorten section 2”, “lengthen the last section”, "
    "“remove the section on X”, "
    "“move section 3 to the top”, “swap sections 1 and 2”, “write section 2 as a list”, “add a "
    "section on X” and “only papers after 2021”. "
    "Sections go by number or title."
)


class EditKind(StrEnum):
    SHORTEN = "shorten"
    LENGTHEN = "lengthen"
    REMOVE = "remove"
    MOVE = "move"
    SWAP = "swap"
    LIST = "list"
    ADD = "add"
    LIMIT = "limit"


class ReportEdit(Frozen):
    """`sections` are places counted from 0; `place` is where a moved section comes to stand."""

    kind: EditKind
    sections: tuple[int, ...] = ()
    place: int = 0
    topic: str = ""
    filters: SearchFilters = SearchFilters()


_NUMBERED = pattern("instructions.numbered")
_SWAPPED = pattern("instructions.swapped")
_COUNT = pattern("instructions.count")
_POLITE = pattern("action_words.polite")
_ADD = pattern("instructions.add")
_SWAP = pattern("instructions.swap")
_MOVE = pattern("instructions.move")
_TARGET = pattern("instructions.target")
_BEHIND = word_set("instructions.behind")
_LIST = pattern("instructions.list")
_KINDS = {
    kind: pattern(f"instructions.{kind}")
    for kind in (EditKind.SHORTEN, EditKind.LENGTHEN, EditKind.REMOVE)
}
_WHOLE = pattern("instructions.whole")


def read_instruction(
    instruction: str, titles: Sequence[str], *, limit: SearchFilters = SearchFilters()
) -> ReportEdit:
    """The edit that the words ask for; `limit` are filters that they name, if that is all they do.
    Raises InputError for what is not understood."""
    said = _POLITE.sub("", instruction.strip()).strip(" .!?")
    if not limit.is_empty:
        return ReportEdit(kind=EditKind.LIMIT, filters=limit)
    if added := _ADD.search(said):
        return _added(added)
    if _SWAP.search(said):
        return _swap(said, titles)
    if (moved := _MOVE.search(said)) and not _LIST.search(said):
        return _move(moved, said, titles)
    if _LIST.search(said):
        sections = _sections(_LIST.sub("", said), titles, whole=True)
        return ReportEdit(kind=EditKind.LIST, sections=sections)
    for kind, asks in _KINDS.items():
        if asks.search(said):
            sections = _sections(said, titles, whole=kind is not EditKind.REMOVE)
            return ReportEdit(kind=kind, sections=sections)
    raise InputError(UNDERSTOOD)


def _added(found: re.Match[str]) -> ReportEdit:
    topic = (found["after"] or found["before"] or "").strip(" .,;“”\"'")
    if found["after"] and (found["before"] or "").casefold() == "background":
        topic = f"background {topic}"
    if not content_stems(topic):
        raise InputError(
            "The instruction does not say what the section is to be on. Write, for example: add a "
            "section on datasets."
        )
    return ReportEdit(kind=EditKind.ADD, topic=topic)


def _swap(said: str, titles: Sequence[str]) -> ReportEdit:
    numbers = [_place(found) for found in _COUNT.findall(said)]
    if len(numbers) != 2:
        parts = _SWAPPED.split(said.partition(" ")[2], maxsplit=1)
        numbers = [_section(part, titles) for part in parts]
    if len(numbers) != 2 or max(numbers) >= len(titles):
        raise InputError(f"The report has {counted(len(titles), 'section')}. {UNDERSTOOD}")
    return ReportEdit(kind=EditKind.SWAP, sections=tuple(numbers))


def _move(verb: re.Match[str], said: str, titles: Sequence[str]) -> ReportEdit:
    last = len(titles) - 1
    if verb["end"]:
        moved = _section(said[verb.end() :], titles)
        place = last if verb["end"].casefold() == "end" else 0
        return ReportEdit(kind=EditKind.MOVE, sections=(moved,), place=place)
    target = _TARGET.search(said)
    if not target:
        raise InputError(f"The instruction does not say where the section goes. {UNDERSTOOD}")
    moved = _section(said[: target.start()], titles)
    if target["front"] is not None:
        place = 0
    elif target["back"] is not None:
        place = last
    elif target["at"] is not None:
        place = min(_place(target["at"]), last)
    else:
        other = _section(target["other"], titles)
        behind = target["way"].casefold() in _BEHIND
        place = other + behind - (moved < other)
    return ReportEdit(kind=EditKind.MOVE, sections=(moved,), place=place)


def _place(count: str) -> int:
    """From 0, of "2", "2nd", "two" or "second"."""
    said = count.casefold()
    if said[0].isdigit():
        return int(said[0]) - 1
    ordinals = words("numbers.ordinals")
    return ordinals.index(said) if said in ordinals else words("numbers.cardinals").index(said) - 1


def _section(said: str, titles: Sequence[str]) -> int:
    return _sections(said, titles, whole=False)[0]


def _sections(said: str, titles: Sequence[str], *, whole: bool) -> tuple[int, ...]:
    """The section that is named by number, or by the title that shares most words with what is
    said, if there is one such; where none is and the words mean the `whole` report, all of them.
    Raises InputError for none and for a number too high."""
    n = len(titles)
    if found := _NUMBERED.search(said):
        number = n - 1 if found["last"] else _place(found["number"] or found["place"])
        if number < n:
            return (number,)
        raise InputError(
            f"The report has {counted(n, 'section')}; there is no section {number + 1}."
        )
    stems, shares = set(content_stems(said)), list[float]()
    for title in titles:
        own = set(content_stems(title))
        shares.append(len(stems & own) / max(1, len(own)))
    best = max(shares, default=0.0)
    if best >= 0.3 and shares.count(best) == 1:
        return (shares.index(best),)
    if whole and (_WHOLE.search(said) or len(said.split()) < 2):
        return tuple(range(n))
    listed = ", ".join(f"{i} “{title}”" for i, title in enumerate(titles, 1))
    raise InputError(f"No section is called so. The sections are: {listed}. {UNDERSTOOD}")


def is_instruction(said: str, titles: Sequence[str]) -> bool:
    """Whether the words plainly ask for an edit of the report, and are no question."""
    if is_asking(said.strip()):
        return False
    try:
        read_instruction(said, titles)
    except InputError:
        return False
    return True
