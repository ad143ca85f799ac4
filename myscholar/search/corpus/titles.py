"""A readable title for a paper whose title is not known."""

from collections.abc import Sequence

from myscholar.domain.papers import Paper, Passage, short_authors
from myscholar.domain.text import shorten


def derived_title(authors: Sequence[str], year: int | None, text: str) -> str:
    """ "Rego et al. (2021)"; without authors the first words of the text, in square brackets."""
    if not authors:
        return f"[{shorten(text, 80)}]" if text.strip() else "[untitled]"
    return f"{short_authors(tuple(authors))} ({year or 'n.d.'})"


def has_known_title(paper: Paper) -> bool:
    """Whether the title is the paper's own, so that searching its words makes sense."""
    text = paper.passages[0].text if paper.passages else ""
    return paper.title != derived_title(paper.authors, paper.year, text)


def indexed_text(paper: Paper, passage: Passage | None) -> str:
    """What is searched: the paper's own title and the passage."""
    title = paper.title if has_known_title(paper) else ""
    return "\n".join(part for part in (title, passage.text if passage else "") if part)
