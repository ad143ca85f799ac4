"""What is never said about a person, whoever made the inference. Source: MySQA §6 (models
infer sensitive traits).

A statement is withheld when it ascribes nationality, native language, ethnicity, gender, age,
health, religion, politics, sexuality or ability to the author ("you are a non-native speaker"). A
topic is not an ascription: "your papers study gender bias" passes.
"""

import re
from collections.abc import Iterable, Iterator

from myscholar.domain.profile import PaperSupport
from myscholar.text.lexicons import pattern

_ASCRIPTION = pattern("safeguards.ascription")
_LIFE = pattern("safeguards.lives"), pattern("safeguards.elsewhere")
_ADDRESS = pattern("safeguards.address")
_MARKS = re.compile(r"\]\(|[*_`\[\]]")
"""Of Markdown, within or about a word."""


def is_of_the_person(statement: str, supports: Iterable[PaperSupport]) -> bool:
    """Whether the statement, an explanation of it or a sentence that it rests on is withheld."""
    told = (text for s in supports for text in (s.explanation, *(e.text for e in s.evidence)))
    return is_withheld(statement) or any(map(is_withheld, told))


def is_withheld(statement: str) -> bool:
    """Whether the statement ascribes a protected trait to the person, so that it must not be shown
    to anyone."""
    plain = _MARKS.sub("", without_addresses(statement.replace("’", "'")))
    return any(p.search(plain) for p in (_ASCRIPTION, *_LIFE))


def addresses_in(text: str) -> Iterator[re.Match[str]]:
    """Links and addresses; no statement on papers needs one, and a paper may order them."""
    return _ADDRESS.finditer(text)


def without_addresses(text: str) -> str:
    """What links show stays."""
    return " ".join(_ADDRESS.sub(lambda m: m["label"] or "", text).split())
