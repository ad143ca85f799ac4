"""Proposals -> candidates. The verb and the terms are the model's as far as its words bear them
out; limits are read off the words.

A user sees the words only, so words and directive must not part: where they do, the words win.
"""

from collections.abc import Sequence
from dataclasses import replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.conflicts import say_the_same, topic_stems
from myscholar.actions.executable import beyond_models
from myscholar.actions.filters import filters_of
from myscholar.actions.interpret import clause_of, interpret
from myscholar.actions.llm.replies import PersonalProposal, Proposal, Reply, by_stage
from myscholar.actions.llm.showing import PromptSituation
from myscholar.actions.wording import n_words
from myscholar.domain.actions import Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import InferenceId
from myscholar.errors import BadFilter
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

MAX_TERMS = 4
"""Terms of a directive, at most; by hand."""
MOST_TLDR_WORDS, MOST_TEXT_WORDS = 20, 40
"""What is still longer after the repair is dropped, by hand; what is a little over the limits of
MySQA D.3 stays."""
MOST_CHARACTERS = 2000
"""Of both together, by hand: words can be of any length."""
ON_SCREEN = 0.7
"""Jaccard overlap of content words from which two texts say the same; by hand."""
_REFINING = (Verb.FOCUS, Verb.EXCLUDE, Verb.LIMIT)
_WRITING = tuple(v for v in Verb if v not in (Verb.SEARCH, *_REFINING))
VERBS_OF = {
    Stage.SEARCH_ADD: (Verb.SEARCH,),
    Stage.SEARCH_REFINE: _REFINING,
    Stage.ORGANIZATION: _WRITING,
    Stage.GENERATION: _WRITING,
}
"""What takes hold at a stage; the first one stands in where a proposal names another that its words
don't show either."""
_STAND_IN = {
    Stage.SEARCH_ADD: Verb.SEARCH,
    Stage.SEARCH_REFINE: Verb.FOCUS,
    Stage.ORGANIZATION: Verb.FREE,
    Stage.GENERATION: Verb.FREE,
}
LEAVES_OUT = frozenset({Verb.EXCLUDE, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS})
_NO_TERMS = frozenset({Verb.LIMIT, Verb.LIST, Verb.ORDER_BY_YEAR, Verb.BRIEF, Verb.FREE})
_NEEDS_TERMS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.EXCLUDE, Verb.ADD_SECTION, Verb.SKIP_SECTION}
)
_ALMOST_I_CAN = pattern("action_words.almost_i_can")
_ALMOST_WHICH_MIGHT = pattern("action_words.almost_which_might")
_TAKES_OUT = pattern("action_words.takes_out")
_BEGINS_TAKING_OUT = pattern("action_words.begins_taking_out")
"""A form that leaves out and one that takes in can't stand for each other."""


def usable(
    reply: Reply, situation: PromptSituation, *, inferences: Sequence[InferenceId] = ()
) -> tuple[Candidate, ...]:
    """Of each stage the first `n_per_stage` that can be shown: carried out, of a readable length,
    said once, and not on screen yet.

    The first wild card is the only one.
    """
    kept: list[Candidate] = []
    for stage, proposal in by_stage(reply):
        candidate = candidate_of(stage, proposal, inferences=inferences)
        full = sum(c.stage is stage for c in kept) >= situation.n_per_stage
        to_nobody = candidate.directive.verb is Verb.CONNECT and not inferences
        if (
            full
            or to_nobody
            or not readable(candidate)
            or beyond_models(candidate.tldr, candidate.text)
            or shown_already(candidate.tldr, situation.exclude)
            or any(say_the_same(candidate, other) for other in kept)
        ):
            continue
        first_wild = candidate.wild_card and not any(c.wild_card for c in kept)
        kept.append(replace(candidate, wild_card=first_wild))
    return tuple(kept)


def readable(candidate: Candidate) -> bool:
    """Whether it says something, in no more words and characters than anyone would read."""
    words, text_words = n_words(candidate.tldr), n_words(candidate.text)
    return (
        0 < words <= MOST_TLDR_WORDS
        and 0 < text_words <= MOST_TEXT_WORDS
        and len(candidate.tldr + candidate.text) <= MOST_CHARACTERS
    )


