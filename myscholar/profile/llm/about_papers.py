"""Whether what a model says is a statement about the papers: a paper that gives orders may have one
copied, and what is said of the person alone is no profile's."""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from myscholar.profile.llm.material import PaperText, ProfileMaterial
from myscholar.text.lexicons import pattern
from myscholar.text.numbers import unheld_numbers
from myscholar.text.safeguards import addresses_in

_PAPERS = pattern("inferences.papers")
_SOMEONE = pattern("safeguards.someone")
_ARCHIVE = pattern("inferences.archives")
_TAG = re.compile(r"<[/!?a-z][^<>]*+>", re.IGNORECASE)


def names_papers(statement: str, supporting: Iterable[PaperText]) -> bool:
    """Whether it speaks of papers, or calls one that supports it by its title or what stands before
    the colon of it."""
    said = statement.casefold()
    titles = (t.casefold() for p in supporting for t in (p.title, p.title.partition(":")[0]))
    return bool(_PAPERS.search(statement)) or any(t and t in said for t in titles)


def is_on_somebody(statement: str, paper: PaperText) -> bool:
    """Whether it begins with a person, and the paper is not spoken of."""
    return bool(_SOMEONE.match(statement)) and not names_papers(statement, [paper])


def fault_of(statement: str, supporting: Collection[PaperText], material: ProfileMaterial) -> str:
    """What no statement about the papers holds, as the rest of a sentence to the model; empty where
    there is nothing. A number may be written otherwise than in the papers, and rounded."""
    texts = [" ".join(_texts(paper)) for paper in supporting]
    strange = (m[0] for m in addresses_in(statement) if not _is_archived(m[0], texts))
    tags = (m[0] for m in _TAG.finditer(statement) if not any(m[0] in text for text in texts))
    if found := next(chain(strange, tags), None):
        return f"holds “{found}”: write plain words, without addresses and markup."
    papers = map(str, range(len(material.papers) + 1))
    counts = ", ".join([*papers, *(c.text for c in material.counts)])
    number = next(unheld_numbers(statement, (*texts, counts)), None)
    return f"says {number}, which stands in no paper that supports it." if number else ""


def _texts(paper: PaperText) -> Iterator[str]:
    """Of all its passages: what is quoted may stand beside what is shown."""
    yield from (paper.title, *(p.passage.text for p in paper.paragraphs))


def _is_archived(address: str, texts: Iterable[str]) -> bool:
    """Where papers keep their texts, code and data; and one of these gives it."""
    plain = address.strip("<>.,;)")
    return bool(_ARCHIVE.match(plain)) and any(plain in text for text in texts)
