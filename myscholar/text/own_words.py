"""What a person's own statement about their work affirms, and the phrases that it names."""

import re
from collections.abc import Iterator, Sequence

from myscholar.text.common_words import split_words
from myscholar.text.lexicons import pattern
from myscholar.text.question_topics import topic_phrases
from myscholar.text.terms import phrase_key, tokens

MOST_TERMS = 5
_DENIES = pattern("questions.denial")
_CLAUSE_ENDS = re.compile(r"[,;:.!?()]|\s[–—-]\s|\b(?:but|although|though|while|whereas)\b", re.I)
_PREDICATE = re.compile(
    r"(?P<subject>\b(?:I|we|(?:your|my|our|the|these|\d+) papers|it)\b)(?: (?:also|often|mostly"
    r"|mainly|usually|always))? (?!on\b|about\b)[a-z]+\b|\bhow (?:[a-z]+(?:worthy|able|ible|ful"
    r"|ous|ive|less|ly)|good|well|much|many|often|large|robust|strong|valid|fair|sound|accurate) ",
    re.I,
)
"""What people do, and what is asked of a thing ("how trustworthy"): no topics."""
_OF_THE_TRADE = split_words("""
    abstract abstracts attention author authors conference group interest lab mention mentions one
    paper papers per publication publications read reads reader readers return returning returns
    share shares term terms time times title titles use uses wording words work works write writes
    writing
""")
"""Words with which profiles speak of papers, whatever these are about."""


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
    said = _PREDICATE.sub(lambda m: f"{m['subject'] or 'how'}; ", drop_denials(text))
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
