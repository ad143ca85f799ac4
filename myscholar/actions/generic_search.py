"""Generic actions that change what is searched: additions, order and limits. Source: MySQA D.5 (search add, search refine)."""

from collections.abc import Iterator
from dataclasses import replace

from myscholar.actions.asked import Asked
from myscholar.actions.candidates import Candidate
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.text.question import QuestionKind as Kind

_WEIGHS = frozenset({Kind.COMPARISON, Kind.ADVANTAGES})
_MEASURES = frozenset({Kind.YES_NO, Kind.EVALUATION, Kind.EFFECT, Kind.COMPARISON})


def search_candidates(q: Asked) -> tuple[Candidate, ...]:
    """What could be searched besides the question, ranked first, or left out."""
    return (*_search_add(q), *_search_refine(q), *_public_material(q), *_senses(q), *_limits(q))


def _search_add(q: Asked) -> Iterator[Candidate]:
    for facet, worth in zip(q.facets, (1.0, 0.85, 0.6), strict=False):
        yield _search(
            q,
            (facet,),
            f"Also search for {facet}",
            f"see if there are more papers on {facet}",
            q.vary(
                "cover a side of the topic that the question does not name",
                "see a part of the literature that your words would miss",
            ),
            worth,
        )
    yield _search_by_kind(q)
    yield _search(
        q, ("survey", *q.topics), "Also search for surveys of {t}", "see if there are surveys of {t}", "check that no major line of work is missing",
        0.8 if q.kind in (Kind.SURVEY, Kind.LIST, Kind.DEFINITION) else 0.6,
    )  # fmt: skip
    if q.is_formal:
        yield _search(
            q, (q.first, "lower bounds", "hardness"), "Also search for lower bounds and hardness results on {t}",
            "see if there are lower bounds or hardness results on {t}", "know what can't be improved", 0.8,
        )  # fmt: skip
    elif q.is_qualitative:
        yield _search(
            q, (q.first, "interviews", "field study"), "Also search for interviews and field studies on {t}",
            "see if there are interviews or field studies on {t}", "hear from the people concerned", 0.75,
        )  # fmt: skip
    elif q.kind in (Kind.HOW_TO, Kind.LIST, Kind.ADVANTAGES) and not q.about_challenges:
        yield _search(
            q, (q.first, "deployment", "in practice"), "Also search for work on {t} in real-world settings", "see if there is work on {t} in real-world settings",
            "tell results in the lab from results in use", 0.6,
        )  # fmt: skip
    if q.second:
        yield _search(
            q, (q.first,), f"Also search for {q.first} beyond {q.second}", f"see if there is work on {q.first} beyond {q.second}",
            "borrow what was learned in other settings", 0.45,
        )  # fmt: skip
    yield _search(
        q, ("theoretical analysis", q.first), "Also search for theoretical analyses of {t}", "see if there are theoretical analyses of {t}",
        "understand the findings, not only list them", 0.42,
    )  # fmt: skip
    if q.third:
        third = q.third
        yield _search(
            q, (third,), f"Also search for {third} separately", f"see if there are papers on {third} taken separately",
            "keep this part of your question from getting lost", 0.62,
        )  # fmt: skip


def _search_by_kind(q: Asked) -> Candidate:
    """The one extra search that this kind of question calls for."""
    if q.things:
        pair = joined(q.things)
        return _search(q, ("comparison", *q.things), f"Also search for direct comparisons of {pair}",
                       f"see if there are studies that test {pair} side by side", "rely on direct comparisons", 1.0, default=0.55)  # fmt: skip
    if q.about_challenges:
        return _search(q, (q.first, "solutions", "challenges"), "Also search for proposed solutions, not only for challenges",
                       "see if there are papers that propose solutions to difficulties with {t}", "see which of them are already being solved", 0.95, default=0.45)  # fmt: skip
    if q.kind is Kind.EVALUATION:
        return _search(q, (q.first, q.wanted or "evaluations", "criticism"), f"Also search for criticism of the usual {q.wanted or 'evaluations'} for {{t}}",
                       f"see if there are papers that criticize the usual {q.wanted or 'evaluations'} for {{t}}", "avoid measures with known flaws", 0.95)  # fmt: skip
    if q.kind in (Kind.YES_NO, Kind.ADVANTAGES):
        return _search(q, (q.first, "negative results", "failure"), "Also search for negative results on {t}",
                       "see if there are papers that report failures or negative results with {t}", "weigh both sides of the evidence", 0.95, default=0.55)  # fmt: skip
    if q.kind is Kind.EFFECT and not q.is_qualitative:
        return _search(q, (q.first, "controlled experiment", "ablation"), "Also search for controlled experiments on {t}",
                       "see if there are controlled experiments or ablations on {t}", "tell tested causes from assumed ones", 0.95)  # fmt: skip
    if q.kind is Kind.HOW_TO:
        return _search(q, (q.first, "case study"), "Also search for case studies on {t}",
                       "see if there are case studies on {t}", "follow what others have done", 0.95)  # fmt: skip
    if q.kind in (Kind.LIST, Kind.COMPARISON):
        return _search(q, ("comparison", q.first), f"Also search for studies that compare {q.wanted or 'approaches'} for {{t}}",
                       f"see if there are studies that compare {q.wanted or 'approaches'} for {{t}}", "choose among the ones listed", 0.9)  # fmt: skip
    return _search(q, (q.first, "open debate", "controversy"), "Also search for disagreements about {t}",
                   "see if there are papers that disagree about {t}", "know what is not settled", 0.7)  # fmt: skip


