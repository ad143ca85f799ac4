"""Actions that suit the question alone, worded for its kind, its topics, what it compares and what it asks for. Source: MySQA §2.2."""

from collections.abc import Iterator
from dataclasses import dataclass

from myscholar.actions.candidates import Candidate
from myscholar.actions.wording import capital, in_text, joined, one_of, sentence
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import shorten
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, QuestionKind

_LISTS = frozenset(["datasets", "benchmarks", "testbeds", "metrics", "tools", "interfaces", "designs", "applications", "theories", "algorithms", "principles", "practices", "tasks", "architectures", "experiments"]) | {"data structures", "taxonomies"}  # fmt: skip
_WEIGHS = frozenset({QuestionKind.COMPARISON, QuestionKind.ADVANTAGES})
_MEASURES = frozenset({QuestionKind.YES_NO, QuestionKind.EVALUATION, QuestionKind.EFFECT, QuestionKind.COMPARISON})


@dataclass(frozen=True)
class Asked:
    """The question as the wordings need it. `first`, `second`: its leading topics as they stand in a sentence."""

    analysis: QuestionAnalysis
    first: str
    second: str | None
    things: tuple[str, ...]
    """What is compared; at least two, or none."""
    wanted: str | None
    """The kind of things to list: "datasets"; None where the question does not ask for a list of things."""
    facets: tuple[str, ...] = ()
    recent_from: int | None = None
    """The first year of what counts as recent, if that is known."""

    @property
    def kind(self) -> QuestionKind:
        return self.analysis.kind

    @property
    def both(self) -> str:
        return f"{self.first} and {self.second}" if self.second else self.first

    @property
    def topics(self) -> tuple[str, ...]:
        return (self.first, self.second) if self.second else (self.first,)

    def one_of(self, *wordings: str) -> str:
        return one_of(wordings, self.analysis.text)


def asked(
    analysis: QuestionAnalysis, background: Background, *, facets: tuple[str, ...] = (), recent_from: int | None = None
) -> Asked:
    """The two leading topics in the order of the question; the question itself, shortened, where it names no topic."""
    leading = sorted(analysis.core_phrases[:2], key=analysis.text.find) or [shorten(analysis.text.rstrip("?.! "), 40)]
    first, *rest = [in_text(p, background) for p in leading]
    listed = [w for w in analysis.asks_for if w in _LISTS]
    return Asked(
        analysis=analysis,
        first=first,
        second=rest[0] if rest else None,
        things=tuple(in_text(t, background) for t in analysis.compares),
        wanted=listed[0] if listed and listed[0] not in " ".join((first, *rest)) else None,
        facets=tuple(in_text(f, background) for f in facets),
        recent_from=recent_from,
    )


def generic_candidates(q: Asked) -> tuple[Candidate, ...]:
    """All that could be proposed for the question, with what each is worth to it."""
    return (*_search_add(q), *_search_refine(q), *_organization(q), *_generation(q))


# ---- search_add


def _search_add(q: Asked) -> Iterator[Candidate]:
    for facet, worth in zip(q.facets, (1.0, 0.85, 0.6), strict=False):
        yield _add(
            f"Also search for {facet}",
            sentence(
                f"see if there are papers on {facet}",
                q.one_of(
                    "cover a side of the topic that the question does not name",
                    "see a part of the literature that the question's words miss",
                ),
            ),
            (facet,),
            worth,
        )
    yield _by_kind(q)
    yield _add(
        f"Also search for surveys of {q.first}",
        sentence(f"see if there are surveys of {q.both}", "check that no major line of work is missing"),
        ("survey", *q.topics),
        0.75 if q.kind in (QuestionKind.SURVEY, QuestionKind.LIST, QuestionKind.DEFINITION) else 0.5,
    )
    yield _add(
        f"Also search for {q.first} in practice",
        sentence(f"see if there are reports of {q.first} used in practice", "tell results in the lab from results in use"),
        (q.first, "in practice", "case study"),
        0.55 if q.kind is not QuestionKind.DEFINITION else 0.4,
    )
    if q.second:
        yield _add(
            f"Also search for {q.second} apart from {q.first}",
            sentence(f"see if there is work on {q.second} apart from {q.first}", "borrow what was learned in other settings"),
            (q.second,),
            0.3,
        )


