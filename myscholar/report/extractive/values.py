"""Values that stand in a paper's sentences: names, numbers of things, and parts that a pattern
cuts out."""

import re
from collections.abc import Iterable, Sequence, Set
from itertools import takewhile

from myscholar.domain.tables import PaperCell
from myscholar.domain.text import Span, one_line
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.text.lexicons import pattern, read_lexicon, word_set, words
from myscholar.text.terms import Token, phrase_key, stem, tokens

MOST_NAMES = 20
"""Names in a cell; by hand."""
NEAR = 4
"""Words behind a number among which stands what it counts; by hand."""
_PREPOSITIONS = word_set("table_columns.prepositions")
_NUMBER = pattern("table_columns.number")
_AMOUNT = pattern("table_columns.amount")
_KIND = pattern("table_columns.kind_of_material")
_CUT_END = pattern("table_columns.cut_end")
_HANGS = pattern("table_columns.hangs")
_BEATEN = pattern("table_columns.beaten")
_UNNAMED = pattern("table_columns.unnamed")
_NAME = pattern("table_columns.name")
_PERSONS = pattern("table_columns.persons")
_DIGITS = pattern("table_columns.scale")
_VALUES = map(float, read_lexicon("table_columns")["scale"]["values"].split())
_TIMES = dict(zip(words("table_columns.scale"), _VALUES, strict=True))
Own = Sequence[CandidateSentence]


def cell_of(text: str, statements: Iterable[CandidateSentence]) -> PaperCell:
    text = _CUT_END.sub("", text)
    return PaperCell(text=text, evidence=tuple(dict.fromkeys(s.evidence() for s in statements)))


def find_names(own: Own, *names: re.Pattern[str]) -> PaperCell | None:
    """All that the sentences name by any of the patterns, each once, in their order."""
    found: dict[str, tuple[str, CandidateSentence]] = {}
    for s in own:
        end = 0
        for m in sorted((m for n in names for m in n.finditer(s.text)), key=_longest_first):
            key = phrase_key(_KIND.sub("", m["what"]))
            if m.start("what") >= end and not any(f" {key} " in f" {held} " for held in found):
                found[key] = (one_line(m["what"]), s)
                end = m.end("what")
    listed = list(found.values())[:MOST_NAMES]
    return (
        cell_of(", ".join(name for name, _ in listed), [s for _, s in listed]) if listed else None
    )


def _longest_first(found: re.Match[str]) -> tuple[int, int]:
    return found.start("what"), -found.end("what")


def find_part(own: Own, wanted: re.Pattern[str]) -> PaperCell | None:
    """What the pattern names of the first sentence that has it and does not lean on another."""
    found = ((one_line(m[m.lastgroup or 0]), s) for s in own for m in wanted.finditer(s.text))
    part, statement = next(((t, s) for t, s in found if not _HANGS.search(t)), ("", None))
    return cell_of(part, [statement]) if statement else None


def find_rivals(own: Own) -> PaperCell | None:
    """All that the sentences measure something against by name, else what they call it."""
    said = [(one_line(m["what"]), s) for s in own for m in _BEATEN.finditer(s.text)]
    names = ((m["what"], s) for what, s in said for m in _NAME.finditer(what))
    named = {name: s for name, s in names if not _is_in(name, s.paper.title)}
    named = named or {what: s for what, s in said if not _UNNAMED.search(what)}
    return cell_of(", ".join(named), named.values()) if named else None


def _is_in(name: str, title: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", title))


def find_number(own: Own, things: Set[str], *, of_persons: bool = False) -> PaperCell | None:
    """The largest number of the things with these stems, else of people or, unless `of_persons`,
    of anything else that studies count; one in words counts people only."""
    found = [(amount, s) for s in own for amount in _amounts(s.text, things)]
    if not things:
        found = [
            (amount, s)
            for amount, s in found
            if _PERSONS.search(amount) or (_size(amount) and not of_persons)
        ]
    if not found:
        return None
    amount, chosen = max(found, key=lambda each: _size(each[0]))
    return cell_of(one_line(amount), [chosen])


def _amounts(text: str, things: Set[str]) -> list[str]:
    """From each number to the thing within its next NEAR words."""
    if not things:
        return [m.group() for m in _AMOUNT.finditer(text)]
    amounts = []
    for number in _NUMBER.finditer(text):
        behind = takewhile(_is_beside, tokens(text[number.end() :])[:NEAR])
        if ends := [t.end for t in behind if stem(t.text) in things]:
            amounts.append(Span(number.start(), number.end() + ends[-1]).of(text))
    return amounts


def _is_beside(token: Token) -> bool:
    """Whether a number may count what stands behind the word: not "six tasks from 30 videos"."""
    return token.text.casefold() not in _PREPOSITIONS


def _size(amount: str) -> float:
    """Of "2,000 data instances" 2000; of a number in words 0."""
    digits = _DIGITS.search(amount)
    if not digits:
        return 0.0
    scale = (digits["scale"] or "").casefold()
    return float(digits["digits"].replace(",", "")) * _TIMES.get(scale, 1.0)
