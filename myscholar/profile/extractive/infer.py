"""The profile without a model: counts, comparisons with the background, verbatim quotes. Source:
MySQA §2.1; the method is this project's own."""

from collections.abc import Callable, Sequence

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, listed
from myscholar.errors import NoPapers, NoText
from myscholar.profile.assembly import cited_passages, paper_notes, profile_paper
from myscholar.profile.carry_over import carry_over
from myscholar.profile.drafts import DraftContext, InferenceDraft
from myscholar.profile.extractive.knowledge import draft_knowledge, draft_phrases, draft_titles
from myscholar.profile.extractive.positions import draft_positions
from myscholar.profile.extractive.research_style import draft_research_style
from myscholar.profile.key_phrases import key_phrases
from myscholar.profile.reading import ReadPaper, read_papers, with_titles
from myscholar.profile.style import draft_writing_style, measure_style
from myscholar.profile.wording import PaperSet, short_title
from myscholar.text.background import Background
from myscholar.text.safeguards import is_of_the_person

FEWEST, MOST, LEAST_OF_KNOWLEDGE = 8, 12, 5
"""Inferences of a profile, where the papers carry them; so many of them may be on knowledge,
however many the other aspects have. By hand; half of the fewest costs 8 of 98 inferences."""
_DRAFTERS: tuple[tuple[ProfileAspect, Callable[[DraftContext], list[InferenceDraft]], int], ...] = (
    (ProfileAspect.POSITIONS, draft_positions, 4),
    (ProfileAspect.KNOWLEDGE, draft_knowledge, 8),
    (ProfileAspect.RESEARCH_STYLE, draft_research_style, 3),
    (ProfileAspect.WRITING_STYLE, draft_writing_style, 1),
)
"""In the order of the claim on good quotes, with the most lines that each may give. Nothing in a
paper tells reliably whom it is for."""


def infer_profile(
    papers: Sequence[Paper],
    *,
    background: Background,
    now: str,
    profile_id: ProfileId,
    name: str,
    progress: Progress = ignore,
    base: Profile | None = None,
) -> Profile:
    """Eight to twelve inferences where the papers carry them, with counts and verbatim quotes, and
    measures of style. `now` is an ISO 8601 time. What still holds of a `base` is carried over.

    Raises NoPapers, or NoText if there are only titles.
    """
    if not papers:
        raise NoPapers()
    read = read_papers(papers)
    if not read:
        raise NoText(len(papers))
    progress(Event(step="Reading papers", message="with text", done=len(read), total=len(read)))
    titled = with_titles(papers, read)
    desk = DraftContext(PaperSet(titled), background, key_phrases(titled, background))
    drafted, n_withheld = _drafted(desk, progress)
    inferences = tuple(
        d.finished(n)
        for aspect in ProfileAspect
        for n, d in enumerate(drafted.get(aspect, ()), start=1)
    )
    if base:
        inferences = carry_over(base, inferences, titled)
    progress(Event(step="Checking", message=counted(len(inferences), "inference"), done=1, total=1))
    return Profile(
        profile_id=profile_id,
        name=name,
        created_at=now,
        papers=tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        inferences=inferences,
        passages=cited_passages(inferences, titled),
        measures=measure_style(desk.speaking, background),
        n_withheld=n_withheld,
        notes=_notes(papers, titled, inferences),
    )


def _drafted(
    desk: DraftContext, progress: Progress
) -> tuple[dict[ProfileAspect, list[InferenceDraft]], int]:
    """What is told of each aspect, and how much the safeguards withheld."""
    drafted: dict[ProfileAspect, list[InferenceDraft]] = {}
    n_withheld = 0
    for done, (aspect, draft, most) in enumerate(_DRAFTERS, start=1):
        drafts = draft(desk)
        shown = [d for d in drafts if not is_of_the_person(d.text, d.supports)]
        drafted[aspect] = shown[:most]
        n_withheld += len(drafts) - len(shown)
        progress(Event(step="Inferring", message=aspect.label, done=done, total=len(_DRAFTERS)))
    knowledge = drafted[ProfileAspect.KNOWLEDGE]
    n_others = sum(map(len, drafted.values())) - len(knowledge)
    del knowledge[max(LEAST_OF_KNOWLEDGE, MOST - n_others) :]
    n_missing = max(0, FEWEST - n_others - len(knowledge))
    told = {s.paper_id for drafts in drafted.values() for d in drafts for s in d.supports}
    knowledge += [*draft_titles(desk, told), *draft_phrases(desk)][:n_missing]
    return drafted, n_withheld


def _notes(
    papers: Sequence[Paper], read: Sequence[ReadPaper], inferences: Sequence[Inference]
) -> tuple[str, ...]:
    """What the reader should know: whose papers stand behind no inference, and what holds of the
    papers."""
    notes = []
    used = {s.paper_id for i in inferences for s in i.supports}
    silent_ones = [short_title(p) for p in read if p.paper.paper_id not in used]
    if silent_ones:
        notes.append(
            f"No inference rests on {listed(silent_ones)}: what "
            f"{'it says' if len(silent_ones) == 1 else 'they say'} of the authors' own work could "
            "not be quoted, or others said more."
        )
    if bare := [short_title(p) for p in read if not p.sentences]:
        notes.append(
            f"Of {counted(len(bare), 'paper')} only the title was at hand ({listed(bare)})."
        )
    return (*notes, *paper_notes(papers, read))
