"""Values that stand in a paper's sentences: names, numbers of things, and parts that a pattern
cuts out."""

import re
from collections.abc import Iterable, Sequence, Set

from myscholar.domain.tables import PaperCell
from myscholar.domain.text import Span, one_line
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.text.lexicons import pattern, read_lexicon, words
from myscholar.text.terms import phrase_key, stem, tokens

MOST_NAMES = 20
"""Names in a cell; by hand."""
NEAR = 4
"""Words behind a number among which stands what it counts; by hand."""
_NUMBER = pattern("table_columns.number")
_AMOUNT = pattern("table_columns.amount")
_PERSONS = pattern("table_columns.persons")
_DIGITS = pattern("table_columns.scale")
_VALUES = map(float, read_lexicon("table_columns")["scale"]["values"].split())
_TIMES = dict(zip(words("table_columns.scale"), _VALUES, strict=True))
Own = Sequence[CandidateSentence]


def cell_of(text: str, statements: Iterable[CandidateSentence]) -> PaperCell:
    return PaperCell(text=text, evidence=tuple(dict.fromkeys(s.evidence() for s in statements)))


def find_names(own: Own, names: re.Pattern[str]) -> PaperCell | None:
    """All that the sentences name, each once, in their order."""
    found: dict[str, tuple[str, CandidateSentence]] = {}
    for s in own:
        for m in names.finditer(s.text):
            found.setdefault(phrase_key(m["what"]), (one_line(m["what"]), s))
    listed = list(found.values())[:MOST_NAMES]
    return (
        cell_of(", ".join(name for name, _ in listed), [s for _, s in listed]) if listed else None
    )


def find_part(own: Own, wanted: re.Pattern[str]) -> PaperCell | None:
    """`what` of the first sentence that has it."""
    found = next(((s, m) for s in own if (m := wanted.search(s.text))), None)
    return cell_of(one_line(found[1]["what"]), [found[0]]) if found else None


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
        behind = tokens(text[number.end() :])[:NEAR]
        if ends := [t.end for t in behind if stem(t.text) in things]:
            amounts.append(Span(number.start(), number.end() + ends[-1]).of(text))
    return amounts


def _size(amount: str) -> float:
    """Of "2,000 data instances" 2000; of a number in words 0."""
    digits = _DIGITS.search(amount)
    if not digits:
        return 0.0
    scale = (digits["scale"] or "").casefold()
    return float(digits["digits"].replace(",", "")) * _TIMES.get(scale, 1.0)
