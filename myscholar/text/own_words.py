"""What a person's own statement about their work affirms, and the phrases that it names."""

import re
from collections.abc import Iterator, Sequence

from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question_topics import topic_phrases
from myscholar.text.terms import phrase_key, tokens

MOST_TERMS = 5
"""Terms that are taken from the user's own words; by hand."""
_DENIES = pattern("questions.denial")
_CLAUSE_ENDS = re.compile(r"[,;:.!?()]|\s[–—-]\s")
_PREDICATE, _DEGREE = pattern("own_statements.predicate"), pattern("own_statements.degree")
_OF_THE_TRADE = word_set("own_statements.of_papers")


def drop_denials(text: str) -> str:
    """The text without what it denies: from a word of denial to the end of its clause."""
    kept, start = [], 0
    for end in [*(m.end() for m in _CLAUSE_ENDS.finditer(text)), len(text)]:
        clause = text[start:end]
        denial = _DENIES.search(clause)
        kept.append(f"{clause[: denial.start()]}; " if denial else clause)
        start = end
    return "".join(kept)


def own_terms(text: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    """The phrases that the text itself names: the `known` ones that stand in it, then its
    topics."""
    said = _DEGREE.sub("how; ", _PREDICATE.sub(r"\g<subject>; ", drop_denials(text)))
    key = f" {phrase_key(said)} "
    still = [term for term in known if term.strip() and f" {phrase_key(term)} " in key]
    new = [p for p in topic_phrases(said) if not _OF_THE_TRADE.issuperset(_words(p))]
    kept: list[str] = []
    for term in (*still, *new):
        if not any(f" {phrase_key(term)} " in f" {phrase_key(other)} " for other in kept):
            kept.append(term)
    return tuple(kept[:MOST_TERMS])


def _words(phrase: str) -> Iterator[str]:
    return (token.text.casefold() for token in tokens(phrase.replace("-", " ")))
