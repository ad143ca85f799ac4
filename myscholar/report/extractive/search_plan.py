"""From a question and actions to search queries. Source: MySQA §2.3 (several search terms from the
question and the actions)."""

from collections.abc import Sequence

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.report.queries import merge_queries
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.terms import content_stems

MAX_FACETS = 4
"""Queries for sides of the question; by hand."""
MAX_TERMS = 4
"""Terms of one action that go into its query; by hand."""

_SEARCHING = {
    Verb.SEARCH: "",
    Verb.FOCUS: "",
    Verb.ADD_SECTION: "",
    Verb.FREE: "",
    Verb.DEFINE: "definition",
    Verb.NUMBERS: "experiments results accuracy improvement",
    Verb.LIMITATIONS: "limitations challenges failure",
    Verb.NEXT_STEPS: "open problems future work",
    Verb.COMPARE: "comparison",
    Verb.CONNECT: "",
}
"""Verbs that search, with the words that are added to their terms."""

_OPENING = "definition survey overview"
"""What is searched beside the topic for sentences that define it and papers that survey it."""


def plan_queries(
    question: str | QuestionAnalysis,
    *,
    actions: Sequence[Action] = (),
    filters: SearchFilters = SearchFilters(),
    background: Background | None = None,
) -> tuple[SearchQuery, ...]:
    """The question, two to four facets of it, and one query for each chosen action that changes the
    search; no text twice.

    Every query carries the user's filters, narrowed by the years in the question and by each LIMIT
    action; an action's own filters narrow its own query only. Raises BadFilter when two filters
    shut everything out.
    """
    analysis = question
    if isinstance(analysis, str):
        analysis = analyse_question(analysis, idf=background.idf if background else None)
    shared = filters.narrowed(analysis.years)
    for action in actions:
        if action.directive.verb is Verb.LIMIT:
            shared = shared.narrowed(action.directive.filters)
    queries = [SearchQuery(text=analysis.text, filters=shared)]
    queries += [
        SearchQuery(text=text, kind=QueryKind.FACET, filters=shared) for text in facets(analysis)
    ]
    queries += [query for action in actions if (query := _of_action(action, analysis, shared))]
    return merge_queries(queries)


def facets(analysis: QuestionAnalysis) -> tuple[str, ...]:
    """Two to four other wordings or sides of the question: its topic with what is asked for, what
    defines and surveys it, the compared things, acronyms spelt out."""
    core = " ".join(analysis.core_phrases[:3])
    if not core:
        return ()
    others = [p for p in analysis.core_phrases if p not in analysis.compares]
    found = [f"{core} {' '.join(analysis.asks_for[:2])}".strip(), f"{core} {_OPENING}"]
    found += [f"{thing} {' '.join(others[:2])}".strip() for thing in analysis.compares[:3]]
    found += [f"{a.expansion} {core}" for a in analysis.acronyms[:1]]
    return tuple(dict.fromkeys(found))[:MAX_FACETS]


def _of_action(
    action: Action, analysis: QuestionAnalysis, shared: SearchFilters
) -> SearchQuery | None:
    """Its terms, the words of its verb, and as much of the question's topic as the terms lack."""
    directive = action.directive
    added = _SEARCHING.get(directive.verb)
    if added is None or not (directive.terms or added):
        return None
    terms = " ".join(directive.terms[:MAX_TERMS])
    said = set(content_stems(terms))
    topic = [p for p in analysis.core_phrases[:2] if not said.issuperset(content_stems(p))]
    text = " ".join(part for part in (terms, *topic, added) if part)
    if not text:
        return None
    own = shared if directive.filters.is_empty else shared.narrowed(directive.filters)
    ids = (action.action_id,)
    return SearchQuery(text=text, kind=QueryKind.ACTION, filters=own, action_ids=ids)
