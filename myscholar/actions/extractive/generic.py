"""Generic actions, from the question and what its literature holds: topics first, forms that suit
any question last.

Source: MySQA §2.2, D.4, D.5.
"""

from collections.abc import Iterator
from dataclasses import replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.extractive.subject import QuestionSubject
from myscholar.actions.literature import MIN_PAPERS
from myscholar.domain.actions import Category, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import listed
from myscholar.text.question import QuestionKind as Kind

CITED = 10
"""Citations that papers are asked to have; by hand."""
KNOWN = 0.5
"""Share of the papers whose citation count must be known before it is a limit; by hand."""
LONG_AGO = 10
"""Years between the oldest and the newest of the papers found from which their order tells
something; by hand."""
_NEGATIVE = ("negative results", "failure"), "negative results on {t}"
_KIND_SEARCH = {
    Kind.YES_NO: (*_NEGATIVE, "weigh both sides of the evidence"),
    Kind.ADVANTAGES: (*_NEGATIVE, "weigh both sides of the evidence"),
    Kind.HOW_TO: (("case study",), "case studies of {t}", "follow what others have done"),
}
"""Terms that serve a kind of question, what they find, and its use."""


def generic_candidates(q: QuestionSubject) -> Iterator[Candidate]:
    """What could be searched besides the question, ranked first or left out, and how the report
    could be built and written."""
    yield from _search(q)
    yield from _refine(q)
    yield from _limit(q)
    yield from _tables(q)
    yield from _organize(q)
    yield from _save_reading(q)
    yield from _write(q)


def _search(q: QuestionSubject) -> Iterator[Candidate]:
    def also(terms: tuple[str, ...], what: str, use: str, *worth: float) -> Candidate:
        said = f"Look into {what}", f"look for {what}", use
        return q.propose(Verb.SEARCH, terms, said, *worth)

    n_found = len(q.literature.hits)
    for rank, side in enumerate(q.literature.sides[:4]):
        n = f"{q.literature.n_papers(side)} of the {n_found} papers found"
        use = f"follow up what {n} name"
        if rank % 2:
            use = "cover a side of {t} that your question leaves open"
        yield also((side, q.first), side, use, 0.85 - 0.15 * rank, 0.3 if rank == 0 else 0.0)
    if q.things:
        tests = f"tests of {listed(q.things, 'against')}"
        yield also(("comparison", *q.things), tests, "rely on direct comparisons", 1.0, 0.55)
    for topic in q.topics[1:]:
        use = "keep this part of your question from getting lost"
        yield also((topic,), f"{topic} separately", use, 0.6)
    if q.asks_challenges:
        what = f"solutions in {q.named}, not only {q.wanted}"
        use = "see which of them are already being solved"
        yield also((q.first, "solutions", "mitigation"), what, use, 0.97, 0.45)
    elif made := _KIND_SEARCH.get(q.kind):
        terms, what, use = made
        yield also((*terms, q.first), what, use, 0.97, 0.45)
    unsettled = "know what is not settled"
    if q.kind in (Kind.EFFECT, Kind.SURVEY, Kind.OTHER):
        terms = (q.first, "open debate", "controversy")
        yield also(terms, "disagreement about {t}", unsettled, 0.65)
    use = "check that no major line of work is missing"
    yield also(("survey", q.first), "surveys of {t}", use, 0.5)
    yield also(("criticism", q.first), "criticism of {t}", unsettled, 0.3)


def _refine(q: QuestionSubject) -> Iterator[Candidate]:
    def first(terms: tuple[str, ...], what: str, papers: str, use: str, *worth: float) -> Candidate:
        said = f"Put {what} first", f"put papers {papers} first", use
        return q.propose(Verb.FOCUS, terms, said, *worth)

    if len(q.topics) > 1 and not q.things:
        one, other = q.topics[:2]
        papers = f"that treat {one} together with {other}"
        use = "spend less time on papers about only one of them"
        yield first((one, other), f"{one} with {other}", papers, use, 0.9, 0.6)
    for name in q.literature.data_sets[:2]:
        use = "compare numbers taken on one data set"
        yield first((name, q.first), f"{name} results", f"with results on {name}", use, 0.85)
    for rank, side in enumerate(q.literature.sides[2:5]):
        use = "see early how this bears on {t}"
        yield first((side, q.first), side, f"on {side}", use, 0.6 - 0.05 * rank)
    if q.things:
        what = f"{listed(q.things, 'against')} under the same conditions"
        papers = f"that test {listed(q.things)} under the same conditions"
        yield first(("same conditions", *q.things), what, papers, "trust the comparison", 0.9)
    elif q.asks_challenges:
        what = f"unsolved {q.named} {q.wanted}"
        papers = f"on {q.wanted} in {q.named} that are still unsolved"
        use = "skip the ones that are solved by now"
        yield first(("unsolved", q.first), what, papers, use, 0.85)
    if q.literature.n_papers("code") >= MIN_PAPERS:
        terms, what = ("code", "github", q.first), f"{q.named} with code"
        papers, use = f"on {q.named} that name their code", "build on what you can try out"
        yield replace(first(terms, what, papers, use, 0.6), category=Category.RESEARCH_IDEAS)
    what = f"{q.named} surveys" if q.analysis.core_phrases else "surveys"
    use = "get the large picture before the details"
    yield first(("survey", "overview", q.first), what, f"that survey {q.named}", use, 0.25)


