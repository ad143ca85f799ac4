"""Research style: ways of working that the papers say they took, in a title, an abstract, or two
texts. Source: MySQA D.2."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from myscholar.domain.profile import InferenceKind, ProfileAspect
from myscholar.profile.drafts import SAYS_SO, DraftContext, InferenceDraft
from myscholar.profile.own_work import AIM, Deed, OwnClause, spread
from myscholar.profile.reading import ReadPaper
from myscholar.text.lexicons import pattern, read_lexicon, word_set
from myscholar.text.verbs import third_person


class Practice(NamedTuple):
    """`says` completes "Your papers ..."; `words` are looked for in titles and in what the
    authors say that they did."""

    name: str
    says: str
    words: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        return bool(self.words.search(text))


PRACTICES = tuple(
    Practice(entry.replace("_", " "), held["says"], pattern(f"practices.{entry}"))
    for entry, held in read_lexicon("practices").items()
)
_WAYS, _USUAL = word_set("own_work.ways"), pattern("own_work.usual")


class _Showing(NamedTuple):
    """A paper that shows a practice, by a clause, or by its title alone."""

    paper: ReadPaper
    clause: OwnClause | None

    @property
    def is_leading(self) -> bool:
        return self.clause is None or self.clause.in_lead


def draft_research_style(desk: DraftContext) -> list[InferenceDraft]:
    """Practices of several papers, then what a single title or abstract says."""
    shown = [(practice, _showing(desk, practice)) for practice in PRACTICES]
    shared = sorted(
        (s for s in shown if len(s[1]) > 1),
        key=lambda s: (-len(s[1]), -sum(x.is_leading for x in s[1])),
    )
    drafts = [_on_practice(desk, *s) for s in shared]
    single = [
        (practice, x) for practice, found in shown if len(found) == 1 for x in found if x.is_leading
    ]
    named = {x.clause: practice.name for practice, x in single if x.clause}
    other = [
        c
        for p in desk.speaking
        for c in desk.clauses(p)
        if c.in_lead and c.verb in _WAYS and not _USUAL.search(c.said)
    ]
    alone = dict.fromkeys(c for c in (*named, *other) if c not in desk.told)
    told = [_on_clause(desk, c, named.get(c, "")) for c in spread(alone)]
    titled = [_on_practice(desk, practice, [x]) for practice, x in single if x.clause is None]
    return [*drafts, *told, *titled]


def is_way(clause: OwnClause) -> bool:
    """Whether a deed says how the paper works rather than what it is about."""
    return clause.verb in _WAYS or any(p.is_in(clause.said) for p in PRACTICES)


def _showing(desk: DraftContext, practice: Practice) -> list[_Showing]:
    """Each paper that shows the practice, with the clause that shows it best."""
    found = []
    for paper in desk.speaking:
        clauses = [
            c
            for c in desk.clauses(paper)
            if c.deed is not Deed.CLAIMS and c.verb != AIM and practice.is_in(f"{c.verb} {c.said}")
        ]
        if clauses:
            found.append(
                _Showing(
                    paper, max(clauses, key=lambda c: (c.in_lead, c not in desk.told, -len(c.said)))
                )
            )
        elif practice.is_in(paper.paper.title):
            found.append(_Showing(paper, None))
    return found


def _on_clause(desk: DraftContext, clause: OwnClause, practice: str) -> InferenceDraft:
    kind = InferenceKind.PRACTICE if practice else InferenceKind.WORK
    return desk.single(ProfileAspect.RESEARCH_STYLE, clause, kind, practice)


def _on_practice(
    desk: DraftContext, practice: Practice, showing: Sequence[_Showing]
) -> InferenceDraft:
    subject = desk.shelf.some([s.paper for s in showing])
    clauses = [s.clause for s in sorted(showing, key=lambda s: not s.is_leading) if s.clause]
    new = [c for c in clauses if c not in desk.told][:2]
    said = f": one {', another '.join(desk.tell(c) for c in new)}" if new else ""
    verb, _, rest = practice.says.partition(" ")
    does = verb if subject.is_plural else third_person(verb)
    return InferenceDraft(
        aspect=ProfileAspect.RESEARCH_STYLE,
        text=f"{subject} {does} {rest}{said}.",
        supports=tuple(
            desk.support(s.paper, s.clause.sentence if s.clause else None, SAYS_SO) for s in showing
        ),
        basis="Said of the authors' own work, or in a title.",
        terms=(practice.name, *desk.terms_in([c.sentence for c in clauses], 2)),
        kind=InferenceKind.PRACTICE,
        practice=practice.name,
    )
