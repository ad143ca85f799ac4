"""Positions: what the papers argue or conclude in their abstracts and titles. Source: MySQA D.2."""

from myscholar.domain.profile import InferenceKind, ProfileAspect
from myscholar.profile.drafts import DraftContext, InferenceDraft
from myscholar.profile.own_work import Deed, OwnClause, spread
from myscholar.profile.reading import ReadPaper
from myscholar.text.lexicons import pattern

_OF_THE_METHOD, _STANDS = pattern("own_work.of_the_method"), pattern("own_work.stands")


def draft_positions(desk: DraftContext) -> list[InferenceDraft]:
    """What abstracts argue, what titles say, then what abstracts find."""
    stands = [
        c
        for p in desk.speaking
        for c in desk.clauses(p)
        if c.deed is Deed.CLAIMS and not _OF_THE_METHOD.search(c.said)
    ]
    titled = [
        _on_title(desk, p, m[0])
        for p in desk.speaking
        if (m := _STANDS.search(p.paper.title.strip()))
    ]
    leading = spread(c for c in stands if c.in_lead and c not in desk.told)
    argued = [_on_clause(desk, c) for c in leading if c.is_argued]
    found = [_on_clause(desk, c) for c in leading if not c.is_argued]
    return [*argued, *titled, *found]


def _on_clause(desk: DraftContext, clause: OwnClause) -> InferenceDraft:
    return desk.single(ProfileAspect.POSITIONS, clause, InferenceKind.POSITION)


def _on_title(desk: DraftContext, paper: ReadPaper, said: str) -> InferenceDraft:
    named = [p for p in desk.phrases if paper.number in p.titles and p.is_established]
    return InferenceDraft(
        aspect=ProfileAspect.POSITIONS,
        text=f"{desk.shelf.some([paper])} says in its title: “{said}”.",
        supports=(desk.support(paper, None, "One paper's title says so."),),
        basis="Its title is a sentence.",
        terms=tuple(p.short_label for p in named[:2]) or (said,),
        kind=InferenceKind.POSITION,
    )