def _limit(q: QuestionSubject) -> Iterator[Candidate]:
    if q.recent_from and q.analysis.years.is_empty:
        since, what = SearchFilters(year_min=q.recent_from), f"from {q.recent_from} on"
        worth, default = (1.15, 0.7) if q.asks_recent else (0.2, 0.0)
        use = "skip results that newer work has overtaken"
        said = f"Only {what}", f"keep to papers {what}", use
        yield q.propose(Verb.LIMIT, (), said, worth, default, filters=since)
    papers = [hit.paper for hit in q.literature.hits]
    if not papers or sum(p.citation_count is not None for p in papers) >= KNOWN * len(papers):
        cited, tldr = SearchFilters(min_citations=CITED), f"Only work cited at least {CITED} times"
        action = f"keep to papers with at least {CITED} citations"
        said = tldr, action, "start from work that others have built on"
        yield q.propose(Verb.LIMIT, (), said, 0.2, filters=cited)


def _tables(q: QuestionSubject) -> Iterator[Candidate]:
    def table(terms: tuple[str, ...], what: str, use: str, worth: float) -> Candidate:
        said = f"Compare {what} in a table", f"compare {what} in a table", use
        return q.propose(Verb.COMPARE, terms, said, worth, worth - 0.3)

    if q.things:
        yield table(q.things, listed(q.things), "see the differences at a glance", 1.6)
    for rank, (one, other) in enumerate(q.literature.contrasts[:2]):
        use = "see what speaks for each and what differs"
        yield table((one, other), f"{one} with {other}", use, 1.0 - 0.1 * rank)
    if q.asks_challenges:
        what, use = f"{q.wanted} in {{t}} with solutions", "spot those without a remedy"
        yield table((str(q.wanted), "solutions", q.first), what, use, 1.15)
    elif q.wanted and not q.things:
        use = "pick one without reading every paper"
        yield table((q.wanted, q.first), f"{q.wanted} for {{t}}", use, 1.15)
    if q.kind is Kind.EVALUATION and not q.wanted:
        use = "pick measures without reading every paper"
        yield table(("evaluation setups", q.first), "evaluation setups for {t}", use, 1.15)
    use = "see settings and findings at a glance"
    yield table(("approaches", q.first), f"{q.named} across papers", use, 0.6)


def _organize(q: QuestionSubject) -> Iterator[Candidate]:
    for rank, side in enumerate(q.literature.sides[1:4]):
        use = "see in one place how it bears on {t}"
        said = f"Give {side} a section", f"add a section on {side}", use
        yield q.propose(Verb.ADD_SECTION, (side,), said, 0.7 - 0.1 * rank)
    if made := _idea(q):
        term, what, use = made
        terms = (term, *(q.things or (q.first,)))
        said = f"Add a section on {what}", f"add a section on {what}", use
        ideas = Category.RESEARCH_IDEAS
        yield q.propose(Verb.ADD_SECTION, terms, said, 0.95, 0.45, category=ideas)
    left_open = _told_of(q, Verb.NEXT_STEPS, q.topics[:2])
    terms = tuple(dict.fromkeys((left_open, q.first)))
    action = f"end with open questions on {left_open}, as the cited papers state them"
    said = f"End with open questions on {left_open}", action, "find your next study"
    yield q.propose(Verb.NEXT_STEPS, terms, said, 0.6, 0.42)
    years = [hit.paper.year for hit in q.literature.hits if hit.paper.year]
    if q.kind is Kind.SURVEY or (years and max(years) - min(years) >= LONG_AGO):
        worth, default = (0.9, 0.45) if q.kind is Kind.SURVEY else (0.7, 0.3)
        action = "order the work on {t} by year within each section"
        said = "Follow {t} over time", action, "see how ideas built on each other"
        yield q.propose(Verb.ORDER_BY_YEAR, (), said, worth, default)


