"""Positions: what the papers argue or conclude in their abstracts, or what two papers argue about one topic. Source: MySQA D.2."""

import re

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.own_work import Deed, OwnClause, spread
from myscholar.profile.reading import ReadPaper

_OF_THE_METHOD = re.compile(
    r"\b(?:our|proposed|outperform\w*|state-of-the-art|baselines?|competitive|superior\w*|significant(?:ly)?|comparable|performance|accura\w+|hypothes[ei]s)\b|\d ?%|\d\.\d",
    re.IGNORECASE,
)
"""What every paper finds: its own method does well."""
_STANDS = re.compile(
    r"(?:^|(?<=: ))(?!(?:how|why|what|when|where|which|who|whether|can|do|does|is|are|should|if|not)\b)"
    r"(?:(?!(?:when|if|where|that|which|who|how|what)\b)[^:?\s]+ )+?(?:is|are|do|does|\w+n['’]t|can|cannot|must|should|needs?|matters?)\b(?! ?-)[^:?]*$",
    re.IGNORECASE,
)
"""A title, or its second part, that is a sentence."""


def draft_positions(desk: Desk) -> list[Draft]:
    """Topics on which two papers take a stand, then what single abstracts argue, then what they find."""
    stands = [c for p in desk.speaking for c in desk.clauses(p) if c.deed is Deed.CLAIMS and not _OF_THE_METHOD.search(c.said)]
    shared = _on_shared(desk, [c for c in stands if c.is_argued or c.in_lead])
    titled = [_on_title(desk, p, m[0]) for p in desk.speaking if (m := _STANDS.search(p.paper.title.strip()))]
    leading = [c for c in stands if c.in_lead and c not in desk.told]
    argued, found = (
        [desk.single(ProfileAspect.POSITIONS, c) for c in spread(leading) if c.is_argued is is_argued]
        for is_argued in (True, False)
    )
    return [*shared, *argued, *titled, *found]


def _on_title(desk: Desk, paper: ReadPaper, said: str) -> Draft:
    return Draft(
        aspect=ProfileAspect.POSITIONS,
        text=f"{desk.shelf.some([paper])} says in its title: “{said}”.",
        supports=(desk.title_support(paper, "One paper's title says so."),),
        basis="Its title is a sentence.",
        terms=tuple(p.short_label for p in desk.phrases if paper.number in p.titles and p.is_established)[:2] or (said,),
    )


def _on_shared(desk: Desk, stands: list[OwnClause]) -> list[Draft]:
    """The best topic on which at least two papers take a stand, if there is one."""
    for phrase in (p for p in desk.phrases if p.is_established):
        by_paper = {c.paper.number: c for c in reversed(stands) if phrase.is_in(c.sentence)}
        if len(by_paper) > 1:
            clauses = [by_paper[n] for n in sorted(by_paper)]
            subject = desk.shelf.some([c.paper for c in clauses])
            said = ", another ".join(desk.tell(c) for c in clauses[:2])
            text = f"{subject.broadly} take a stand on {phrase.short_label}{subject.count}: one {said}."
            supports = tuple(desk.support(c.paper, c.sentence, f"One paper {c.told()}.") for c in clauses)
            basis = (
                f"{counted(len(clauses), 'paper')} of {len(desk.shelf.papers)} read say what they hold of “{phrase.short_label}”."
            )
            return [Draft(ProfileAspect.POSITIONS, text, supports, basis, (phrase.short_label,))]
    return []
