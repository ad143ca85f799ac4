"""Generic actions, from the question and what its literature holds: topics first, forms that suit
any question last.

Source: MySQA §2.2, D.4, D.5.
"""

from collections.abc import Iterator
from dataclasses import replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.extractive.subject import QuestionSubject
from myscholar.actions.literature import MIN_PAPERS
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.text.question import QuestionKind as Kind

CITED = 10
KNOWN = 0.5
"""Share of the papers whose citation count must be known before a limit on it makes sense."""

LONG_AGO = 10
"""Years between the oldest and the newest of the papers found from which their order tells
something."""

_KIND_SEARCH = {
    Kind.YES_NO: (
        ("negative results", "failure"),
        "negative results on",
        "weigh both sides of the evidence",
    ),
    Kind.ADVANTAGES: (
        ("negative results", "failure"),
        "negative results on",
        "weigh both sides of the evidence",
    ),
    Kind.HOW_TO: (("case study",), "case studies of", "follow what others have done"),
}


def generic_candidates(q: QuestionSubject) -> Iterator[Candidate]:
    """What could be searched besides the question, ranked first or left out, and how the report
    could be built and written."""
    yield from _search(q)
    yield from _refine(q)
    yield from _limit(q)
    yield from _organize(q)
    yield from _save_reading(q)
    yield from _write(q)


def _search(q: QuestionSubject) -> Iterator[Candidate]:
    def also(
        terms: tuple[str, ...], what: str, use: str, worth: float, default: float = 0.0
    ) -> Candidate:
        directive = Directive(verb=Verb.SEARCH, terms=terms)
        return q.propose(
            Stage.SEARCH_ADD,
            Category.CONTENT,
            directive,
            f"Look into {what}",
            f"look for {what}",
            use,
            worth,
            default=default,
        )

    for rank, side in enumerate(q.literature.sides[:4]):
        n = f"{q.literature.n_papers(side)} of the {len(q.literature.hits)} papers found"
        use = (f"follow up what {n} name", "cover a side of {t} that your question leaves open")[
            rank % 2
        ]
        yield also((side, q.first), side, use, 0.85 - 0.15 * rank, 0.3 if rank == 0 else 0.0)
    if q.things:
        yield also(
            ("comparison", *q.things),
            f"tests of {joined(q.things, 'against')}",
            "rely on direct comparisons",
            1.0,
            0.55,
        )
    for topic in q.topics[1:]:
        yield also(
            (topic,),
            f"{topic} separately",
            "keep this part of your question from getting lost",
            0.6,
        )
    if q.asks_challenges:
        use = "see which of them are already being solved"
        yield also(
            (q.first, "solutions", "mitigation"),
            f"solutions in {q.named}, not only {q.wanted}",
            use,
            0.97,
            0.45,
        )
    elif made := _KIND_SEARCH.get(q.kind):
        terms, what, use = made
        yield also((*terms, q.first), f"{what} {{t}}", use, 0.97, 0.45)
    if q.kind in (Kind.EFFECT, Kind.SURVEY, Kind.OTHER):
        yield also(
            (q.first, "open debate", "controversy"),
            "disagreement about {t}",
            "know what is not settled",
            0.65,
        )
    yield also(
        ("survey", q.first), "surveys of {t}", "check that no major line of work is missing", 0.5
    )
    yield also(("criticism", q.first), "criticism of {t}", "know what is not settled", 0.3)


