"""What both engines put into a profile beside the inferences: the papers, the cited passages, notes
on the papers."""

from collections import Counter
from collections.abc import Sequence

from myscholar.domain.papers import Paper, Passage, Relation, TextSource
from myscholar.domain.profile import Inference, ProfilePaper
from myscholar.domain.text import counted, fold, listed
from myscholar.profile.drafts import title_passage
from myscholar.profile.reading import MAX_PASSAGES, ReadPaper
from myscholar.profile.wording import short_title

PER_ASPECT = 5
"""Inferences an aspect. Source: MySQA D.1."""


def profile_paper(paper: Paper, number: int) -> ProfilePaper:
    return ProfilePaper(
        paper_id=paper.paper_id,
        number=number,
        title=paper.title,
        authors=paper.authors,
        year=paper.year,
        venue=paper.venue,
        relation=paper.relation or Relation.MINE,
        text_source=paper.text_source,
    )


def cited_passages(
    inferences: Sequence[Inference], read: Sequence[ReadPaper]
) -> tuple[Passage, ...]:
    ids = {e.passage_id for i in inferences for s in i.supports for e in s.evidence}
    return tuple(
        p
        for paper in read
        for p in (title_passage(paper.paper), *paper.paper.passages)
        if p.passage_id in ids
    )


def paper_notes(papers: Sequence[Paper], read: Sequence[ReadPaper]) -> tuple[str, ...]:
    """What the reader should know of the papers: which had no text or little, which were cut, whose
    they seem to be."""
    notes = []
    ids = {p.paper.paper_id for p in read}
    unread = [f"“{p.title}”" for p in papers if p.paper_id not in ids]
    if unread:
        notes.append(
            f"{counted(len(unread), 'paper')} without text took no part ({listed(unread)}); every "
            f"count is of the {counted(len(read), 'paper')} with text."
        )
    if len(read) == 1:
        notes.append(
            "Only one paper has text, so nothing here can be called a habit. Add more papers for "
            "a fuller profile."
        )
    cut = [short_title(p) for p in read if len(p.paper.readable) > MAX_PASSAGES]
    if cut:
        notes.append(f"Only the first {MAX_PASSAGES:,} paragraphs were read of {listed(cut)}.")
    short = [p for p in papers if p.text_source in (TextSource.ABSTRACT, TextSource.SNIPPETS)]
    if short:
        notes.append(
            f"Of {counted(len(short), 'paper')} only the abstract or some passages were at hand."
        )
    if _share_no_author(papers):
        notes.append(
            "No two of these papers share an author. If they are papers you read, mark them as "
            "followed."
        )
    if any(p.relation is Relation.FOLLOWED for p in papers):
        notes.append(
            "Papers you follow are named as such; nothing says that you did what they did."
        )
    return tuple(notes)


def _share_no_author(papers: Sequence[Paper]) -> bool:
    authors = Counter(fold(a) for p in papers for a in dict.fromkeys(p.authors))
    known = all(p.authors and p.relation is not Relation.FOLLOWED for p in papers)
    return len(papers) > 2 and known and max(authors.values()) == 1