def _by_kind(q: Asked) -> Candidate:
    """The one extra search that this kind of question calls for."""
    challenges = "challenges" in q.analysis.asks_for or "limitations" in q.analysis.asks_for
    if q.things:
        pair = joined(q.things)
        return _add(
            f"Also search for direct comparisons of {pair}",
            sentence(f"see if there are studies that test {pair} side by side", "rely on direct comparisons"),
            ("comparison", *q.things),
            1.0,
            default=0.55,
        )
    if q.kind is QuestionKind.EVALUATION:
        return _add(
            f"Also search for criticism of how {q.first} is evaluated",
            sentence(
                f"see if there are papers that question how work on {q.first} is evaluated", "avoid measures with known flaws"
            ),
            (q.first, "evaluation pitfalls"),
            0.95,
        )
    if challenges:
        return _add(
            f"Also search for proposed remedies in {q.first}",
            sentence(
                f"see if there are papers that propose remedies for the difficulties in {q.both}",
                "see which are already being solved",
            ),
            (q.first, "solutions", "mitigation"),
            0.95,
            default=0.45,
        )
    if q.kind in (QuestionKind.YES_NO, QuestionKind.ADVANTAGES):
        return _add(
            f"Also search for negative results on {q.first}",
            sentence(
                f"see if there are papers that report failures or negative results with {q.both}",
                "weigh both sides of the evidence",
            ),
            (q.first, "negative results", "failure"),
            0.95,
            default=0.55,
        )
    if q.kind is QuestionKind.EFFECT:
        return _add(
            f"Also search for controlled experiments on {q.first}",
            sentence(f"see if there are controlled experiments or ablations on {q.both}", "tell tested causes from assumed ones"),
            (q.first, "controlled experiment", "ablation"),
            0.95,
        )
    if q.kind is QuestionKind.HOW_TO:
        return _add(
            f"Also search for worked examples of {q.first}",
            sentence(f"see if there are case studies and worked examples of {q.both}", "follow what others have done"),
            (q.first, "case study", "example"),
            0.95,
        )
    if q.kind in (QuestionKind.SURVEY, QuestionKind.DEFINITION, QuestionKind.OTHER):
        return _add(
            f"Also search for open disputes about {q.first}",
            sentence(f"see if there are papers that disagree about {q.first}", "know what is not settled"),
            (q.first, "controversy", "open debate"),
            0.7,
        )
    return _add(
        f"Also search for studies that compare {q.wanted or 'approaches'} for {q.first}",
        sentence(
            f"see if there are studies that compare {q.wanted or 'approaches'} for {q.first}", "choose among the ones listed"
        ),
        ("comparison", q.first),
        0.85,
    )


# ---- search_refine


def _search_refine(q: Asked) -> Iterator[Candidate]:
    if q.second and not q.things:
        yield _refine(
            f"Put papers that treat {q.first} together with {q.second} first",
            sentence(
                f"put papers first that treat {q.first} together with {q.second}",
                "spend less time on papers about only one of them",
            ),
            Directive(verb=Verb.FOCUS, terms=q.topics),
            0.95,
            default=0.6,
        )
    if q.kind in _WEIGHS:
        yield _refine(
            "Put papers that test several options first",
            sentence(
                f"put papers first that test several options for {joined(q.things) if len(q.things) == 2 else q.first} under the same conditions",
                "trust the comparison",
            ),
            Directive(verb=Verb.FOCUS, terms=("comparison", "several options")),
            0.7,
        )
    if q.kind in _MEASURES | {QuestionKind.LIST, QuestionKind.OTHER}:
        yield _refine(
            f"Put papers with experiments on {q.first} first",
            sentence(f"put papers first that report experiments on {q.first}", "judge claims by their evidence"),
            Directive(verb=Verb.FOCUS, terms=("experiments", q.first)),
            0.7 if not q.second else 0.5,
            default=0.5 if q.kind is QuestionKind.YES_NO and not q.second else 0.0,
        )
    if q.kind in (QuestionKind.HOW_TO, QuestionKind.LIST):
        yield _refine(
            f"Put {q.first} tested under real conditions first",
            sentence(f"put papers first that tried {q.first} under real conditions", "choose what holds up outside the lab"),
            Directive(verb=Verb.FOCUS, terms=("real conditions", q.first)),
            0.75 if q.kind is QuestionKind.HOW_TO else 0.6,
        )
    yield from _limits(q)