def _refine(q: QuestionSubject) -> Iterator[Candidate]:
    def first(
        terms: tuple[str, ...], tldr: str, papers: str, use: str, worth: float, default: float = 0.0
    ) -> Candidate:
        directive = Directive(verb=Verb.FOCUS, terms=terms)
        return q.propose(
            Stage.SEARCH_REFINE,
            Category.SPECIFICITY,
            directive,
            tldr,
            f"put papers {papers} first",
            use,
            worth,
            default=default,
        )

    if len(q.topics) > 1 and not q.things:
        one, other = q.topics[:2]
        yield first(
            (one, other),
            f"Put {one} with {other} first",
            f"that treat {one} together with {other}",
            "spend less time on papers about only one of them",
            0.9,
            0.6,
        )
    for data_set in q.literature.data_sets[:2]:
        yield first(
            (data_set, q.first),
            f"Put {data_set} results first",
            f"with results on {data_set}",
            "compare numbers taken on one data set",
            0.85,
        )
    for rank, side in enumerate(q.literature.sides[2:5]):
        yield first(
            (side, q.first),
            f"Put {side} first",
            f"on {side}",
            "see early how this bears on {t}",
            0.6 - 0.05 * rank,
        )
    if q.things:
        yield first(
            ("same conditions", *q.things),
            f"Put {joined(q.things, 'against')} under the same conditions first",
            f"that test {joined(q.things)} under the same conditions",
            "trust the comparison",
            0.9,
        )
    elif q.asks_challenges:
        yield first(
            ("unsolved", q.first),
            f"Put unsolved {q.named} {q.wanted} first",
            f"on {q.wanted} in {q.named} that are still unsolved",
            "skip the ones that are solved by now",
            0.85,
        )
    if q.literature.n_papers("code") >= MIN_PAPERS:
        yield replace(
            first(
                ("code", "github", q.first),
                f"Put {q.named} with code first",
                f"on {q.named} that name their code",
                "build on what you can try out",
                0.6,
            ),
            category=Category.RESEARCH_IDEAS,
        )
    yield first(
        ("survey", "overview", q.first),
        f"Put {q.named} surveys first" if q.analysis.core_phrases else "Put surveys first",
        f"that survey {q.named}",
        "get the large picture before the details",
        0.25,
    )


def _limit(q: QuestionSubject) -> Iterator[Candidate]:
    recent = (
        q.said(
            "latest",
            "recent",
            "recently",
            "newest",
            "current",
            "state of the art",
            "advances",
            "advancements",
        )
        is not None
    )
    if q.recent_from and q.analysis.years.is_empty:
        yield _only(
            q,
            SearchFilters(year_min=q.recent_from),
            f"Only from {q.recent_from} on",
            f"keep to papers from {q.recent_from} on",
            "skip results that newer work has overtaken",
            1.15 if recent else 0.2,
            0.7 if recent else 0.0,
        )
    papers = [hit.paper for hit in q.literature.hits]
    if not papers or sum(p.citation_count is not None for p in papers) >= KNOWN * len(papers):
        yield _only(
            q,
            SearchFilters(min_citations=CITED),
            f"Only work cited at least {CITED} times",
            f"keep to papers with at least {CITED} citations",
            "start from work that others have built on",
            0.2,
        )


def _only(
    q: QuestionSubject,
    filters: SearchFilters,
    tldr: str,
    action: str,
    use: str,
    worth: float,
    default: float = 0.0,
) -> Candidate:
    directive = Directive(verb=Verb.LIMIT, filters=filters)
    return q.propose(
        Stage.SEARCH_REFINE,
        Category.SPECIFICITY,
        directive,
        tldr,
        action,
        use,
        worth,
        default=default,
        saves_time=True,
    )


