"""A neighbouring view that the profile does not have, against filter bubbles. Source: MySQA §5, Lesson 1."""

from collections.abc import Iterator

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.making import make
from myscholar.actions.practices import practice_of
from myscholar.actions.reader import Reader
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.profile import ProfileAspect
from myscholar.text.terms import content_stems


def wild_cards(q: Asked, reader: Reader) -> Iterator[Candidate]:
    """First facets of the literature that the papers never name, then kinds of work that they don't do."""
    strange = [f for f in q.facets if not any(s in reader.vocabulary for s in content_stems(f) if len(s) > 3)]
    for rank, facet in enumerate(strange[:2]):
        yield make(
            q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=(facet, q.first)), f"Also search for {facet}, for another view",
            f"see if there are papers on {facet} in work on {{t}}", "meet a view that your own papers don't take", 1.0 - 0.1 * rank, wild_card=True,
        )  # fmt: skip
    for rank, (what, use) in enumerate(_other_kinds(q, reader)):
        yield make(
            q, Stage.SEARCH_ADD, Category.CONTENT, Directive(verb=Verb.SEARCH, terms=(what.rsplit(" ", 1)[0], q.first)), f"Also search for {what} {{t}}, for another view",
            f"see if there are {what} {{t}}", use, 0.75 - 0.04 * rank, wild_card=True,
        )  # fmt: skip


def _other_kinds(q: Asked, reader: Reader) -> list[tuple[str, str]]:
    """Kinds of work on the topic that the profile does not show, the most fitting first, each with its use."""
    shown = [p for r in reader.of(ProfileAspect.RESEARCH_STYLE) if (p := practice_of(r.inference))]
    with_people = any(p.with_people for p in shown)
    proves = any(p.plural == "formal proofs" for p in shown)
    kinds = []
    if q.is_qualitative and not with_people:
        kinds.append(("interviews and field studies on", "hear from the people concerned, which your papers seldom do"))
    if q.is_qualitative and with_people:
        kinds.append(("large-scale measurements of", "see beyond the groups that single studies with people can reach"))
    if q.is_formal:
        kinds.append(("empirical studies of", "see whether practice agrees with the theory"))
    elif not proves:
        kinds.append(("theoretical analyses of", "look at it from a side that your papers leave open"))
    elif not q.is_qualitative:
        kinds.append(("real-world case studies of", "see whether practice agrees with the theory"))
    return [*kinds, ("critical papers on", "hear doubts that work close to yours may not raise")]