def _limits(q: Asked) -> Iterator[Candidate]:
    recent = q.kind is QuestionKind.SURVEY and any(
        w in q.analysis.text.lower() for w in ("latest", "recent", "new ", "current", "state of the art")
    )
    if q.recent_from and q.analysis.years.is_empty:
        yield _refine(
            f"Keep to papers from {q.recent_from} on",
            sentence(f"keep to papers from {q.recent_from} on", "skip results that newer work has overtaken"),
            Directive(verb=Verb.LIMIT, filters=SearchFilters(year_min=q.recent_from)),
            1.1 if recent else 0.6,
            default=0.7 if recent else 0.0,
            saves_time=True,
        )
    yield _refine(
        "Keep to papers cited at least 10 times",
        sentence(
            "keep to papers with at least 10 citations",
            "start from work that others have built on, though the newest papers drop out",
        ),
        Directive(verb=Verb.LIMIT, filters=SearchFilters(min_citations=10)),
        0.5 if not recent else 0.2,
        saves_time=True,
    )
    if q.kind not in (QuestionKind.SURVEY, QuestionKind.DEFINITION):
        yield _refine(
            "Leave out survey papers",
            sentence(f"leave out survey papers on {q.first}", "read original results at first hand"),
            Directive(verb=Verb.EXCLUDE, terms=("survey",)),
            0.4,
            saves_time=True,
        )
    else:
        yield _refine(
            f"Put overviews of {q.first} first",
            sentence(
                f"put overviews of {q.first} first and single studies after them", "get the large picture before the details"
            ),
            Directive(verb=Verb.FOCUS, terms=("overview", q.first)),
            0.75,
        )


# ---- organization


def _organization(q: Asked) -> Iterator[Candidate]:
    yield _table(q)
    yield _section_by_kind(q)
    for facet, worth in zip(q.facets[2:] or q.facets[1:], (0.8, 0.5), strict=False):
        yield _organize(
            f"Add a section on {facet}",
            sentence(
                f"add a section on {facet}", q.one_of("see in one place what is known about it", f"place it within {q.first}")
            ),
            Directive(verb=Verb.ADD_SECTION, terms=(facet,)),
            worth,
        )
    yield _organize(
        f"End with open questions about {q.first}",
        sentence(f"end with a section of open questions about {q.both}, as the cited papers state them", "find your next study"),
        Directive(verb=Verb.NEXT_STEPS, terms=q.topics),
        0.85,
        category=Category.RESEARCH_IDEAS,
        default=0.52 if q.kind is QuestionKind.SURVEY else 0.4,
    )
    if q.kind is not QuestionKind.DEFINITION:
        yield _organize(
            f"Skip the general background section on {q.first}",
            sentence(f"skip the general background section on {q.first}", "get to the answer sooner"),
            Directive(verb=Verb.SKIP_SECTION, terms=("background", q.first)),
            0.55,
            saves_time=True,
        )
    yield _organize(
        "Order the work by year",
        sentence(f"order the work on {q.first} by year within each section", "see how ideas built on each other"),
        Directive(verb=Verb.ORDER_BY_YEAR),
        0.8 if q.kind is QuestionKind.SURVEY else 0.35,
        category=Category.STYLE,
    )
    yield _organize(
        "Keep the report short",
        sentence("keep the report short, with fewer sections", "read the answer in a few minutes"),
        Directive(verb=Verb.BRIEF),
        0.65 if q.kind in (QuestionKind.YES_NO, QuestionKind.DEFINITION) else 0.5,
        category=Category.STYLE,
        saves_time=True,
    )