def _organize(q: QuestionSubject) -> Iterator[Candidate]:
    def table(terms: tuple[str, ...], what: str, use: str, worth: float) -> Candidate:
        directive = Directive(verb=Verb.COMPARE, terms=terms)
        return q.propose(
            Stage.ORGANIZATION,
            Category.CONTENT,
            directive,
            f"Compare {what} in a table",
            f"compare {what} in a table",
            use,
            worth,
            default=worth - 0.3,
        )

    def section(terms: tuple[str, ...], tldr: str, what: str, use: str, worth: float) -> Candidate:
        directive = Directive(verb=Verb.ADD_SECTION, terms=terms)
        return q.propose(
            Stage.ORGANIZATION,
            Category.CONTENT,
            directive,
            tldr,
            f"add a section on {what}",
            use,
            worth,
        )

    if q.things:
        yield table(q.things, joined(q.things), "see the differences at a glance", 1.6)
    for rank, (one, other) in enumerate(q.literature.contrasts[:2]):
        yield table(
            (one, other),
            f"{one} with {other}",
            "see what speaks for each and what differs",
            1.0 - 0.1 * rank,
        )
    if q.asks_challenges:
        yield table(
            (str(q.wanted), "solutions", q.first),
            f"{q.wanted} in {{t}} with solutions",
            "spot those without a remedy",
            1.15,
        )
    elif q.wanted and not q.things:
        yield table(
            (q.wanted, q.first),
            f"{q.wanted} for {{t}}",
            "pick one without reading every paper",
            1.15,
        )
    if q.kind is Kind.EVALUATION and not q.wanted:
        yield table(
            ("evaluation setups", q.first),
            "evaluation setups for {t}",
            "pick measures without reading every paper",
            1.15,
        )
    yield table(
        ("approaches", q.first),
        f"{q.named} across papers",
        "see settings and findings at a glance",
        0.6,
    )
    for rank, side in enumerate(q.literature.sides[1:4]):
        yield section(
            (side,),
            f"Give {side} a section",
            side,
            "see in one place how it bears on {t}",
            0.7 - 0.1 * rank,
        )
    if made := _idea(q):
        terms, what, use = made
        directive = Directive(verb=Verb.ADD_SECTION, terms=terms)
        yield q.propose(
            Stage.ORGANIZATION,
            Category.RESEARCH_IDEAS,
            directive,
            f"Add a section on {what}",
            f"add a section on {what}",
            use,
            0.95,
            default=0.45,
        )
    left_open = _told_of(q, Verb.NEXT_STEPS, q.topics[:2])
    yield q.propose(
        Stage.ORGANIZATION,
        Category.RESEARCH_IDEAS,
        Directive(verb=Verb.NEXT_STEPS, terms=tuple(dict.fromkeys((left_open, q.first)))),
        f"On {left_open}, end with open questions",
        f"end with open questions on {left_open}, as the cited papers state them",
        "find your next study",
        0.6,
        default=0.42,
    )
    years = [hit.paper.year for hit in q.literature.hits if hit.paper.year]
    if q.kind is Kind.SURVEY or (years and max(years) - min(years) >= LONG_AGO):
        worth, default = (0.9, 0.45) if q.kind is Kind.SURVEY else (0.7, 0.3)
        yield q.propose(
            Stage.ORGANIZATION,
            Category.STYLE,
            Directive(verb=Verb.ORDER_BY_YEAR),
            "Follow {t} over time",
            "order the work on {t} by year within each section",
            "see how ideas built on each other",
            worth,
            default=default,
        )


def _idea(q: QuestionSubject) -> tuple[tuple[str, ...], str, str] | None:
    """What a reader could take into work of their own: the terms of a section, its subject and its
    use."""
    if q.things:
        return (
            ("when to choose", *q.things),
            f"the choice of {joined(q.things, 'or')}",
            "decide for your own case",
        )
    if q.asks_challenges:
        return (
            ("promising directions", q.first),
            f"promising directions in {q.named}",
            "choose where to start",
        )
    return {
        Kind.HOW_TO: (
            ("practical steps", q.first),
            f"practical steps for {q.named}",
            "try it yourself",
        ),
        Kind.YES_NO: (
            ("failure cases", q.first),
            f"failure cases of {q.named}",
            "know when not to rely on the results",
        ),
        Kind.EVALUATION: (
            ("evaluation flaws", q.first),
            f"known flaws of {q.wanted or 'evaluations'} for {q.named}",
            "design a sounder evaluation of your own",
        ),
    }.get(q.kind)


