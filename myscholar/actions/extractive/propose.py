"""Actions for a question without any model. Source: MySQA §2.2, D.3."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from myscholar.actions.candidates import Candidate, choose, defaults
from myscholar.actions.checks import check_actions
from myscholar.actions.conflicts import near_duplicates
from myscholar.actions.extractive.generic import generic_candidates
from myscholar.actions.extractive.personalized import personalized_candidates
from myscholar.actions.extractive.reader import Reader, read
from myscholar.actions.extractive.subject import subject_of
from myscholar.actions.interpret import compatible, interpret
from myscholar.actions.literature import MIN_PAPERS, Literature, read_literature
from myscholar.actions.past import PastChoice, rerank
from myscholar.actions.wording import MAX_TEXT_WORDS, MAX_TLDR_WORDS, n_words
from myscholar.domain.actions import Action, ActionList, Directive, Verb
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.text.background import Background
from myscholar.text.question import QuestionKind, analyse_question

RECENT_YEARS = 5
"""Years that are recent where the papers found cannot tell; by hand."""
IDEAS_GENERIC, IDEAS_PERSONALIZED = 1, 2
"""At least so many of eight, and one more at most, suggest uses for the reader's own research:
about a third of the personalized. Source: MySQA D.3."""


def propose_actions(
    question: str,
    *,
    profile: Profile | None,
    background: Background,
    past: Sequence[PastChoice] = (),
    hits: Sequence[Hit] = (),
    this_year: int | None = None,
    exclude: Sequence[Action] = (),
    like: Action | None = None,
) -> ActionList:
    """Eight generic actions and, with a profile, eight personalized ones, two a stage each; three
    to five are switched on, of those that the hits show to be doable.

    `hits` of a quick look-up make them concrete: they tell the topics, and what counts as recent.
    `this_year` is for questions without hits. What says the same as an action to `exclude` is left
    out; with `like` all are of its stage or its category. Raises EmptyQuestion, QuestionTooLong.
    """
    analysis = analyse_question(question, idf=background.idf)
    literature = read_literature(hits, analysis, background)
    recent_from = _recent_from(literature.hits, this_year)
    q = subject_of(analysis, literature, background, recent_from)
    reader = read(profile, q, background) if profile else None

    def fit(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        return rerank(_further(_shown(candidates), exclude, like), past)

    for_reader = fit(personalized_candidates(q, reader)) if reader else ()
    personal = choose(for_reader, n_ideas=IDEAS_PERSONALIZED, wild_card=True) if reader else ()
    for_all = fit(_for_reader(generic_candidates(q), reader))
    generic = choose(for_all, beside=personal, n_ideas=IDEAS_GENERIC)
    doable = [c for c in (*generic, *personal) if _can_do(c.directive, literature, analysis.kind)]
    on = defaults(doable)
    actions = [
        c.action(f"{letter}{i}", personalized=letter == "p", enabled=c in on)
        for letter, own in (("g", generic), ("p", personal))
        for i, c in enumerate(own, 1)
    ]
    return ActionList(
        question=question,
        actions=check_actions(actions, analysis),
        profile_id=profile.profile_id if profile else None,
        hints=analysis.hints,
        topics=analysis.core_phrases,
    )


def _further(
    candidates: Sequence[Candidate], known: Sequence[Action], like: Action | None
) -> list[Candidate]:
    """Those that are not on the list yet, and of the kind asked for."""
    return [
        c
        for c in candidates
        if not any(near_duplicates(c.directive, a.directive) for a in known)
        and (like is None or c.stage is like.stage or c.category is like.category)
    ]


def _for_reader(candidates: Iterable[Candidate], reader: Reader | None) -> list[Candidate]:
    """Generic candidates without what would teach experts their own field, or skip what newcomers
    need. Source: Table 9, EXPERT."""
    if reader is None:
        return list(candidates)
    basic = {Verb.DEFINE} if reader.is_expert else set()
    needed = {Verb.SKIP_DEFINITIONS, Verb.SKIP_SECTION} if not reader.known else set()
    return [
        replace(c, default=min(c.default, 0.75))
        for c in candidates
        if c.directive.verb not in basic | needed
    ]


def _shown(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Those short enough, whose words are read back as what they do: a user may edit one word of
    them."""
    limits = MAX_TLDR_WORDS, MAX_TEXT_WORDS
    return [
        c
        for c in candidates
        if all(
            n_words(said) <= limit and compatible(interpret(said), c.directive)
            for said, limit in zip((c.tldr, c.text), limits, strict=True)
        )
    ]


def _recent_from(hits: Sequence[Hit], this_year: int | None) -> int | None:
    """The year from which the newer half of the hits dates, if that parts them; else five years
    back; None without any date."""
    years = sorted(hit.paper.year for hit in hits if hit.paper.year)
    if len(years) >= 8:
        middle = years[len(years) // 2]
        return middle if middle > years[0] + 1 else None
    return this_year - RECENT_YEARS + 1 if this_year else None


def _can_do(directive: Directive, literature: Literature, kind: QuestionKind) -> bool:
    """Whether the papers found hold what the report would need: sentences that define, measure,
    limit or leave open, papers on the terms."""
    verb, terms = directive.verb, directive.terms
    if not literature.hits:
        return kind is QuestionKind.DEFINITION or verb not in (Verb.DEFINE, Verb.ADD_SECTION)
    if verb is Verb.DEFINE:
        return all(literature.supports(verb, term) for term in terms)
    if verb in (Verb.NUMBERS, Verb.LIMITATIONS, Verb.NEXT_STEPS):
        return literature.supports(verb) >= MIN_PAPERS
    if verb in (Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION):
        return any(literature.n_papers(term) >= MIN_PAPERS for term in terms)
    return True