def _table(q: Asked) -> Candidate:
    if q.things:
        what, terms, worth, use = joined(q.things), q.things, 1.2, "see the differences at a glance"
        return _organize(f"Compare {what} in a table", sentence(f"compare {what} in a table", use), Directive(verb=Verb.COMPARE, terms=terms), worth, default=0.9)  # fmt: skip
    if q.kind is QuestionKind.ADVANTAGES:
        return _organize(
            f"Set the options in {q.first} side by side in a table",
            sentence(
                f"set what papers report for and against the options in {q.first} side by side in a table", "choose between them"
            ),
            Directive(verb=Verb.COMPARE, terms=(q.first,)),
            1.1,
            default=0.85,
        )
    if q.wanted:
        return _organize(
            f"Put the {q.wanted} side by side in a table",
            sentence(f"put the {q.wanted} for {q.first} side by side in a table", "pick one without reading every paper"),
            Directive(verb=Verb.COMPARE, terms=(q.wanted, q.first)),
            1.1,
            default=0.85,
        )
    return _organize(
        f"Put the studies of {q.first} side by side in a table",
        sentence(f"put the main studies of {q.first} side by side in a table", "compare their settings and findings at a glance"),
        Directive(verb=Verb.COMPARE, terms=(q.first,)),
        0.85,
        default=0.5,
    )


def _section_by_kind(q: Asked) -> Candidate:
    """The one section that this kind of question calls for beyond the plain answer."""
    add = Verb.ADD_SECTION
    if q.kind in (QuestionKind.YES_NO, QuestionKind.ADVANTAGES):
        return _organize(
            f"Add a section on failure cases of {q.first}",
            sentence(f"add a section on failure cases of {q.first}", "know when not to rely on it"),
            Directive(verb=add, terms=("failure cases", q.first)), 0.9,
        )  # fmt: skip
    if q.kind is QuestionKind.HOW_TO:
        return _organize(
            f"Add a section on practical steps for {q.first}",
            sentence(f"add a section on practical steps for {q.both}", "try it yourself"),
            Directive(verb=add, terms=("practical steps", *q.topics)), 0.95, category=Category.RESEARCH_IDEAS, default=0.6,
        )  # fmt: skip
    if q.kind is QuestionKind.EFFECT:
        return _organize(
            f"Add a section on mechanisms behind {q.first}",
            sentence(f"add a section on the mechanisms that papers propose for {q.both}", "understand why, not only whether"),
            Directive(verb=add, terms=("mechanisms", *q.topics)), 0.95, default=0.55,
        )  # fmt: skip
    if q.kind is QuestionKind.EVALUATION:
        return _organize(
            f"Add a section on known flaws of evaluations of {q.first}",
            sentence(f"add a section on known flaws of evaluations of {q.first}", "design a sounder evaluation of your own"),
            Directive(verb=add, terms=("evaluation flaws", q.first)), 0.9, category=Category.RESEARCH_IDEAS,
        )  # fmt: skip
    if q.kind is QuestionKind.COMPARISON:
        return _organize(
            "Add a section on when to choose which",
            sentence(f"add a section on when to choose which of {joined(q.things)}" if q.things else "add a section on when to choose which option", "decide for your own case"),
            Directive(verb=add, terms=("when to choose which", *q.things)), 0.95, category=Category.RESEARCH_IDEAS, default=0.5,
        )  # fmt: skip
    if q.kind is QuestionKind.DEFINITION:
        return _organize(
            f"Add a section on variants of {q.first}",
            sentence(f"add a section on variants of {q.first}", "tell apart things that share a name"),
            Directive(verb=add, terms=("variants", q.first)), 0.9, default=0.5,
        )  # fmt: skip
    return _organize(
        f"Add a section on evidence behind {'the ' + q.wanted if q.wanted else 'work on ' + q.first}",
        sentence(f"add a section on how well {'the ' + q.wanted if q.wanted else 'findings'} for {q.first} have been tested", "know what to trust"),
        Directive(verb=add, terms=("evidence", "tested", q.first)), 0.65,
    )  # fmt: skip