def _search_refine(q: Asked) -> Iterator[Candidate]:
    if q.second and not q.things:
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=q.topics), f"Put papers that treat {q.first} together with {q.second} first",
            f"put papers first that treat {q.first} together with {q.second}", "spend less time on papers about only one of them", 0.9, default=0.6,
        )  # fmt: skip
    if q.third:
        third = q.third
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=(third,)), f"Put papers that also mention {third} first",
            f"put papers first that also mention {third}", "keep every part of your question in view", 0.7,
        )  # fmt: skip
    if q.kind in _WEIGHS and not q.is_formal:
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("same conditions", *(q.things or (q.first,)))),
            f"Put studies that test {joined(q.things, 'or') if q.things else 'options in {t}'} under the same conditions first",
            f"put studies first that test {joined(q.things) if q.things else 'several options in {t}'} under the same conditions", "trust the comparison", 0.85,
        )  # fmt: skip
    if q.kind in _MEASURES and not (q.is_qualitative or q.is_formal):
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("experiments", q.first)), "Put papers with experiments first",
            "put papers first that report experiments on {t}", "judge claims by their evidence", 0.6, default=0.5,
        )  # fmt: skip
    if q.kind in (Kind.HOW_TO, Kind.LIST) and not q.is_formal and not q.about_challenges:
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("real conditions", q.first)), "Put work tested under real conditions first",
            "put work on {t} first that was tested under real conditions", "choose what holds up outside the lab", 0.65,
        )  # fmt: skip
    if q.kind in (Kind.SURVEY, Kind.DEFINITION, Kind.OTHER):
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("overview", q.first)), "Put overviews first",
            "put overviews of {t} first and single studies after them", "get the large picture before the details", 0.65,
        )  # fmt: skip


def _public_material(q: Asked) -> Iterator[Candidate]:
    if q.kind in (Kind.HOW_TO, Kind.LIST, Kind.EVALUATION, Kind.SURVEY) and not (q.is_formal or q.is_qualitative):
        yield replace(
            _refine(
                q, Directive(verb=Verb.FOCUS, terms=("public code", "public data", q.first)), "Put papers with public code or data first",
                "put papers on {t} with public code or data first", "build on what you can try out", 0.6,
            ),
            category=Category.RESEARCH_IDEAS,
        )  # fmt: skip


def _senses(q: Asked) -> Iterator[Candidate]:
    """Words of judgement in the question, taken in a sense that papers can show. Source: MySQA D.4 (disambiguating vague inputs)."""
    if q.is_formal or q.things:
        return
    if word := q.said("effectively", "effective", "work well", "good at", "how good", "beneficial", "accurate", "useful"):
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("baseline", q.first)), f"Read “{word}” as better than a baseline",
            f"read “{word}” as better than a simple baseline for {{t}}", "get an answer that papers can back with results", 0.95, default=0.5,
        )  # fmt: skip
    elif word := q.said("leading", "best", "top", "most effective"):
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("comparison", "benchmark results", q.first)), f"Read “{word}” as strongest in benchmark comparisons",
            f"read “{word}” as strongest in benchmark comparisons on {{t}}", "tell tested merit from popularity", 0.9, default=0.4,
        )  # fmt: skip
    elif word := q.said("challenges", "problems", "limitations", "open challenges"):
        yield _refine(
            q, Directive(verb=Verb.FOCUS, terms=("unsolved", q.first)), f"Read “{word}” as those that papers still call unsolved",
            f"read “{word}” as those in {{t}} that papers still call unsolved", "skip the ones that are solved by now", 0.85,
        )  # fmt: skip


def _limits(q: Asked) -> Iterator[Candidate]:
    recent = (
        q.said("latest", "recent", "recently", "new", "newest", "current", "state of the art", "advancements?", "advances")
        is not None
    )
    if q.recent_from and q.analysis.years.is_empty:
        yield _refine(
            q, Directive(verb=Verb.LIMIT, filters=SearchFilters(year_min=q.recent_from)), f"Keep to papers from {q.recent_from} on",
            f"keep to papers from {q.recent_from} on", "skip results that newer work has overtaken", 1.15 if recent else 0.65 if q.moves_fast else 0.35,
            default=0.7 if recent else 0.0, saves_time=True,
        )  # fmt: skip
    word = q.said("commonly used", "commonly", "common", "typically", "typical", "popular", "established")
    yield _refine(
        q, Directive(verb=Verb.LIMIT, filters=SearchFilters(min_citations=10)), "Keep to papers cited at least 10 times",
        "keep to papers with at least 10 citations", "start from work that others have built on" if not word else f"see what is “{word}” rather than tried once",
        0.2 if recent else 0.85 if word else 0.42, saves_time=True,
    )  # fmt: skip
    if q.kind not in (Kind.SURVEY, Kind.DEFINITION, Kind.LIST):
        yield _refine(
            q, Directive(verb=Verb.EXCLUDE, terms=("survey",)), "Leave out survey papers", "leave out survey papers",
            "read original results at first hand", 0.45, saves_time=True,
        )  # fmt: skip


def _search(
    q: Asked, terms: tuple[str, ...], tldr: str, action: str, use: str, worth: float, *, default: float = 0.0
) -> Candidate:
    asked = (q.aspect.word,) if q.aspect and q.first in terms and q.aspect.word not in terms else ()
    directive = Directive(verb=Verb.SEARCH, terms=(*terms, *asked))
    return Candidate(Stage.SEARCH_ADD, Category.CONTENT, directive, q.tldr(tldr), q.text(action, use), worth, default)


def _refine(
    q: Asked,
    directive: Directive,
    tldr: str,
    action: str,
    use: str,
    worth: float,
    *,
    default: float = 0.0,
    saves_time: bool = False,
) -> Candidate:
    return Candidate(
        Stage.SEARCH_REFINE,
        Category.SPECIFICITY,
        directive,
        q.tldr(tldr),
        q.text(action, use),
        worth,
        default,
        saves_time=saves_time,
    )