def shown_already(tldr: str, on_screen: Sequence[str]) -> bool:
    """Whether a text on screen says the same: Jaccard overlap of the content words of the short
    form with those of its asking part."""
    own = topic_stems(tldr)
    asked = (topic_stems(clause_of(text)) for text in on_screen)
    return any(own and len(own & said) / len(own | said) >= ON_SCREEN for said in asked)


def candidate_of(
    stage: Stage, proposal: Proposal, *, inferences: Sequence[InferenceId] = ()
) -> Candidate:
    """`inferences` are the ids behind the numbers that were shown, from 1. Worth and default are
    set later."""
    personal = proposal if isinstance(proposal, PersonalProposal) else None
    by_number = dict(enumerate(inferences, 1))
    return Candidate(
        stage=stage,
        category=proposal.category,
        directive=directive_of(stage, proposal),
        tldr=" ".join(proposal.tldr.split()).rstrip("."),
        text=sentence_of(proposal.strategy),
        worth=0.0,
        inference_id=by_number.get(personal.inference_number or 0) if personal else None,
        saves_time=proposal.saves_time,
        wild_card=personal is not None and personal.wild_card,
    )


def sentence_of(strategy: str) -> str:
    """The strategy in one line, with small slips of its form mended: "I will", "I could", a missing
    full stop."""
    line = " ".join(strategy.replace("’", "'").split()).strip('"“”')
    line = _ALMOST_I_CAN.sub("I can ", line)
    line = _ALMOST_WHICH_MIGHT.sub(", which might help you ", line)
    return line if not line or line[-1] in ".!?" else f"{line}."


def directive_of(stage: Stage, proposal: Proposal) -> Directive:
    """What the report does with the proposal; it never holds what the words don't say."""
    of_search = stage in (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
    filters = filters_in(proposal) if of_search else SearchFilters()
    verb = _verb(stage, proposal, filters)
    own = () if verb in _NO_TERMS else _terms(proposal)
    if not own and verb in _NEEDS_TERMS:
        own = interpret(proposal.tldr).terms or interpret(proposal.strategy).terms
    if verb not in (Verb.SEARCH, Verb.LIMIT):
        filters = SearchFilters()
    return Directive(verb=verb, terms=own, filters=filters)


def filters_in(proposal: Proposal) -> SearchFilters:
    """The limits that the words state, in the short form or else in the long one; empty where they
    make no sense."""
    try:
        short = filters_of(proposal.tldr)
        return filters_of(clause_of(proposal.strategy)) if short.is_empty else short
    except BadFilter:
        return SearchFilters()


def _verb(stage: Stage, proposal: Proposal, filters: SearchFilters) -> Verb:
    fits = proposal.verb in VERBS_OF[stage] and not part_ways(proposal)
    read = interpret(proposal.tldr).verb
    verb = proposal.verb if fits else read if read in VERBS_OF[stage] else _STAND_IN[stage]
    if verb is Verb.EXCLUDE and not filters.is_empty and not _terms(proposal):
        return Verb.LIMIT
    if verb is Verb.LIMIT and filters.is_empty:
        return Verb.FOCUS
    return verb


def part_ways(proposal: Proposal) -> bool:
    """Whether the verb leaves out what the words take in, or the other way round."""
    words = f"{proposal.tldr} {clause_of(proposal.strategy)}"
    if proposal.verb in LEAVES_OUT:
        return not _TAKES_OUT.search(words)
    leaves_out_elsehow = proposal.verb in (Verb.LIMIT, Verb.BRIEF, Verb.FREE)
    return not leaves_out_elsehow and bool(_BEGINS_TAKING_OUT.search(proposal.tldr))


def _terms(proposal: Proposal) -> tuple[str, ...]:
    """The terms of which at least half the words are said, each once."""
    said = set(content_stems(f"{proposal.tldr} {proposal.strategy}"))
    kept: dict[frozenset[str], str] = {}
    for term in proposal.terms:
        line = " ".join(term.split())
        stems = frozenset(content_stems(line))
        if stems and len(stems & said) >= len(stems) / 2:
            kept.setdefault(stems, line)
    return tuple(kept.values())[:MAX_TERMS]
