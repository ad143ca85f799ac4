"""How much of the answer an action shuts out. Source: MySQA Table 9 (NARROW)."""

from myscholar.actions.interpret import clause_of
from myscholar.domain.actions import Action, Directive, Verb
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems, lexicon_stems

_ONLY = pattern("action_doubts.only")
_NARROWS = pattern("action_doubts.narrows")
_CENTRES = pattern("action_verbs.centres")
"""Unlike "put ... first", these say that the rest stays out."""

SHUTS_OUT, LEAVES_OUT, FOCUSES_ON_PART, SKIPS, FOCUSES = 1.0, 0.9, 0.8, 0.5, 0.3
"""How much an action shuts out, in [0, 1]; ordered by users' complaints, set by hand."""


def narrows(action: Action, question: str) -> float:
    """How much the wording shuts out, in [0, 1]: SHUTS_OUT for "only", LEAVES_OUT for what is left
    out that is no mere kind of paper, FOCUSES_ON_PART for a focus on a part of what is asked
    ("neural retrieval" of retrieval). Of actions that real users were asked about, these three were
    complained of most; a focus beside the question was not.
    """
    d = action.directive
    if d.verb is Verb.FOCUS and says_only(action):
        return SHUTS_OUT
    if d.verb is Verb.EXCLUDE:
        return SKIPS if _is_kind(" ".join(d.terms)) else LEAVES_OUT
    if d.verb is Verb.FOCUS:
        centres = _CENTRES.search(clause_of(action.tldr))
        of_part = centres and any(_is_part(term, question) for term in d.terms)
        return FOCUSES_ON_PART if of_part else FOCUSES
    return SKIPS if d.verb in (Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS, Verb.LIMIT) else 0.0


def left_out(directive: Directive) -> str:
    """The first term that is no mere kind of paper, or the first of all."""
    return next((t for t in directive.terms if not _is_kind(t)), directive.terms[0])


def says_only(action: Action) -> bool:
    """What a model wrote is read whole, what rules or a user wrote by its short form."""
    if _ONLY.search(action.tldr) or action.origin in ("extractive", "user"):
        return bool(_ONLY.search(action.tldr))
    return bool(_NARROWS.search(f"{action.tldr}. {clause_of(action.text)}"))


def _is_kind(term: str) -> bool:
    """Whether it names papers of a kind and nothing else."""
    kinds = lexicon_stems("action_words.kinds_of_paper") | {*content_stems("papers")}
    return kinds.issuperset(content_stems(term))


def _is_part(term: str, question: str) -> bool:
    """Whether the term is something that the question asks about, with more said of it."""
    said, asked = set(content_stems(term)), set(content_stems(question))
    return bool(said & asked) and bool(said - asked)
