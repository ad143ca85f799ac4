"""A paper that no inference has used yet gets its own: every paper with text is used at least once. Source: MySQA D.1."""

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.wording import listed


def draft_leftover(desk: Desk, paper: ReadPaper) -> Draft | None:
    """What the paper is about, by its own key phrases and best sentence; None if nothing in it can be quoted."""
    own = [p for p in desk.phrases if paper.number in p.mentions]
    terms = _distinct([(p.mentions[paper.number], p.short_label) for p in own])
    sentence = desk.quote(paper, lambda s: 1.0 + sum(p.is_in(s) for p in own[:20])) or _plainest(paper)
    if sentence is None:
        return None
    subject = desk.shelf.some([paper])
    about = listed(terms) if terms else "a subject that no other paper here shares"
    return Draft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{subject} adds {about}.",
        supports=(desk.support(paper, sentence, "One paper is used here for what it alone adds."),),
        basis=f"Its key phrases, with up to {counted(max((p.mentions[paper.number] for p in own), default=0), 'mention')}.",
        terms=tuple(terms),
    )


def _distinct(labels: list[tuple[int, str]], limit: int = 3) -> list[str]:
    kept: list[str] = []
    for _, label in labels:
        if not any(set(label.lower().split()) & set(k.lower().split()) for k in kept):
            kept.append(label)
    return kept[:limit]


def _plainest(paper: ReadPaper) -> Sentence | None:
    """Where no sentence is clean: the first whole one in letters that has at least four words."""
    for sentence in paper.sentences:
        text = sentence.text
        if 4 <= len(text.split()) <= 60 and sum(c.isalpha() or c.isspace() for c in text) > 0.85 * len(text) and "@" not in text:
            return sentence
    return None
