"""Generic actions that change how the report is built and written. Source: MySQA D.5 (organization, generation)."""

from collections.abc import Iterator

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.text.question import QuestionKind as Kind

_MEASURES = frozenset({Kind.YES_NO, Kind.EVALUATION, Kind.EFFECT, Kind.COMPARISON})


def report_candidates(q: Asked) -> tuple[Candidate, ...]:
    """Tables, sections, order, length, definitions, numbers, limitations, form."""
    return (*_organization(q), *_generation(q))


def _organization(q: Asked) -> Iterator[Candidate]:
    yield _table(q)
    yield from _sections(q)
    for facet, worth in zip(q.facets[2:] or q.facets[1:], (0.9, 0.5), strict=False):
        yield _organize(
            q, Directive(verb=Verb.ADD_SECTION, terms=(facet,)), f"Add a section on {facet}", f"add a section on {facet}",
            q.vary("see in one place what is known about it", "see how it bears on {t}"), worth,
        )  # fmt: skip
    yield _organize(
        q, Directive(verb=Verb.NEXT_STEPS, terms=q.topics), "End with open questions",
        q.vary("end with open questions about {t} that the cited papers name", "end with a section of open questions about {t}, as the cited papers state them"),
        q.vary("find your next study", "see where a contribution is still missing"), 0.85, category=Category.RESEARCH_IDEAS, default=0.42,
    )  # fmt: skip
    if q.kind is not Kind.DEFINITION:
        yield _organize(
            q, Directive(verb=Verb.SKIP_SECTION, terms=("background", q.first)), "Skip the general background section",
            "skip the general background section on {t}", "get to the answer sooner", 0.55, saves_time=True,
        )  # fmt: skip
    if q.kind is Kind.SURVEY:
        yield _organize(
            q, Directive(verb=Verb.ORDER_BY_YEAR), "Order the work by year", "order the work on {t} by year within each section",
            "see how ideas built on each other", 0.9, category=Category.STYLE, default=0.45,
        )  # fmt: skip
    yield _organize(
        q, Directive(verb=Verb.BRIEF), "Keep the report short", "keep the report on {t} short, with fewer sections",
        "read the answer in a few minutes", 0.6 if q.kind in (Kind.YES_NO, Kind.DEFINITION) else 0.45, category=Category.STYLE, saves_time=True,
    )  # fmt: skip


def _table(q: Asked) -> Candidate:
    """What is set side by side, and why, by kind."""
    if q.things:
        return _compare(q, q.things, f"Compare {joined(q.things)} in a table", f"compare {joined(q.things)} in a table", "see the differences at a glance", 1.2, 0.9)  # fmt: skip
    if q.kind is Kind.ADVANTAGES:
        return _compare(q, ("advantages", "disadvantages", q.first), "Set advantages and disadvantages side by side in a table",
                        "set the advantages and disadvantages that papers report for {t} side by side in a table", "choose between the options", 1.15, 0.85)  # fmt: skip
    if q.wanted:
        return _compare(q, (q.wanted, q.first), f"Put the {q.wanted} side by side in a table", f"put the {q.wanted} for {{t}} side by side in a table",
                        "pick one without reading every paper", 1.15, 0.85)  # fmt: skip
    if q.about_challenges:
        return _compare(q, ("challenges", "solutions", q.first), "Set challenges and proposed solutions side by side in a table",
                        "set challenges in {t} and proposed solutions side by side in a table", "spot those without a remedy", 1.0, 0.6)  # fmt: skip
    if q.kind is Kind.EVALUATION:
        return _compare(q, ("evaluation", q.first), "Put evaluation setups side by side in a table", "put the evaluation setups for {t} side by side in a table",
                        "choose one for your own experiments", 1.0, 0.7)  # fmt: skip
    if q.kind in (Kind.HOW_TO, Kind.LIST, Kind.COMPARISON):
        return _compare(q, ("approaches", q.first), "Compare approaches in a table", "compare approaches to {t} in a table",
                        "pick one without reading every paper", 1.0, 0.6)  # fmt: skip
    return _compare(q, ("studies", q.first), "Put the studies side by side in a table", "put the main studies of {t} side by side in a table",
                    q.vary("compare their settings and findings at a glance", "see which settings gave which answer"), 0.75, 0.5)  # fmt: skip