# ---- generation


def _generation(q: Asked) -> Iterator[Candidate]:
    yield _write(
        f"Prefer sentences with measured results on {q.first}",
        sentence(f"prefer sentences with measured results on {q.both}", "see how large the effects are"),
        Directive(verb=Verb.NUMBERS, terms=q.topics),
        0.95 if q.kind in _MEASURES else 0.6,
        category=Category.STYLE,
        default=0.65 if q.kind in _MEASURES else 0.3,
    )
    yield _write(
        f"Define {q.both} where they first occur" if q.second else f"Define {q.first} where it first occurs",
        sentence(
            f"define {q.both} in the words of the cited papers",
            q.one_of("read on without looking terms up", "see how the papers use the terms"),
        ),
        Directive(verb=Verb.DEFINE, terms=q.topics),
        1.2 if q.kind is QuestionKind.DEFINITION else 0.55,
        default=0.9 if q.kind is QuestionKind.DEFINITION else 0.0,
    )
    yield _write(
        f"Point out the limitations of the cited work on {q.first}",
        sentence(f"point out the limitations that papers on {q.first} admit", "judge how far the findings carry"),
        Directive(verb=Verb.LIMITATIONS, terms=(q.first,)),
        0.95 if q.kind in (QuestionKind.ADVANTAGES, QuestionKind.HOW_TO, QuestionKind.SURVEY) else 0.75,
        default=0.5,
    )
    yield _write(
        f"Use bullet points for the {q.wanted or 'findings'}",
        sentence(f"use bullet points for the {q.wanted or 'findings'} on {q.first}", "scan the answer quickly"),
        Directive(verb=Verb.LIST),
        0.9 if q.kind in (QuestionKind.LIST, QuestionKind.HOW_TO) or q.wanted else 0.55,
        category=Category.STYLE,
        default=0.55 if q.kind is QuestionKind.LIST and q.wanted else 0.0,
        saves_time=True,
    )
    if q.kind is not QuestionKind.DEFINITION:
        yield _write(
            f"Skip textbook definitions of {q.first}",
            sentence(f"skip textbook definitions of {q.both}", "save reading time if the basics are familiar"),
            Directive(verb=Verb.SKIP_DEFINITIONS, terms=q.topics),
            0.5,
            saves_time=True,
        )


# ---- one a stage


def _add(tldr: str, text: str, terms: tuple[str, ...], worth: float, *, default: float = 0.0) -> Candidate:
    directive = Directive(verb=Verb.SEARCH, terms=terms)
    return Candidate(Stage.SEARCH_ADD, Category.CONTENT, directive, capital(tldr), text, worth, default)


def _refine(
    tldr: str, text: str, directive: Directive, worth: float, *, default: float = 0.0, saves_time: bool = False
) -> Candidate:
    return Candidate(
        Stage.SEARCH_REFINE, Category.SPECIFICITY, directive, capital(tldr), text, worth, default, saves_time=saves_time
    )


def _organize(
    tldr: str,
    text: str,
    directive: Directive,
    worth: float,
    *,
    category: Category = Category.CONTENT,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return Candidate(Stage.ORGANIZATION, category, directive, capital(tldr), text, worth, default, saves_time=saves_time)


def _write(
    tldr: str,
    text: str,
    directive: Directive,
    worth: float,
    *,
    category: Category = Category.CONTENT,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return Candidate(Stage.GENERATION, category, directive, capital(tldr), text, worth, default, saves_time=saves_time)
