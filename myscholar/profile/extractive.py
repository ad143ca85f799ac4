"""The profile without a model: counts, comparisons with the background, verbatim quotes. Source: MySQA §2.1; the method is this project's own."""

from collections.abc import Callable, Sequence

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event, Progress, silent
from myscholar.domain.text import counted
from myscholar.errors import NoPapers, NoText
from myscholar.profile.assembly import PER_ASPECT, cited_passages, paper_notes, profile_paper
from myscholar.profile.audience import draft_audience
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.knowledge import draft_knowledge
from myscholar.profile.leftover import draft_leftover
from myscholar.profile.positions import draft_positions
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.profile.research_style import draft_research_style
from myscholar.profile.safeguards import withheld
from myscholar.profile.topics import key_phrases
from myscholar.profile.wording import Shelf, listed, short_title
from myscholar.profile.writing_style import draft_writing_style
from myscholar.text.background import Background

_DRAFTERS: tuple[tuple[ProfileAspect, Callable[[Desk], list[Draft]]], ...] = (
    (ProfileAspect.KNOWLEDGE, draft_knowledge),
    (ProfileAspect.POSITIONS, draft_positions),
    (ProfileAspect.RESEARCH_STYLE, draft_research_style),
    (ProfileAspect.AUDIENCE, draft_audience),
    (ProfileAspect.WRITING_STYLE, draft_writing_style),
)
"""In the order of the claim on good quotes: a sentence shown once is shown again only where there is no other."""


def infer_profile(
    papers: Sequence[Paper],
    *,
    background: Background,
    now: str,
    profile_id: ProfileId,
    name: str,
    progress: Progress = silent,
) -> Profile:
    """Up to five inferences an aspect, each with counts and verbatim quotes. `now` is an ISO 8601 time.

    Every paper with text is used at least once where it holds one clean sentence. Raises NoPapers, or NoText if there are only titles.
    """
    if not papers:
        raise NoPapers()
    read = read_papers(papers)
    if not read:
        raise NoText(len(papers))
    progress(Event(step="Reading papers", message="with text", done=len(read), total=len(read)))
    unread = tuple(p.title for p in papers if p.paper_id not in {r.paper.paper_id for r in read})
    desk = Desk(Shelf(read, unread), background, key_phrases(read, background))
    drafted: dict[ProfileAspect, list[Draft]] = {}
    for done, (aspect, draft) in enumerate(_DRAFTERS, start=1):
        drafted[aspect] = draft(desk)
        progress(Event(step="Inferring", message=aspect.label, done=done, total=len(_DRAFTERS)))
    inferences, n_withheld = _chosen(drafted, desk)
    progress(Event(step="Checking", message=counted(len(inferences), "inference"), done=1, total=1))
    return Profile(
        profile_id=profile_id,
        name=name,
        created_at=now,
        papers=tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        inferences=inferences,
        passages=cited_passages(inferences, read),
        n_withheld=n_withheld,
        notes=_notes(papers, read, inferences),
    )


def _chosen(drafted: dict[ProfileAspect, list[Draft]], desk: Desk) -> tuple[tuple[Inference, ...], int]:
    """The first five of each aspect that the safeguards let pass; papers left out so far take a place in the knowledge aspect."""
    n_withheld = 0
    kept: dict[ProfileAspect, list[Draft]] = {}
    for aspect in ProfileAspect:
        safe = [d for d in drafted[aspect] if not withheld(d.text)]
        n_withheld += len(drafted[aspect]) - len(safe)
        kept[aspect] = safe[:PER_ASPECT]
    used = {s.paper_id for drafts in kept.values() for d in drafts for s in d.supports}
    left = [p for p in desk.shelf.papers if p.paper.paper_id not in used]
    extra = [d for p in left if (d := draft_leftover(desk, p)) and not withheld(d.text)]
    if extra:
        kept[ProfileAspect.KNOWLEDGE] = [*kept[ProfileAspect.KNOWLEDGE][: max(0, PER_ASPECT - len(extra))], *extra][
            : max(PER_ASPECT, len(extra))
        ]
    return tuple(d.finished(n) for aspect in ProfileAspect for n, d in enumerate(kept[aspect], start=1)), n_withheld


def _notes(papers: Sequence[Paper], read: Sequence[ReadPaper], inferences: Sequence[Inference]) -> tuple[str, ...]:
    """What the reader should know: what shows nothing, what could not be quoted, and what holds of the papers."""
    notes = []
    silent_aspects = [a.label.lower() for a in ProfileAspect if not any(i.aspect is a for i in inferences)]
    if silent_aspects:
        notes.append(f"These papers show nothing on {listed(silent_aspects, 'or')} that is both unusual and quotable.")
    used = {s.paper_id for i in inferences for s in i.supports}
    silent_ones = [short_title(p) for p in read if p.paper.paper_id not in used]
    if silent_ones:
        notes.append(f"No clean sentence that could be quoted was found in {listed(silent_ones)}.")
    return (*notes, *paper_notes(papers, read))