def _sections(q: Asked) -> Iterator[Candidate]:
    """Sections that this kind of question calls for beyond the plain answer."""
    ideas = Category.RESEARCH_IDEAS
    if q.is_formal:
        yield _section(q, ("proof techniques", "bounds", q.first), "Add a section on proof techniques", "add a section on the bounds and proof techniques known for {t}", "reuse the tools in your own proofs", 0.95, ideas)  # fmt: skip
    elif q.kind in (Kind.YES_NO, Kind.ADVANTAGES):
        yield _section(q, ("failure cases", q.first), "Add a section on failure cases", "add a section on failure cases in work on {t}", "know when not to rely on the results", 0.9, default=0.5)  # fmt: skip
    if q.kind is Kind.HOW_TO:
        yield _section(q, ("practical steps", *q.topics), "Add a section on practical steps", "add a section on practical steps that papers on {t} took", "try it yourself", 0.95, ideas, 0.6)  # fmt: skip
    if q.kind is Kind.EFFECT:
        yield _section(q, ("mechanisms", *q.topics), "Add a section on mechanisms", "add a section on the mechanisms that papers see behind {t}", "understand why, not only whether", 0.95, default=0.55)  # fmt: skip
    if q.kind is Kind.EVALUATION:
        yield _section(q, ("evaluation flaws", q.first), "Add a section on known flaws of evaluations", "add a section on known flaws of evaluations of {t}", "design a sounder evaluation of your own", 0.9, ideas)  # fmt: skip
    if q.kind is Kind.COMPARISON and q.things:
        yield _section(q, ("when to choose", *q.things), "Add a section on when to choose which", f"add a section on when to choose {joined(q.things, 'or')}", "decide for your own case", 0.95, ideas, 0.5)  # fmt: skip
    if q.kind is Kind.DEFINITION:
        yield _section(q, ("variants", q.first), "Add a section on variants of {t}", "add a section on variants of {t}", "tell apart things that share a name", 0.9, default=0.5)  # fmt: skip
        yield _section(q, ("applications", q.first), "Add a section on applications of {t}", "add a section on applications of {t}", "see what it is good for", 0.7)  # fmt: skip
    if q.about_challenges:
        yield _section(q, ("solutions", "promising directions", q.first), "Add a section on promising directions", "add a section on directions in {t} that papers call promising", "choose where to start", 0.9, ideas, 0.5)  # fmt: skip
    elif q.kind in (Kind.LIST, Kind.SURVEY):
        yield _section(q, ("how to choose", q.wanted or "options", q.first), f"Add a section on how to choose among the {q.wanted or 'options'}", f"add a section on how to choose among the {q.wanted or 'options'} for {{t}}", "decide for your own project", 0.75, ideas, 0.4)  # fmt: skip


def _generation(q: Asked) -> Iterator[Candidate]:
    measured = q.kind in _MEASURES and not (q.is_qualitative or q.is_formal)
    yield _write(
        q, Directive(verb=Verb.NUMBERS, terms=q.topics), "Prefer sentences with measured results", "prefer sentences with measured results on {t}",
        q.vary("see how large the effects are", "compare results by their numbers"), 0.95 if measured else 0.3 if q.is_qualitative or q.is_formal else 0.6,
        category=Category.STYLE, default=0.65 if measured else 0.0,
    )  # fmt: skip
    named = q.things_named if q.kind is not Kind.DEFINITION else q.topics[:1]
    yield _write(
        q, Directive(verb=Verb.DEFINE, terms=named), f"Define {joined(named)} on first mention",
        f"define {joined(named)} on first mention, in the words of the cited papers", q.vary("read on without looking terms up", "see how the field uses the words"),
        1.2 if q.kind is Kind.DEFINITION else 0.6 if q.is_qualitative else 0.5, default=0.9 if q.kind is Kind.DEFINITION else 0.0,
    )  # fmt: skip
    yield _write(
        q, Directive(verb=Verb.LIMITATIONS, terms=(q.first,)), "Point out limitations of the cited work",
        q.vary("point out the limitations that papers on {t} admit", "point out the limitations of what is known about {t}"),
        q.vary("judge how far the findings carry", "avoid relying on a weak result"),
        0.9 if q.kind in (Kind.ADVANTAGES, Kind.HOW_TO, Kind.SURVEY, Kind.YES_NO) else 0.7, default=0.5,
    )  # fmt: skip
    yield _write(
        q, Directive(verb=Verb.LIST), f"Use bullet points for the {q.wanted or ('challenges' if q.about_challenges else 'findings')}",
        f"use bullet points for the {q.wanted or 'findings'} on {{t}}", "scan the answer quickly", 0.85 if q.kind in (Kind.LIST, Kind.HOW_TO) or q.wanted else 0.5,
        category=Category.STYLE, default=0.55 if q.kind is Kind.LIST else 0.0, saves_time=True,
    )  # fmt: skip
    if q.kind is not Kind.DEFINITION:
        yield _write(
            q, Directive(verb=Verb.SKIP_DEFINITIONS, terms=q.things_named), f"Skip textbook definitions of {joined(q.things_named)}", f"skip textbook definitions of {joined(q.things_named)}",
            "save reading time if the basics are familiar", 0.6, saves_time=True,
        )  # fmt: skip


def _organize(
    q: Asked,
    directive: Directive,
    tldr: str,
    action: str,
    use: str,
    worth: float,
    *,
    category: Category = Category.CONTENT,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return Candidate(
        Stage.ORGANIZATION, category, directive, q.tldr(tldr), q.text(action, use), worth, default, saves_time=saves_time
    )


def _compare(q: Asked, terms: tuple[str, ...], tldr: str, action: str, use: str, worth: float, default: float) -> Candidate:
    return _organize(q, Directive(verb=Verb.COMPARE, terms=terms), tldr, action, use, worth, default=default)


def _section(
    q: Asked,
    terms: tuple[str, ...],
    tldr: str,
    action: str,
    use: str,
    worth: float,
    category: Category = Category.CONTENT,
    default: float = 0.0,
) -> Candidate:
    directive = Directive(verb=Verb.ADD_SECTION, terms=terms)
    return _organize(q, directive, tldr, action, use, worth, category=category, default=default)


def _write(
    q: Asked,
    directive: Directive,
    tldr: str,
    action: str,
    use: str,
    worth: float,
    *,
    category: Category = Category.CONTENT,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return Candidate(
        Stage.GENERATION, category, directive, q.tldr(tldr), q.text(action, use), worth, default, saves_time=saves_time
    )