def _save_reading(q: QuestionSubject) -> Iterator[Candidate]:
    if q.kind is not Kind.DEFINITION:
        yield q.propose(
            Stage.ORGANIZATION,
            Category.CONTENT,
            Directive(verb=Verb.SKIP_SECTION, terms=("background", q.first)),
            f"Skip background on {q.named}",
            f"skip the general background section on {q.named}",
            "get to the answer sooner",
            0.55,
            saves_time=True,
        )
        yield q.propose(
            Stage.GENERATION,
            Category.CONTENT,
            Directive(verb=Verb.SKIP_DEFINITIONS, terms=(q.first,)),
            f"Skip definitions of {q.named}",
            f"skip textbook definitions of {q.named}",
            "save reading time if the basics are familiar",
            0.7 if q.literature.supports(Verb.DEFINE, q.first) else 0.45,
            saves_time=True,
        )
    yield q.propose(
        Stage.ORGANIZATION,
        Category.STYLE,
        Directive(verb=Verb.BRIEF),
        "Keep the report short",
        "keep the report on {t} short, with fewer sections",
        "read the answer in a few minutes",
        0.6 if q.kind in (Kind.YES_NO, Kind.DEFINITION) else 0.4,
        saves_time=True,
    )


def _write(q: QuestionSubject) -> Iterator[Candidate]:
    measured = q.kind in (Kind.YES_NO, Kind.EVALUATION, Kind.EFFECT, Kind.COMPARISON)
    disputed = q.kind in (Kind.YES_NO, Kind.ADVANTAGES, Kind.HOW_TO)
    what = (not q.things and q.wanted) or "findings"
    for verb, tldr, action, use, suits, category in (
        (
            Verb.NUMBERS,
            "Prefer measured results on {t}",
            "prefer sentences with measured results on {t}",
            "see how large the effects are",
            measured,
            Category.STYLE,
        ),
        (
            Verb.LIMITATIONS,
            "Point out limitations of work on {t}",
            "point out the limitations that papers on {t} admit",
            "judge how far the findings carry",
            disputed,
            Category.CONTENT,
        ),
    ):
        worth, default = (1.05, 0.6) if suits else (0.5, 0.35)
        yield q.propose(
            Stage.GENERATION,
            category,
            Directive(verb=verb),
            tldr,
            action,
            use,
            worth,
            default=default,
        )
    for defined in dict.fromkeys(
        (_told_of(q, Verb.DEFINE, q.topics[:2]), _told_of(q, Verb.DEFINE, q.literature.sides))
    ):
        asked, told = (
            q.kind is Kind.DEFINITION,
            q.literature.supports(Verb.DEFINE, defined) >= MIN_PAPERS,
        )
        yield q.propose(
            Stage.GENERATION,
            Category.CONTENT,
            Directive(verb=Verb.DEFINE, terms=(defined,)),
            f"Define {defined} on first mention",
            f"define {defined} on first mention, in the words of the cited papers",
            "read on without looking terms up",
            1.2 if asked else 0.9 if told else 0.4,
            default=0.9 if asked else 0.3 if told else 0.0,
        )
    yield q.propose(
        Stage.GENERATION,
        Category.STYLE,
        Directive(verb=Verb.LIST),
        f"{what} {'on' if what == 'findings' else 'for'} {{t}} as bullet points",
        f"use bullet points for the {what} {'on' if what == 'findings' else 'for'} {{t}}",
        "scan the answer quickly",
        0.9 if q.wanted and not q.things else 0.15,
        default=0.5 if q.kind is Kind.LIST else 0.0,
        saves_time=True,
    )


def _told_of(q: QuestionSubject, verb: Verb, named: tuple[str, ...]) -> str:
    """What most sentences define or leave open; the leading topic where none does."""
    most = max(named, key=lambda t: q.literature.supports(verb, t), default=q.named)
    return most if q.literature.hits and q.literature.supports(verb, most) else q.named