def _idea(q: QuestionSubject) -> tuple[str, str, str] | None:
    """What a reader could take into work of their own: a section's leading term, subject, use."""
    if q.things:
        return (
            "when to choose",
            f"the choice of {listed(q.things, 'or')}",
            "decide for your own case",
        )
    if q.asks_challenges:
        term = "promising directions"
        return term, f"{term} in {q.named}", "choose where to start"
    flaws = f"known flaws of {q.wanted or 'evaluations'} for {q.named}"
    fails = f"failure cases of {q.named}"
    return {
        Kind.HOW_TO: ("practical steps", f"practical steps for {q.named}", "try it yourself"),
        Kind.YES_NO: ("failure cases", fails, "know when not to rely on the results"),
        Kind.EVALUATION: ("evaluation flaws", flaws, "design a sounder evaluation of your own"),
    }.get(q.kind)


def _save_reading(q: QuestionSubject) -> Iterator[Candidate]:
    if q.kind is not Kind.DEFINITION:
        action = f"skip the general background section on {q.named}"
        said = f"Skip background on {q.named}", action, "get to the answer sooner"
        yield q.propose(Verb.SKIP_SECTION, ("background", q.first), said, 0.55)
        what, use = f"definitions of {q.named}", "save reading time if the basics are familiar"
        worth = 0.7 if q.literature.supports(Verb.DEFINE, q.first) else 0.45
        said = f"Skip {what}", f"skip textbook {what}", use
        yield q.propose(Verb.SKIP_DEFINITIONS, (q.first,), said, worth)
    action = "keep the report on {t} short, with fewer sections"
    said = "Keep the report short", action, "read the answer in a few minutes"
    worth = 0.6 if q.kind in (Kind.YES_NO, Kind.DEFINITION) else 0.4
    yield q.propose(Verb.BRIEF, (), said, worth)


def _write(q: QuestionSubject) -> Iterator[Candidate]:
    def suiting(verb: Verb, said: tuple[str, str, str], *kinds: Kind) -> Candidate:
        worth, default = (1.05, 0.6) if q.kind in kinds else (0.5, 0.35)
        return q.propose(verb, (), said, worth, default)

    what, use = "measured results on {t}", "see how large the effects are"
    said = f"Prefer {what}", f"prefer sentences with {what}", use
    measured = Kind.YES_NO, Kind.EVALUATION, Kind.EFFECT, Kind.COMPARISON
    yield suiting(Verb.NUMBERS, said, *measured)
    action = "point out the limitations that papers on {t} admit"
    said = "Point out limitations of work on {t}", action, "judge how far the findings carry"
    yield suiting(Verb.LIMITATIONS, said, Kind.YES_NO, Kind.ADVANTAGES, Kind.HOW_TO)
    named = (_told_of(q, Verb.DEFINE, n) for n in (q.topics[:2], q.literature.sides))
    for defined in dict.fromkeys(named):
        told = q.literature.supports(Verb.DEFINE, defined) >= MIN_PAPERS
        worth, default = (0.9, 0.3) if told else (0.4, 0.0)
        if q.kind is Kind.DEFINITION:
            worth, default = 1.2, 0.9
        tldr = f"Define {defined} on first mention"
        action = f"define {defined} on first mention, in the words of the cited papers"
        said = tldr, action, "read on without looking terms up"
        yield q.propose(Verb.DEFINE, (defined,), said, worth, default)
    wanted = not q.things and q.wanted
    listed = f"{wanted} for {{t}}" if wanted and wanted != "findings" else "findings on {t}"
    said = (
        f"{listed} as bullet points",
        f"use bullet points for the {listed}",
        "scan the answer quickly",
    )
    default = 0.5 if q.kind is Kind.LIST else 0.0
    yield q.propose(Verb.LIST, (), said, 0.9 if wanted else 0.15, default)


def _told_of(q: QuestionSubject, verb: Verb, named: tuple[str, ...]) -> str:
    """What most sentences define or leave open; the leading topic where none does."""
    most = max(named, key=lambda t: q.literature.supports(verb, t), default=q.named)
    return most if q.literature.hits and q.literature.supports(verb, most) else q.named
