"""Whether what a model says is a statement about the papers: a paper that gives orders may have one
copied, and what is said of the person alone is no profile's."""

import re
from collections.abc import Collection, Iterable

from myscholar.profile.llm.material import PaperText, ProfileMaterial
from myscholar.text.lexicons import pattern
from myscholar.text.safeguards import addresses_in

_PAPERS = pattern("inferences.papers")
_SOMEONE = pattern("safeguards.someone")
_TAG = re.compile(r"<[/!?a-z]", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*+")


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
    there is nothing."""
    if match := next(addresses_in(statement), None) or _TAG.search(statement):
        return f"holds “{match[0]}”: write plain words, without addresses and markup."
    known = {n for paper in supporting for n in _numbers_of(paper)}
    known |= {n for count in material.counts for n in _NUMBER.findall(count.text)}
    known |= {str(n) for n in range(len(material.papers) + 1)}
    strange = [n for n in _NUMBER.findall(statement) if n not in known]
    return f"says {strange[0]}, which stands in no paper that supports it." if strange else ""


def _numbers_of(paper: PaperText) -> list[str]:
    """Of all its passages: what is quoted may stand beside what is shown."""
    texts = (paper.title, str(paper.year), *(p.passage.text for p in paper.paragraphs))
    return [n for text in texts for n in _NUMBER.findall(text)]
